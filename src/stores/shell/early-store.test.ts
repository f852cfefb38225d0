import { expect, test } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestPortal, testPerson } from '../../../test/portal.ts'
import { createEarlyStore } from './early-store.ts'
import { providePortal } from './portal.ts'

function setUp() {
  const portal = createTestPortal({ configuration: configurationFor('http://localhost:4400') })
  providePortal(portal)
  const made: { starts: number }[] = []
  const early = createEarlyStore((given, person) => {
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

test('a screen takes the store that has begun, once started', () => {
  const { early, made } = setUp()
  early.begin()
  expect(made).toMatchObject([{ starts: 1 }])
  expect(early.take()).toBe(made[0])
  expect(made).toMatchObject([{ starts: 1 }])
})

test('a screen after a failure takes another one, started as well', () => {
  const { early, made } = setUp()
  early.begin()
  const first = early.take()
  const second = early.take()
  expect(second).not.toBe(first)
  expect(made).toMatchObject([{ starts: 1 }, { starts: 1 }])
})
