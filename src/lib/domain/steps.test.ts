import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStep, withStep } from './steps.ts'

const names = ['one', 'two'] as const
const read = (query: string) => readStep(new URL(`https://portal.test/boarding${query}`), names)

test('reads a step that exists', () => {
  expect(read('?reseller=7&step=two')).toBe('two')
})

test.each(['', '?step=', '?step=three', '?step=Two', '?steps=two'])('%j names none', (query) => {
  expect(read(query)).toBeUndefined()
})

test('keeps everything else of the address', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const before = new URL(address)
      const after = withStep(withStep(before, 'one'), 'two')
      expect(readStep(after, names)).toBe('two')
      expect([after.origin, after.pathname, after.hash]).toEqual([
        before.origin,
        before.pathname,
        before.hash,
      ])
      after.searchParams.delete('step')
      before.searchParams.delete('step')
      expect([...after.searchParams]).toEqual([...before.searchParams])
    }),
  )
})
