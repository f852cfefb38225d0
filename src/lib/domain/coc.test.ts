import { expect, test } from 'vitest'
import { cocDoubt } from './coc.ts'

test.each([
  ['', 'NL', undefined],
  ['01234567', 'NL', undefined],
  [' 01234567 ', 'nl', undefined],
  ['012345670000', 'NL', 'boarding:cocBranch'],
  ['012345678', 'NL', 'boarding:cocRsin'],
  ['1234567', 'NL', 'boarding:cocHint'],
  ['ABC', 'NL', 'boarding:cocHint'],
  ['0123456789', 'BE', undefined],
])('%j in %s: %s', (coc, country, doubt) => {
  expect(cocDoubt(coc, country)).toBe(doubt)
})
