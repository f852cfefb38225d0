import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { createStorage, createTestEnvironment } from '../../../test/environment.ts'
import { forgetMemory } from '../session/user-memory.ts'
import { createTabMemory } from './tab-memory.ts'

const schema = z.object({ name: z.string() })

function setUp(user = 'user-1') {
  const environment = createTestEnvironment()
  return { environment, memory: createTabMemory(environment, user, 'draft', schema) }
}

function stored({ tabStorage }: ReturnType<typeof createTestEnvironment>): unknown {
  return JSON.parse(tabStorage.getItem('koppelpunt:memory:user-1:draft') ?? 'null')
}

test('what is written is read back, until it is cleared', () => {
  const { memory } = setUp()
  expect(memory.read()).toBeNull()
  memory.write({ name: 'Noord' })
  expect(memory.read()).toEqual({ name: 'Noord' })
  memory.clear()
  expect(memory.read()).toBeNull()
})

test('another user reads nothing of it', () => {
  const { environment, memory } = setUp()
  memory.write({ name: 'Noord' })
  expect(createTabMemory(environment, 'user-2', 'draft', schema).read()).toBeNull()
})

test('typing is stored within 300 ms, once, as it was last', async () => {
  const { environment, memory } = setUp()
  memory.writeSoon({ name: 'N' })
  memory.writeSoon({ name: 'No' })
  expect(stored(environment)).toBeNull()
  await expect.poll(() => stored(environment)).toEqual({ name: 'No' })
  expect(environment.pauses).toEqual([300])
})

test('a screen that starts anew reads what is still to be stored', () => {
  const { environment, memory } = setUp()
  memory.writeSoon({ name: 'Noord' })
  expect(createTabMemory(environment, 'user-1', 'draft', schema).read()).toEqual({ name: 'Noord' })
})

test('leaving the page stores at once', () => {
  const environment = createTestEnvironment(undefined, {
    wait: () =>
      new Promise(() => {
        // The page is gone before the pause is over.
      }),
  })
  const memory = createTabMemory(environment, 'user-1', 'draft', schema)
  memory.writeSoon({ name: 'Noord' })
  environment.leave()
  expect(stored(environment)).toEqual({ name: 'Noord' })
})

test('clearing takes back what was about to be stored', async () => {
  const { environment, memory } = setUp()
  memory.writeSoon({ name: 'Noord' })
  memory.clear()
  await expect.poll(() => environment.pauses).toEqual([300])
  expect(memory.read()).toBeNull()
})

test.each(['{', '{"name":7}', 'null'])('%s is not usable and does no harm', (stored) => {
  const { environment, memory } = setUp()
  memory.write({ name: 'Noord' })
  const key = environment.tabStorage.key(0) ?? ''
  environment.tabStorage.setItem(key, stored)
  expect(memory.read()).toBeNull()
  expect(environment.logged).toHaveLength(1)
})

test('after a sign-out nothing more is stored', async () => {
  const { environment, memory } = setUp()
  memory.writeSoon({ name: 'Noord' })
  forgetMemory(environment)
  await expect.poll(() => environment.pauses).toEqual([300])
  environment.leave()
  expect(environment.tabStorage.length).toBe(0)
})

test('storage that is full loses no more than the draft', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const environment = createTestEnvironment(undefined, {
    tabStorage: Object.assign(createStorage(), { setItem: full }),
  })
  const memory = createTabMemory(environment, 'user-1', 'draft', schema)
  memory.writeSoon({ name: 'Noord' })
  await expect.poll(() => environment.logged).toEqual(['the tab could not remember: draft'])
  expect(() => memory.write({ name: 'Noord' })).toThrow('full')
})

test('storage that was full for a while holds what is typed after that', async () => {
  const tabStorage = createStorage()
  const setItem = tabStorage.setItem.bind(tabStorage)
  tabStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const environment = createTestEnvironment(undefined, { tabStorage })
  const memory = createTabMemory(environment, 'user-1', 'draft', schema)
  memory.writeSoon({ name: 'N' })
  await expect.poll(() => environment.logged).toHaveLength(1)
  tabStorage.setItem = setItem
  memory.writeSoon({ name: 'Noord' })
  await expect.poll(() => stored(environment)).toEqual({ name: 'Noord' })
})

test('forgetting leaves alone what is not remembered for a user', () => {
  const { environment, memory } = setUp()
  environment.tabStorage.setItem('other', '1')
  memory.write({ name: 'Noord' })
  forgetMemory(environment)
  expect(memory.read()).toBeNull()
  expect(environment.tabStorage.getItem('other')).toBe('1')
})
