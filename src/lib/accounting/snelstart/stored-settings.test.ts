import { describe, expect, test } from 'vitest'
import { CallError } from '../../api/errors.ts'
import { settingRows } from './choices.ts'
import { getCouplingState, ledgerSettings, readCoupling } from './stored-settings.ts'

const unset = { snelstart_administratie_identifier: 'a' }
const place = { administration: 1, location: 2 }

describe('getCouplingState', () => {
  test.each([
    ['none', null],
    ['waiting', 'waiting'],
    ['coupled', unset],
    ['coupled', { ...unset, default_cash_payment_ledger: '', write_as_order: true }],
    ...Object.values(ledgerSettings).map((name) => ['setUp', { ...unset, [name]: 2200 }] as const),
  ] as const)('returns the state %s for the coupling %j', (state, coupling) => {
    expect(getCouplingState(coupling)).toBe(state)
  })

  test('getCouplingState considers every setting that contains a ledger number', () => {
    const names = settingRows.filter(({ purpose }) => purpose).map(({ setting }) => setting)
    expect(Object.values(ledgerSettings)).toEqual(names)
  })
})

test('reads a coupling with an unapproved key as waiting and rethrows other failures', async () => {
  const failing = (status: number) => () =>
    Promise.reject(new CallError('GET /snelstart/company', { kind: 'status', status }))
  await expect(readCoupling(failing(409), place)).resolves.toBe('waiting')
  for (const status of [403, 404, 429, 500]) {
    await expect(readCoupling(failing(status), place)).rejects.toThrow(CallError)
  }
})
