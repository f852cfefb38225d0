import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyChoices, anySettings } from '../../../../test/arbitraries.ts'
import { choices, companySettings } from '../../../../test/builders.ts'
import { settingsFrom } from './company-settings.ts'
import { exampleDay, type DayCents } from './example-day.ts'
import type { Choices } from './settings.ts'

const cents: DayCents = {
  cash: 40_000,
  eft: 120_000,
  webshop: 30_000,
  emballage: -4000,
  payment_differences: 5,
  cash_differences: -200,
}

const dayOf = (changes: Partial<Choices> = {}) =>
  exampleDay(settingsFrom(choices(changes), companySettings()), cents)
const { ledgers } = choices()

test('each amount lands on the ledger that the settings name, and differences on one', () => {
  const day = dayOf()
  expect(day.register).toBe('2050')
  expect(day.entries.map(({ label, number, cents }) => [label, number, cents])).toEqual([
    ['wizard:purposeCash', '2200', 40_000],
    ['wizard:purposeEft', '2210', 120_000],
    ['wizard:purposeWebshop', '2220', 30_000],
    ['wizard:dayDeposit', '8040', -4000],
    ['wizard:dayPaymentDifference', '7980', 5],
    ['wizard:dayCashDifference', '7980', -200],
  ])
  expect(day.lines.map(({ number, cents, entries }) => [number, cents, entries.length])).toEqual([
    ['2200', 40_000, 1],
    ['2210', 120_000, 1],
    ['2220', 30_000, 1],
    ['8040', -4000, 1],
    ['7980', -195, 2],
  ])
})

test('ledgers that are missing are null, and not one', () => {
  const { register, lines } = dayOf({
    ledgers: { ...ledgers, ecr: '', cash: '', eft: '', payment_differences: '' },
  })
  expect(register).toBeNull()
  expect(lines.map(({ number, purpose, cents }) => [number, purpose, cents])).toEqual([
    [null, 'cash', 40_000],
    [null, 'eft', 120_000],
    ['2220', 'webshop', 30_000],
    ['8040', 'emballage', -4000],
    [null, 'payment_differences', -195],
  ])
})

test('with stock sales become orders of the chosen templates, without they become none', () => {
  expect(dayOf().orders).toEqual({ register: 'kassa', account: 'rekening' })
  const { values } = choices()
  expect(
    dayOf({ values: { ...values, inhandel: { ...values.inhandel, use_stock: false } } }).orders,
  ).toBeNull()
})

describe('for any choices, settings and amounts', () => {
  const amount = fc.integer({ min: -100_000_000, max: 100_000_000 })
  const amounts = fc.record({
    cash: amount,
    eft: amount,
    webshop: amount,
    emballage: amount,
    payment_differences: amount,
    cash_differences: amount,
  })

  test('the numbers are those of what is sent, and what goes in comes out', () => {
    fc.assert(
      fc.property(anyChoices, anySettings, amounts, (chosen, current, typed) => {
        const payload = settingsFrom(chosen, current)
        const sent = (setting: string) => (payload[setting] === '' ? null : payload[setting])
        const { register, entries, lines, orders } = exampleDay(payload, typed)
        expect(register).toBe(sent('default_cash_register'))
        expect(entries.map(({ number }) => number)).toEqual([
          sent('default_cash_payment_ledger'),
          sent('default_eft_payment_ledger'),
          sent('default_webshop_payment_ledger'),
          sent('default_emballage_ledger'),
          sent('cash_gap_ledger'),
          sent('default_cash_difference_ledger'),
        ])
        const total = (all: readonly { cents: number }[]) =>
          all.reduce((sum, { cents }) => sum + cents, 0)
        expect(total(lines)).toBe(Object.values(typed).reduce((sum, each) => sum + each, 0))
        for (const { number, cents, entries: same } of lines) {
          expect(total(same)).toBe(cents)
          expect(new Set(same.map((entry) => entry.number))).toEqual(new Set([number]))
        }
        const numbers = lines.flatMap(({ number }) => number ?? [])
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(orders !== null).toBe(payload.write_as_order)
      }),
      { numRuns: 300 },
    )
  })
})
