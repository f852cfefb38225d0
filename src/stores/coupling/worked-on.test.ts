import { expect, test } from 'vitest'
import { createStorage, createTestEnvironment } from '../../../test/environment.ts'
import { recentLimit } from '../../lib/limits.ts'
import { forgetMemory, memoryPrefix, recentKey } from '../session/user-memory.ts'
import { hasWork } from '../recent/has-work.ts'
import { noteWork, readWork } from './worked-on.ts'

const place = (location: number) => ({ administration: 1, location })

test('the latest comes first, each place once, five at most', async () => {
  const environment = createTestEnvironment()
  for (const location of [1, 2, 3, 4, 5, 6, 3]) {
    await noteWork(environment, 'user-1', place(location))
  }
  const work = await readWork(environment, 'user-1')
  expect(work.map(({ location }) => location)).toEqual([3, 6, 5, 4, 2])
  expect(work).toHaveLength(recentLimit)
})

test('an id counts as the same whatever its form', async () => {
  const environment = createTestEnvironment()
  await noteWork(environment, 'user-1', place(1))
  await noteWork(environment, 'user-1', { administration: '1', location: '1' })
  expect(await readWork(environment, 'user-1')).toEqual([{ administration: '1', location: '1' }])
})

test('another user sees nothing of it, and nothing says whose it is', async () => {
  const environment = createTestEnvironment()
  const named = { ...place(2001), name: 'Winkel Noord' }
  await noteWork(environment, 'user-1', named)
  expect(await readWork(environment, 'user-2')).toEqual([])
  const { sharedStorage } = environment
  const key = sharedStorage.key(0) ?? ''
  expect(sharedStorage).toHaveLength(1)
  expect(key).toBe(await recentKey('user-1'))
  expect(key).not.toContain('user-1')
  expect(sharedStorage.getItem(key)).toBe('[{"administration":1,"location":2001}]')
})

test('a sign-out takes everybody’s along, and nothing is remembered after it', async () => {
  const environment = createTestEnvironment()
  for (const user of ['user-1', 'user-2']) await noteWork(environment, user, place(1))
  environment.sharedStorage.setItem('other', '1')
  forgetMemory(environment, 'user-1')
  expect(environment.sharedStorage).toHaveLength(3)
  const late = noteWork(environment, 'user-1', place(2))
  forgetMemory(environment)
  await late
  expect(environment.sharedStorage).toHaveLength(1)
  expect(await hasWork(environment, 'user-1')).toBe(false)
})

test.each(['{', 'null', '[{"administration":1}]'])('%s does no harm', async (stored) => {
  const environment = createTestEnvironment()
  environment.sharedStorage.setItem(await recentKey('user-1'), stored)
  expect(await readWork(environment, 'user-1')).toEqual([])
  await noteWork(environment, 'user-1', place(1))
  expect(await readWork(environment, 'user-1')).toEqual([place(1)])
})

test('storage that is full keeps nobody from working', async () => {
  const environment = createTestEnvironment(undefined, {
    sharedStorage: Object.assign(createStorage(), {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }),
  })
  await noteWork(environment, 'user-1', place(1))
  expect(environment.logged).toEqual(['this browser could not remember what was worked on'])
})

test.each([
  ['boarding', true],
  ['connect', true],
  ['wizard:1/2', true],
  ['boarding-account', false],
  ['operation:key:1/2', false],
])('what the tab remembers under %s is a draft: %j', async (name, isDraft) => {
  const environment = createTestEnvironment()
  environment.tabStorage.setItem(`${memoryPrefix}user-1:${name}`, '{}')
  expect(await hasWork(environment, 'user-1')).toBe(isDraft)
  expect(await hasWork(environment, 'user-2')).toBe(false)
})
