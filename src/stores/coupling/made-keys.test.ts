import { expect, test } from 'vitest'
import { createStorage, createTestEnvironment } from '../../../test/environment.ts'
import { madeKeyLimit } from '../../lib/limits.ts'
import { boardingName, keyName } from './write-names.ts'
import { createWritten } from '../gateway/written.ts'
import { forgetMemory } from '../session/user-memory.ts'
import {
  findMadeKey,
  forgetMadeKey,
  madeKeysKey,
  noteMadeKey,
  readMadeKeys,
  type MadeKey,
} from './made-keys.ts'

const user = 'user-1'
const place = (location: number) => ({ administration: 1, location })
const made = (location: number, key = `key-${location}`): MadeKey => ({
  ...place(location),
  key,
  approvedBy: 'package',
  replacesAnother: false,
})
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

test('a key is found by its place, whatever the form of its ids, by another tab too', async () => {
  const sharedStorage = createStorage()
  await noteMadeKey(createTestEnvironment(undefined, { sharedStorage }), user, made(2))
  const other = createTestEnvironment(undefined, { sharedStorage })
  expect(await findMadeKey(other, user, { administration: '1', location: '2' })).toEqual(made(2))
  expect(await findMadeKey(other, user, place(3))).toBeNull()
})

test('the latest comes first, one per place, and so many in all', async () => {
  const environment = createTestEnvironment()
  for (const location of [1, 2]) await noteMadeKey(environment, user, made(location))
  await noteMadeKey(environment, user, made(1, 'another'))
  expect(await readMadeKeys(environment, user)).toEqual([made(1, 'another'), made(2)])
  for (let location = 3; location <= madeKeyLimit + 2; location += 1) {
    await noteMadeKey(environment, user, made(location))
  }
  expect(await readMadeKeys(environment, user)).toHaveLength(madeKeyLimit)
  expect(await findMadeKey(environment, user, place(2))).toBeNull()
})

test('another user has none of it, and nothing says whose it is', async () => {
  const environment = createTestEnvironment()
  await noteMadeKey(environment, user, made(2))
  expect(await readMadeKeys(environment, 'user-2')).toEqual([])
  expect(environment.sharedStorage.key(0)).not.toContain(user)
})

test('a sign-out takes it along, and nothing is remembered after it', async () => {
  const environment = createTestEnvironment()
  await noteMadeKey(environment, user, made(2))
  const late = noteMadeKey(environment, user, made(3))
  forgetMemory(environment)
  await late
  expect(environment.sharedStorage).toHaveLength(0)
})

test.each([keyName(place(2)), boardingName('key')])(
  'forgetting a key has this tab forget it under %s as well, and keeps the others',
  async (name) => {
    const environment = createTestEnvironment()
    const written = createWritten(environment, user)
    const body = { administration_id: 1, location_id: 2 }
    written.record(name, { body }, { id: 'key-2' })
    for (const location of [2, 3]) await noteMadeKey(environment, user, made(location))
    await forgetMadeKey(environment, user, place(2), written)
    expect(written.isAnswered(name)).toBe(false)
    expect(await readMadeKeys(environment, user)).toEqual([made(3)])
  },
)

test.each(['{', 'null', '[{"administration":1}]', '[7]'])('%s does no harm', async (stored) => {
  const environment = createTestEnvironment()
  environment.sharedStorage.setItem(await madeKeysKey(user), stored)
  expect(await readMadeKeys(environment, user)).toEqual([])
  await noteMadeKey(environment, user, made(2))
  expect(await readMadeKeys(environment, user)).toEqual([made(2)])
})

test('storage that is full stops nobody, and the log names no key', async () => {
  const sharedStorage = createStorage()
  const environment = createTestEnvironment(undefined, { sharedStorage })
  await noteMadeKey(environment, user, made(2))
  Object.assign(sharedStorage, { setItem: full })
  await noteMadeKey(environment, user, made(3))
  await forgetMadeKey(environment, user, place(2), createWritten(environment, user))
  expect(environment.logged).toEqual([
    'this browser could not remember a key',
    'this browser could not forget a key',
  ])
  expect(environment.loggedDetails.join()).not.toContain('key-')
})
