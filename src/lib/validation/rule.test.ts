import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { failures, passes, words } from '../../../test/failures.ts'
import {
  alpha,
  alphanumeric,
  alphaSpaces,
  containsAlpha,
  containsSymbol,
  email,
  endsWith,
  is,
  lowercase,
  matches,
  not,
  startsWith,
  symbol,
  uppercase,
  url,
} from './texts.ts'
import {
  between,
  date,
  dateAfter,
  dateBefore,
  dateBetween,
  dateFormat,
  length,
  max,
  mime,
  min,
  number,
} from './values.ts'
import { accepted, confirm, failureOf, isEmpty, required, requireOne, type Rule } from './rule.ts'

const aboutAnAnswer: Record<string, Rule> = {
  email: email(),
  url: url(),
  accepted: accepted(),
  date: date(),
  dateAfter: dateAfter('2026-01-01'),
  dateBefore: dateBefore('2026-01-01'),
  dateBetween: dateBetween('2026-01-01', '2026-12-31'),
  dateFormat: dateFormat('DD-MM-YYYY'),
  number: number(),
  length: length(2, 2),
  min: min(1),
  max: max(1),
  between: between(1, 2),
  alpha: alpha(),
  alphanumeric: alphanumeric(),
  alphaSpaces: alphaSpaces(),
  uppercase: uppercase(),
  lowercase: lowercase(),
  symbol: symbol(),
  containsAlpha: containsAlpha(),
  containsSymbol: containsSymbol(),
  startsWith: startsWith('a'),
  endsWith: endsWith('a'),
  is: is('a'),
  matches: matches('a'),
  not: not('a'),
  mime: mime('image/png'),
}

const empties = ['', null, undefined, [], {}]

test.each(Object.entries(aboutAnAnswer))('%s says nothing of an empty value', (_, rule) => {
  for (const empty of empties) expect(failures(empty, rule)).toEqual([])
})

test.each(Object.entries(aboutAnAnswer))('%s takes any value without crashing', (_, rule) => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(failures(value, rule).length).toBeLessThanOrEqual(1)
    }),
  )
})

test.each([0, false, Number.NaN, ' ', [''], new Date()])('%s is not empty', (value) => {
  expect(isEmpty(value)).toBe(false)
})

test('required wants something, be it 0 or false, but not blanks', () => {
  for (const empty of [...empties, ' \t ']) expect(passes(empty, required())).toBe(false)
  for (const value of ['a', 0, false, ['a'], { id: 1 }, new Date()]) {
    expect(passes(value, required())).toBe(true)
  }
})

test('the rules run in order and stop at the first failure', () => {
  const named = (value: unknown) =>
    failures(value, required(), alpha(), length(3)).map(({ key }) => key)
  expect(named('')).toEqual(['validation:required'])
  expect(named('1')).toEqual(['rules:alpha'])
  expect(named('ab')).toEqual(['rules:lengthMin'])
  expect(named('abc')).toEqual([])
})

test.each(
  Object.entries({
    between: between(2, 1),
    'length from more to less': length(3, 2),
    length: length(Number.NaN),
    min: min(Number.NaN),
    max: max(Number.NaN),
    dateAfter: dateAfter('30-11-2026'),
    dateBefore: dateBefore(new Date(Number.NaN)),
    dateBetween: dateBetween('2026-02-01', '2026-01-01'),
    dateFormat: dateFormat('DD-MM'),
    startsWith: startsWith(),
    endsWith: endsWith(),
    is: is(),
    not: not(),
    matches: matches(),
    mime: mime(),
    'mime without a slash': mime('png'),
  }),
)('%s that makes no sense says so instead of judging', (_, rule) => {
  const [failure] = failures('1', rule)
  expect(words(failure, 'Prijs')).toBe(
    'Dit veld is onjuist geconfigureerd en kan niet worden verzonden.',
  )
})

test.each([
  [failures('', required())[0], 'Naam is verplicht', 'Naam is required.'],
  [
    failures('x', email())[0],
    'Vul een geldig e-mailadres in.',
    'Please enter a valid email address.',
  ],
  [failures('x', url())[0], 'Voer een geldige URL in.', 'Please enter a valid URL.'],
  [failures(false, accepted())[0], 'Accepteer de Naam.', 'Please accept the Naam.'],
  [
    failures('x', date())[0],
    'De geselecteerde datum is ongeldig.',
    'The selected date is invalid.',
  ],
  [failureOf({}), 'Dit veld is niet geldig.', 'This field is not valid.'],
  [
    failures('NLD', length(2, 2))[0],
    'Naam moet precies 2 tekens lang zijn.',
    'Naam must be exactly 2 characters long.',
  ],
])('a failure reads as the specification has it', (failure, dutch, english) => {
  expect(words(failure, 'Naam')).toBe(dutch)
  expect(words(failure, 'Naam', 'en')).toBe(english)
})

const account = z
  .object({ name: z.string().check(required()), password: z.string(), again: z.string() })
  .check(confirm('again', 'password'))

test('a confirmation differs at its own field, also while other fields are wrong', () => {
  const result = z.safeParse(account, { name: '', password: 'a', again: 'b' })
  const found = result.error?.issues.map((issue) => [issue.path, failureOf(issue)] as const)
  expect(found?.map(([path, { key }]) => [path, key])).toEqual([
    [['name'], 'validation:required'],
    [['again'], 'rules:confirm'],
  ])
  expect(words(found?.[1]?.[1], 'Wachtwoord')).toBe('komt niet overeen')
  expect(z.safeParse(account, { name: 'a', password: 'a', again: 'a' }).success).toBe(true)
  expect(z.safeParse(account, { name: 'a', password: 'a', again: '' }).success).toBe(true)
})

test('of several fields one is enough', () => {
  const phones = z
    .object({ home: z.string(), mobile: z.string() })
    .check(requireOne('home', 'mobile'))
  expect(z.safeParse(phones, { home: '', mobile: '06' }).success).toBe(true)
  const [issue] = z.safeParse(phones, { home: '', mobile: '' }).error?.issues ?? []
  expect(issue?.path).toEqual(['home'])
  expect(failureOf(issue).key).toBe('rules:requireOne')
})
