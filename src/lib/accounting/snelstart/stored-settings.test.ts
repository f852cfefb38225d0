import { describe, expect, test } from 'vitest'
import { settingRows } from './choices.ts'
import { getCouplingState, ledgerSettings } from './stored-settings.ts'

const unset = { snelstart_administratie_identifier: 'a' }

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
