import { expect, test } from 'vitest'
import { listRuleFailures, passesRule, translateValidationError } from '../../../test/failures.ts'
import { acceptedRule, lettersRule, dateRule, lengthRule } from './families.ts'
import { getRuleMessage, isValueEmpty, requiredRule } from './rule.ts'
import { emailRule, urlRule } from './texts.ts'

test.each([0, false, Number.NaN, ' ', [''], new Date()])(
  'isValueEmpty returns false for %s',
  (value) => {
    expect(isValueEmpty(value)).toBe(false)
  },
)

test('required accepts 0 and false but rejects blank values', () => {
  for (const empty of ['', null, undefined, [], {}, ' \t ']) {
    expect(passesRule(empty, requiredRule())).toBe(false)
  }
  for (const value of ['a', 0, false, ['a'], { id: 1 }, new Date()]) {
    expect(passesRule(value, requiredRule())).toBe(true)
  }
})

test('runs rules in order and stops at the first failure', () => {
  const named = (value: unknown) =>
    listRuleFailures(value, requiredRule(), lettersRule(), lengthRule(3)).map(({ key }) => key)
  expect(named('')).toEqual(['validation:required'])
  expect(named('1')).toEqual(['rules:alpha'])
  expect(named('ab')).toEqual(['rules:lengthMin'])
  expect(named('abc')).toEqual([])
})

const emailWords = 'Vul een geldig e-mailadres in.'
const dateWords = 'De geselecteerde datum is ongeldig.'

test.each([
  ['Naam is verplicht', 'Naam is required.', listRuleFailures('', requiredRule())[0]],
  [emailWords, 'Please enter a valid email address.', listRuleFailures('x', emailRule())[0]],
  ['Voer een geldige URL in.', 'Please enter a valid URL.', listRuleFailures('x', urlRule())[0]],
  ['Accepteer de Naam.', 'Please accept the Naam.', listRuleFailures(false, acceptedRule())[0]],
  [dateWords, 'The selected date is invalid.', listRuleFailures('x', dateRule())[0]],
  ['komt niet overeen', 'does not match', { key: 'rules:confirm' } as const],
  ['Dit veld is niet geldig.', 'This field is not valid.', getRuleMessage({})],
])('describes a failure by the texts %j and %j', (dutch, english, failure) => {
  expect(translateValidationError(failure, 'Naam')).toBe(dutch)
  expect(translateValidationError(failure, 'Naam', 'en')).toBe(english)
})
