import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { measureProcessorTime } from '../../../test/processor-time.ts'
import { listRuleFailures, isValid, validationText } from '../../../test/failures.ts'
import * as families from './families.ts'
import { getFailure, type Rule } from './rule.ts'

const { numberBetween: between, length, dateAfter, dateBefore, dateBetween } = families
const file = (type: string) => new File([], 'a', { type })
const moment = new Date(2026, 10, 20, 23, 59)

test.each<[name: string, rule: Rule, good: readonly unknown[], bad: readonly unknown[]]>([
  [
    'number',
    families.number(),
    ['0', '-1.5', '+3', '007', 12, 0],
    ['a', '1a', '1e3', '0x10', 'Infinity', ' 1', '.5', '5.', Number.NaN, true, ['1']],
  ],
  ['min', families.min(2), [2, '2.5', ['a', 'b']], [1, '1', ['a'], 'x']],
  ['max', families.max(1), [1, '-2', ['a']], [2, '2', ['a', 'b'], 'x']],
  ['between', between(-1, 2), [-1, '0', 2], [-2, '3', 2.5, 'x']],
  ['lengthExact', length(2, 2), ['NL', 'é€', '😀😀', ['a', 'b']], ['N', 'NLD', ['a']]],
  ['lengthMin', length(3), ['abc'], ['ab', 7]],
  ['lengthMax', length(0, 2), ['ab'], ['abc']],
  ['lengthBetween', length(2, 4), ['ab', 'abcd'], ['a', 'abcde']],
  [
    'date',
    families.date(),
    ['2026-11-20', '2028-02-29', moment],
    ['2026-02-29', '2026-13-01', '2026-00-10', '20-11-2026', 'gisteren', 20261120],
  ],
  ['dateAfter', dateAfter('2026-11-19'), ['2026-11-20', moment], ['2026-11-19', '2025-12-31', 'x']],
  ['dateBefore', dateBefore('2026-11-21'), ['2026-11-20', moment], ['2026-11-21', 'x']],
  [
    'dateBetween',
    dateBetween('2026-11-20', '2026-11-21'),
    ['2026-11-20', '2026-11-21', moment],
    ['2026-11-19', '2026-11-22', '2026-11-31'],
  ],
  [
    'dateFormat',
    families.dateFormat('DD-MM-YYYY'),
    ['20-11-2026'],
    ['29-02-2026', '20-11-26', '2026-11-20', '20-11-2026 ', '20x11x2026'],
  ],
  ['dateFormat', families.dateFormat('MM/DD/YYYY'), ['11/20/2026'], ['20/11/2026']],
  ['alpha', families.alpha(), ['abc', 'Éva', 'e\u0301', 'ß'], ['a1', 'a b', 'a-b', '\u0301']],
  ['alphaSpaces', families.alphaSpaces(), ['De Vries', 'Café Zuid'], ['De-Vries', 'a1', 'a\tb']],
  ['uppercase', families.uppercase(), ['NL', 'É'], ['Nl', 'N1', 'N L']],
  ['lowercase', families.lowercase(), ['nl', 'é'], ['Nl', 'n1']],
  ['symbol', families.symbol(), ['!?', '€', '-'], ['a!', '! ', '1']],
  ['containsAlpha', families.containsAlpha(), ['1a', 'é!'], ['12', '!']],
  ['containsAlphanumeric', families.containsAlphanumeric(), ['!1', 'a'], ['!', ' ']],
  ['containsAlphaSpaces', families.containsAlphaSpaces(), ['1 2', 'a'], ['12', '!']],
  ['containsUppercase', families.containsUppercase(), ['aB'], ['ab1']],
  ['containsLowercase', families.containsLowercase(), ['aB'], ['AB1']],
  ['containsSymbol', families.containsSymbol(), ['a!'], ['a b1']],
  ['containsNumeric', families.containsNumeric(), ['a1'], ['ab']],
  ['startsWith', families.startsWith('NL', 'BE'), ['NL1', 'BE'], ['1NL', 'nl']],
  ['endsWith', families.endsWith('NL', 'BE'), ['1NL', 'BE'], ['NL1', 'nl']],
  ['notAllowed', families.is('a', 7), ['a', 7, '7'], ['A', 8, '8', ['a']]],
  ['notAllowed', families.not('a', 7), ['A', 8, '8'], ['a', 7, '7']],
  ['notAllowed', families.matches(/^\d{4}$/g), ['1234', '1234'], ['12345']],
  [
    'mime',
    families.mime('image/png', 'image/gif'),
    [file('image/png'), [file('image/png'), file('image/gif')]],
    [file('application/pdf'), [file('image/png'), file('application/pdf')], 'a.png'],
  ],
  ['accepted', families.accepted(), [true, 'yes', 'on', '1', 1, 'true'], [false, 0, 'no', 'nee']],
])('rule %s accepts valid and empty values and rejects invalid ones', (name, rule, good, bad) => {
  for (const value of [...good, '', null, undefined, [], {}]) {
    expect(listRuleFailures(value, rule), String(value)).toEqual([])
  }
  for (const value of bad)
    expect(listRuleFailures(value, rule)).toMatchObject([{ key: `rules:${name}` }])
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(listRuleFailures(value, rule).length).toBeLessThanOrEqual(1)
    }),
  )
})

test.each([
  ['between', between(2, 1)],
  ['length', length(3, 2)],
  ['dateBetween', dateBetween('2026-02-01', '2026-01-01')],
])('reports the rule %s with reversed bounds as misconfigured', (_, rule) => {
  expect(validationText(listRuleFailures('1', rule)[0], 'Prijs')).toBe(
    'Dit veld is onjuist geconfigureerd en kan niet worden verzonden.',
  )
})

test('names the bounds and allowed values in the message of a failed rule', () => {
  const textOf = (value: unknown, rule: Rule) =>
    validationText(listRuleFailures(value, rule)[0], 'Naam')
  expect(textOf('abc', length(0, 2))).toBe('Naam: hoogstens 2 tekens.')
  expect(textOf('a', length(2, 4))).toBe('Naam: 2 tot en met 4 tekens.')
  expect(textOf('x', families.startsWith('NL', 'BE'))).toBe('Naam begint niet met NL, BE.')
})

test('alpha and alphaSpaces validate a long text within seconds', () => {
  const time = measureProcessorTime(() => {
    isValid(`${'a\u0301'.repeat(100_000)}!`, families.alpha())
    isValid(`${'a '.repeat(100_000)}!`, families.alphaSpaces())
  })
  expect(time).toBeLessThan(5)
})

test('confirm reports its failure even if other fields are invalid', () => {
  const account = z
    .object({ name: z.string().check(z.minLength(1)), password: z.string(), again: z.string() })
    .check(families.confirm('again', 'password'))
  const wrong = (...[name, password, again]: string[]) =>
    account.safeParse({ name, password, again }).error?.issues.map(({ path }) => path.join()) ?? []
  expect(wrong('', 'a', 'b')).toEqual(['name', 'again'])
  expect(wrong('a', 'a', 'a')).toEqual([])
  expect(wrong('a', 'a', '')).toEqual([])
})

test('requireOne passes if one of several fields is filled in', () => {
  const phones = z
    .object({ home: z.string(), mobile: z.string() })
    .check(families.requireOne('home', 'mobile'))
  expect(phones.safeParse({ home: '', mobile: '06' }).success).toBe(true)
  const [issue] = phones.safeParse({ home: '', mobile: '' }).error?.issues ?? []
  expect(issue?.path).toEqual(['home'])
  expect(getFailure(issue).key).toBe('rules:requireOne')
})
