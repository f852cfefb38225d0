import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isolateDirection, createTranslate } from './messages.ts'

const hebrew = '\u05d7\u05e0\u05d5\u05ea'

test.each(['', 'Winkel Noord', 'Café 1 (NL) – 42', 'Ζαχαροπλαστείο', '店', '🛒'])(
  'isolated returns %j unchanged',
  (text) => {
    expect(isolateDirection(text)).toBe(text)
  },
)

test.each([
  ['Hebrew', hebrew, hebrew],
  ['Arabic with digits', '\u0645\u062a\u062c\u0631 7', '\u0645\u062a\u062c\u0631 7'],
  ['characters that end the isolation', `\u2069\u202e${hebrew}`, hebrew],
  ['letters outside the basic plane', '\u{10900}', '\u{10900}'],
])('isolateDirection surrounds a text with %s by direction isolates', (_, text, inner) => {
  expect(isolateDirection(text)).toBe(`\u2068${inner}\u2069`)
})

test('removes characters that change the text direction', () => {
  expect(isolateDirection('ab\u202ecd\u2069')).toBe('abcd')
})

test('isolates the text direction of every parameter from the rest of the sentence', () => {
  const parts = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068']
  const hostile = fc.array(fc.constantFrom(...parts, '\u2069', '\u200f', hebrew, 'a', '7'))
  const translate = createTranslate({ 'home:place': 'Van {administration}, in {location}.' })
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const administration = one.join('')
      const location = other.join('')
      const text = translate('home:place', { administration, location })
      let depth = 0
      for (const character of text) {
        expect(character).not.toMatch(/[\u202a-\u202e\u2066\u2067]/)
        if (character === '\u2068') depth += 1
        if (character === '\u2069') depth -= 1
        expect(depth).toBeGreaterThanOrEqual(0)
        if (character === '\u05d7' || character === '\u200f') expect(depth).toBeGreaterThan(0)
      }
      expect(depth).toBe(0)
    }),
  )
})
