import { expect, test } from 'vitest'
import { createTranslate, getPathLocale } from './messages.ts'

test('fills placeholders with values that look like placeholders', () => {
  const translate = createTranslate({ 'connect:required': '{field} is verplicht' })
  expect(translate('connect:required', { field: '{field} $1' })).toBe('{field} $1 is verplicht')
})

test.each([
  ['Bakkerij B.V.', 'Kies Bakkerij B.V.\nKlaar'],
  ['Bakkerij', 'Kies Bakkerij.\nKlaar'],
])('ends a sentence with one full stop after %s', (name, text) => {
  const translate = createTranslate({ 'links:subject': 'Kies {name}.\nKlaar' })
  expect(translate('links:subject', { name })).toBe(text)
})

test('returns the key of a message that the page does not contain', () => {
  expect(createTranslate({})('connect:submit')).toBe('connect:submit')
})

test.each([
  ['/en', 'en'],
  ['/en/connect', 'en'],
  ['/en?x=1', 'en'],
  ['/', 'nl'],
  ['/entrance', 'nl'],
  ['/connect?next=/en', 'nl'],
])('the path %s has the locale %s', (path, locale) => {
  expect(getPathLocale(path)).toBe(locale)
})
