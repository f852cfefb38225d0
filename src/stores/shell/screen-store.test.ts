import { expect, test } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestPortal, testPerson } from '../../../test/portal.ts'
import { createScreenStore, providePortal } from './portal.ts'

function setUp() {
  const portal = createTestPortal({ configuration: configurationFor('http://localhost:4400') })
  providePortal(portal)
  const made: { starts: number }[] = []
  const early = createScreenStore((given, person) => {
    expect(given).toBe(portal)
    expect(person).toBe(testPerson)
    const store = {
      starts: 0,
      start: () => {
        store.starts += 1
      },
    }
    made.push(store)
    return store
  })
  return { early, made }
}

test('a screen takes the store that has begun, and after a failure another one, both started', () => {
  const { early, made } = setUp()
  early.begin()
  expect(made).toMatchObject([{ starts: 1 }])
  const first = early.take()
  expect(first).toBe(made[0])
  const second = early.take()
  expect(second).not.toBe(first)
  expect(made).toMatchObject([{ starts: 1 }, { starts: 1 }])
})
