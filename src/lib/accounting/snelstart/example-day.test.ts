import { expect, test } from 'vitest'
import { decided, companySettings } from '../../../../test/builders.ts'
import { type Decided, settingsFrom } from './company-settings.ts'
import { exampleDay } from './example-day.ts'

const cents = [40_000, 120_000, 30_000, -4000, 5, -200]

const dayOf = (changes: Partial<Decided> = {}) =>
  exampleDay(settingsFrom(decided(changes), companySettings()), cents)
const { ledgers } = decided()

test('each amount lands on the ledger that the settings name, and differences on one', () => {
  const landings = dayOf().rows.map(({ label, number, ledger, cents }) => [
    label,
    number,
    ledger,
    cents,
  ])
  expect(landings).toEqual([
    ['wizard:purposeEcr', '2050', 'ecr', null],
    ['wizard:purposeCash', '2200', '2200', 40_000],
    ['wizard:purposeEft', '2210', '2210', 120_000],
    ['wizard:purposeWebshop', '2220', '2220', 30_000],
    ['wizard:dayDeposit', '8040', '8040', -4000],
    ['wizard:dayPaymentDifference', '7980', '7980', 5],
    ['wizard:dayCashDifference', '7980', '7980', -200],
  ])
})

test('ledgers that are missing are null, and not one', () => {
  const { rows } = dayOf({
    ledgers: { ...ledgers, ecr: '', cash: '', eft: '', payment_differences: '' },
  })
  expect(rows.map(({ number, ledger }) => [number, ledger])).toEqual([
    [null, 'ecr'],
    [null, 'cash'],
    [null, 'eft'],
    ['2220', '2220'],
    ['8040', '8040'],
    [null, 'payment_differences'],
    [null, 'payment_differences'],
  ])
})

test('the ledger of the register stays apart from what lands on the same number', () => {
  const { rows } = dayOf({ ledgers: { ...ledgers, cash: '2050' } })
  expect(rows.slice(0, 2).map(({ ledger }) => ledger)).toEqual(['ecr', '2050'])
})

test('with stock sales become orders of the chosen templates, without they become none', () => {
  expect(dayOf().orders).toEqual({ register: 'kassa', account: 'rekening' })
  const { values } = decided()
  expect(dayOf({ values: { ...values, use_stock: false } }).orders).toBeNull()
})
