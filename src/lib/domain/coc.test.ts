import { expect, test } from 'vitest'
import { cocDoubt, cocNumber } from './coc.ts'

test.each([
  ['', 'NL', undefined],
  ['01234567', 'NL', undefined],
  [' 01234567 ', 'nl', undefined],
  ['012345670000', 'NL', 'boarding:cocBranch'],
  ['012345678', 'NL', 'boarding:cocRsin'],
  ['1234567', 'NL', 'boarding:cocZero'],
  ['1234567.0', 'NL', 'boarding:cocZero'],
  ['123456', 'NL', 'boarding:cocHint'],
  ['ABC', 'NL', 'boarding:cocHint'],
  ['12 34 56 78', 'NL', undefined],
  ['12.34.56.78', 'NL', undefined],
  ['1234 5678 0000', 'NL', 'boarding:cocBranch'],
  ['NL123456789B01', 'NL', 'boarding:cocVat'],
  ['nl 1234.56.789.b01', 'NL', 'boarding:cocVat'],
  ['123456789B01', 'NL', 'boarding:cocVat'],
  ['BE0123456789', 'NL', 'boarding:cocVat'],
  ['BE0123456789', 'BE', undefined],
  ['0123456789', 'BE', undefined],
])('%j in %s: %s', (coc, country, doubt) => {
  expect(cocDoubt(coc, country)).toBe(doubt)
})

test.each([
  [' 12 34 56 78 ', '12345678'],
  ['12.34.56.78', '12345678'],
  ['0123\u00a04567', '01234567'],
  ['12 . 34', '1234'],
  ['HRB 12345', 'HRB 12345'],
  ['12-34', '12-34'],
  ['', ''],
  // As spreadsheets write whole numbers.
  ['1234561.0', '1234561'],
  ['12345678.00', '12345678'],
  [' 12345678,0 ', '12345678'],
  ['12.345.678', '12345678'],
  ['1.234567E+7', '1.234567E+7'],
  ['1,234567E+07', '1,234567E+07'],
])('%j is judged and sent as %j', (typed, number) => {
  expect(cocNumber(typed)).toBe(number)
})
