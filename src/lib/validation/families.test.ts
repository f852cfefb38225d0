import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { measureProcessorTime } from '../../../test/processor-time.ts'
import { listRuleFailures, passesRule, translateValidationError } from '../../../test/failures.ts'
import * as families from './families.ts'
import { getRuleMessage, type InputRule } from './rule.ts'

const {
  numberBetweenRule: between,
  lengthRule: length,
  dateAfterRule: dateAfter,
  dateBeforeRule: dateBefore,
  dateBetweenRule: dateBetween,
} = families
const file = (type: string) => new File([], 'a', { type })
const moment = new Date(2026, 10, 20, 23, 59)

test.each<[name: string, rule: InputRule, good: readonly unknown[], bad: readonly unknown[]]>([
  [
    'number',
    families.numberRule(),
    ['0', '-1.5', '+3', '007', 12, 0],
    ['a', '1a', '1e3', '0x10', 'Infinity', ' 1', '.5', '5.', Number.NaN, true, ['1']],
  ],
  ['min', families.minRule(2), [2, '2.5', ['a', 'b']], [1, '1', ['a'], 'x']],
  ['max', families.maxRule(1), [1, '-2', ['a']], [2, '2', ['a', 'b'], 'x']],
  ['between', between(-1, 2), [-1, '0', 2], [-2, '3', 2.5, 'x']],
  ['lengthExact', length(2, 2), ['NL', 'é€', '😀😀', ['a', 'b']], ['N', 'NLD', ['a']]],
  ['lengthMin', length(3), ['abc'], ['ab', 7]],
  ['lengthMax', length(0, 2), ['ab'], ['abc']],
  ['lengthBetween', length(2, 4), ['ab', 'abcd'], ['a', 'abcde']],
  [
    'date',
    families.dateRule(),
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
    families.dateFormatRule('DD-MM-YYYY'),
    ['20-11-2026'],
    ['29-02-2026', '20-11-26', '2026-11-20', '20-11-2026 ', '20x11x2026'],
  ],
  ['dateFormat', families.dateFormatRule('MM/DD/YYYY'), ['11/20/2026'], ['20/11/2026']],
  ['alpha', families.lettersRule(), ['abc', 'Éva', 'e\u0301', 'ß'], ['a1', 'a b', 'a-b', '\u0301']],
  [
    'alphaSpaces',
    families.lettersAndSpacesRule(),
    ['De Vries', 'Café Zuid'],
    ['De-Vries', 'a1', 'a\tb'],
  ],
  ['uppercase', families.uppercaseRule(), ['NL', 'É'], ['Nl', 'N1', 'N L']],
  ['lowercase', families.lowercaseRule(), ['nl', 'é'], ['Nl', 'n1']],
  ['symbol', families.symbolsRule(), ['!?', '€', '-'], ['a!', '! ', '1']],
  ['containsAlpha', families.containsLetterRule(), ['1a', 'é!'], ['12', '!']],
  ['containsAlphanumeric', families.containsLetterOrDigitRule(), ['!1', 'a'], ['!', ' ']],
  ['containsAlphaSpaces', families.containsLetterOrSpaceRule(), ['1 2', 'a'], ['12', '!']],
  ['containsUppercase', families.containsUppercaseRule(), ['aB'], ['ab1']],
  ['containsLowercase', families.containsLowercaseRule(), ['aB'], ['AB1']],
  ['containsSymbol', families.containsSymbolRule(), ['a!'], ['a b1']],
  ['containsNumeric', families.containsDigitRule(), ['a1'], ['ab']],
  ['startsWith', families.startsWithRule('NL', 'BE'), ['NL1', 'BE'], ['1NL', 'nl']],
  ['endsWith', families.endsWithRule('NL', 'BE'), ['1NL', 'BE'], ['NL1', 'nl']],
  ['notAllowed', families.allowedValuesRule('a', 7), ['a', 7, '7'], ['A', 8, '8', ['a']]],
  ['notAllowed', families.forbiddenValuesRule('a', 7), ['A', 8, '8'], ['a', 7, '7']],
  ['notAllowed', families.patternRule(/^\d{4}$/g), ['1234', '1234'], ['12345']],
  [
    'mime',
    families.mimeTypeRule('image/png', 'image/gif'),
    [file('image/png'), [file('image/png'), file('image/gif')]],
    [file('application/pdf'), [file('image/png'), file('application/pdf')], 'a.png'],
  ],
  [
    'accepted',
    families.acceptedRule(),
    [true, 'yes', 'on', '1', 1, 'true'],
    [false, 0, 'no', 'nee'],
  ],
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
  expect(translateValidationError(listRuleFailures('1', rule)[0], 'Prijs')).toBe(
    'Dit veld is onjuist geconfigureerd en kan niet worden verzonden.',
  )
})

test('names the bounds and allowed values in the message of a failed rule', () => {
  const textOf = (value: unknown, rule: InputRule) =>
    translateValidationError(listRuleFailures(value, rule)[0], 'Naam')
  expect(textOf('abc', length(0, 2))).toBe('Naam: hoogstens 2 tekens.')
  expect(textOf('a', length(2, 4))).toBe('Naam: 2 tot en met 4 tekens.')
  expect(textOf('x', families.startsWithRule('NL', 'BE'))).toBe('Naam begint niet met NL, BE.')
})

test('alpha and alphaSpaces validate a long text within seconds', () => {
  const time = measureProcessorTime(() => {
    passesRule(`${'a\u0301'.repeat(100_000)}!`, families.lettersRule())
    passesRule(`${'a '.repeat(100_000)}!`, families.lettersAndSpacesRule())
  })
  expect(time).toBeLessThan(5)
})

test('confirmationRule reports two different values even if other fields are invalid', () => {
  const account = z
    .object({ name: z.string().check(z.minLength(1)), password: z.string(), again: z.string() })
    .check(families.confirmationRule('again', 'password'))
  const wrong = (...[name, password, again]: string[]) =>
    account.safeParse({ name, password, again }).error?.issues.map(({ path }) => path.join()) ?? []
  expect(wrong('', 'a', 'b')).toEqual(['name', 'again'])
  expect(wrong('a', 'a', 'a')).toEqual([])
  expect(wrong('a', 'a', '')).toEqual([])
})

test('requireOne passes if one of several fields is filled in', () => {
  const phones = z
    .object({ home: z.string(), mobile: z.string() })
    .check(families.anyFilledInRule('home', 'mobile'))
  expect(phones.safeParse({ home: '', mobile: '06' }).success).toBe(true)
  const [issue] = phones.safeParse({ home: '', mobile: '' }).error?.issues ?? []
  expect(issue?.path).toEqual(['home'])
  expect(getRuleMessage(issue).key).toBe('rules:requireOne')
})
