import { expect, test } from 'vitest'
import { createTranslate, localeOfPath } from './messages.ts'

test('fills the placeholders, also with what looks like one', () => {
  const translate = createTranslate({ 'connect:required': '{field} is verplicht' })
  expect(translate('connect:required', { field: '{field} $1' })).toBe('{field} $1 is verplicht')
})

test('a message that the page does not ship is a programming error', () => {
  expect(() => createTranslate({})('connect:submit')).toThrow('connect:submit')
})

test.each([
  ['/en', 'en'],
  ['/en/connect', 'en'],
  ['/en?x=1', 'en'],
  ['/', 'nl'],
  ['/entrance', 'nl'],
  ['/connect?next=/en', 'nl'],
])('%s is in %s', (path, locale) => {
  expect(localeOfPath(path)).toBe(locale)
})
