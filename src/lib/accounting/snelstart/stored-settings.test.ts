import { describe, expect, test } from 'vitest'
import { CallError } from '../../api/errors.ts'
import { settingRows } from './choices.ts'
import { couplingState, ledgerSettings, readCoupling } from './stored-settings.ts'

const unset = { snelstart_administratie_identifier: 'a' }
const place = { administration: 1, location: 2 }

describe('the state of a coupling', () => {
  test.each([
    ['none', null],
    ['waiting', 'waiting'],
    ['coupled', unset],
    ['coupled', { ...unset, default_cash_payment_ledger: '', write_as_order: true }],
    ...Object.values(ledgerSettings).map((name) => ['setUp', { ...unset, [name]: 2200 }] as const),
  ] as const)('is %s for %j', (state, coupling) => {
    expect(couplingState(coupling)).toBe(state)
  })

  test('depends on every setting that names a ledger', () => {
    const names = settingRows.filter(({ purpose }) => purpose).map(({ setting }) => setting)
    expect(Object.values(ledgerSettings)).toEqual(names)
  })
})

test('a coupling whose key is not approved is read as waiting, and no other failure is read as a state', async () => {
  const failing = (status: number) => () =>
    Promise.reject(new CallError('GET /snelstart/company', { kind: 'status', status }))
  await expect(readCoupling(failing(409), place)).resolves.toBe('waiting')
  for (const status of [403, 404, 429, 500]) {
    await expect(readCoupling(failing(status), place)).rejects.toThrow(CallError)
  }
})
