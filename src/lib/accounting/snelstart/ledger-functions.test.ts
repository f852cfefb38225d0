import { expect, test } from 'vitest'
import { unusualFunction } from './ledger-functions.ts'
import { ledgerDefaults, ledgerPurposes } from './ledgers.ts'

test.each(ledgerPurposes)('what is proposed for %s is usual', (purpose) => {
  expect(unusualFunction(purpose, ledgerDefaults[purpose].proposal.function)).toBeNull()
})

test.each([
  ['cash', 'Diversen', 'ContanteBetaling'],
  ['eft', 'ContanteBetaling', 'ElectronischeBetaling'],
  ['emballage', 'VerkopenOmzetHoog', 'VerkopenOmzetOnbelastVerlegd'],
  // Nothing is known of its function.
  ['cash', '', null],
  // Corrections may go anywhere.
  ['correction', 'Kruisposten', null],
] as const)('for %s the function %s is warned of with %s', (purpose, given, usual) => {
  expect(unusualFunction(purpose, given)).toBe(usual)
})
