import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withStep } from './steps.ts'

test('withStep changes only the step parameter of an address', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const before = new URL(address)
      const after = withStep(withStep(before, 'one'), 'two')
      expect(after.searchParams.getAll('step')).toEqual(['two'])
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
