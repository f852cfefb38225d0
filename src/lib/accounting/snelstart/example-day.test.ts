import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDecided, anySettings } from '../../../../test/arbitraries.ts'
import { decided, companySettings } from '../../../../test/builders.ts'
import { type Decided, settingsFrom } from './company-settings.ts'
import { dayAmounts, exampleDay } from './example-day.ts'

const cents = [40_000, 120_000, 30_000, -4000, 5, -200]

const dayOf = (changes: Partial<Decided> = {}) =>
  exampleDay(settingsFrom(decided(changes), companySettings()), cents)
const { ledgers } = decided()

test('each amount lands on the ledger that the settings name, and differences on one', () => {
  const landings = dayOf().rows.map(({ label, number, cents, total }) => [
    label,
    number,
    cents,
    total,
  ])
  expect(landings).toEqual([
    ['wizard:purposeEcr', '2050', null, 185_805],
    ['wizard:purposeCash', '2200', 40_000, 40_000],
    ['wizard:purposeEft', '2210', 120_000, 120_000],
    ['wizard:purposeWebshop', '2220', 30_000, 30_000],
    ['wizard:dayDeposit', '8040', -4000, -4000],
    ['wizard:dayPaymentDifference', '7980', 5, -195],
    ['wizard:dayCashDifference', '7980', -200, -195],
  ])
})

test('ledgers that are missing are null, and not one', () => {
  const { rows } = dayOf({
    ledgers: { ...ledgers, ecr: '', cash: '', eft: '', payment_differences: '' },
  })
  expect(rows.map(({ number, ledger, total }) => [number, ledger, total])).toEqual([
    [null, 'ecr', 185_805],
    [null, 'cash', 40_000],
    [null, 'eft', 120_000],
    ['2220', '2220', 30_000],
    ['8040', '8040', -4000],
    [null, 'payment_differences', -195],
    [null, 'payment_differences', -195],
  ])
})

test('the ledger of the register stays apart from what lands on the same number', () => {
  const { rows } = dayOf({ ledgers: { ...ledgers, cash: '2050' } })
  expect(rows.slice(0, 2).map(({ ledger, total }) => [ledger, total])).toEqual([
    ['ecr', 185_805],
    ['2050', 40_000],
  ])
})

test('with stock sales become orders of the chosen templates, without they become none', () => {
  expect(dayOf().orders).toEqual({ register: 'kassa', account: 'rekening' })
  const { values } = decided()
  expect(dayOf({ values: { ...values, use_stock: false } }).orders).toBeNull()
})

describe('for any choices, settings and amounts', () => {
  const amount = fc.integer({ min: -100_000_000, max: 100_000_000 })
  const amounts = fc.array(amount, {
    minLength: dayAmounts.length,
    maxLength: dayAmounts.length,
  })

  test('the numbers are those of what is sent, and what goes in comes out', () => {
    fc.assert(
      fc.property(anyDecided, anySettings, amounts, (chosen, current, typed) => {
        const payload = settingsFrom(chosen, current)
        const sent = (setting: string) => (payload[setting] === '' ? null : payload[setting])
        const { rows, orders } = exampleDay(payload, typed)
        expect(rows.map(({ number }) => number)).toEqual([
          sent('default_cash_register'),
          sent('default_cash_payment_ledger'),
          sent('default_eft_payment_ledger'),
          sent('default_webshop_payment_ledger'),
          sent('default_emballage_ledger'),
          sent('cash_gap_ledger'),
          sent('default_cash_difference_ledger'),
        ])
        const [register, ...entries] = rows
        const perLedger = new Map(entries.map(({ ledger, total }) => [ledger, total]))
        const sum = (all: Iterable<number>) => [...all].reduce((total, each) => total + each, 0)
        expect(entries.map(({ cents }) => cents)).toEqual(typed)
        expect(sum(perLedger.values())).toBe(sum(typed))
        expect(register?.total).toBe(sum(typed))
        expect(orders !== null).toBe(payload.write_as_order)
      }),
      { numRuns: 300 },
    )
  })
})
