import { expect, test, vi } from 'vitest'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestPortal } from '../../../test/portal.ts'
import { createScreenStore } from './screen-store.ts'
import { setCurrentPortal } from './portal.ts'

test('returns the store that was started early, and creates a new store at the second call', () => {
  const portal = createTestPortal({
    configuration: createSandboxConfiguration('http://localhost:4400'),
  })
  setCurrentPortal(portal)
  const create = vi.fn(() => ({ start: vi.fn() }))
  const screen = createScreenStore(create)
  screen.begin()
  const [first, second] = [screen.take(), screen.take()]
  expect(create.mock.results.map(({ value }) => value as unknown)).toEqual([first, second])
  expect(create.mock.calls).toEqual(Array(2).fill([portal]))
  expect(second).not.toBe(first)
  for (const { start } of [first, second]) expect(start).toHaveBeenCalledOnce()
})
