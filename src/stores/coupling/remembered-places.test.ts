import { describe, expect, test } from 'vitest'
import { createStorage, createTestEnvironment } from '../../../test/environment.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { Environment } from '../../lib/environment.ts'
import { madeKeyLimit, workLimit } from '../../lib/limits.ts'
import { createWritten } from '../gateway/written.ts'
import { forgetMemory, keyOf, recentPrefix } from '../session/user-memory.ts'
import {
  findMadeKey,
  forgetMadeKey,
  madeKeysKey,
  noteMadeKey,
  readMadeKeys,
  type MadeKey,
} from './made-keys.ts'
import { noteWork, readWork } from './worked-on.ts'
import { boardingName, keyName } from './write-names.ts'

const user = 'user-1'
const place = (location: number | string): PlaceIds => ({ administration: 1, location })
const made = (ids: PlaceIds, key = `key-${ids.location}`): MadeKey => ({
  ...ids,
  key,
  approvedBy: 'package',
  replacesAnother: false,
})
const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

const kinds = [
  {
    name: 'what was worked on',
    keyOf: (user: string) => keyOf(recentPrefix, user),
    note: noteWork,
    read: readWork,
    limit: workLimit,
    log: 'this browser could not remember what was worked on',
  },
  {
    name: 'a made key',
    keyOf: madeKeysKey,
    note: (environment: Environment, user: string, ids: PlaceIds) =>
      noteMadeKey(environment, user, made(ids)),
    read: readMadeKeys,
    limit: madeKeyLimit,
    log: 'this browser could not remember a key',
  },
]

describe.each(kinds)('$name', ({ keyOf, note, read, limit, log }) => {
  const locations = async (environment: Environment, of = user) =>
    (await read(environment, of)).map(({ location }) => location)

  test('is remembered latest first, each place once whatever its form, and so many in all', async () => {
    const environment = createTestEnvironment()
    for (let location = 1; location <= limit + 2; location += 1) {
      await note(environment, user, place(location))
    }
    await note(environment, user, { administration: '1', location: '4' })
    const latest = await locations(environment)
    expect(latest.slice(0, 3)).toEqual(['4', limit + 2, limit + 1])
    expect(latest).toHaveLength(limit)
    expect(latest).not.toContain(4)
  })

  test('is no other user’s, and nothing says whose it is', async () => {
    const environment = createTestEnvironment()
    await note(environment, user, place(2))
    expect(await locations(environment, 'user-2')).toEqual([])
    expect(environment.sharedStorage).toHaveLength(1)
    expect(environment.sharedStorage.key(0)).toBe(await keyOf(user))
    expect(environment.sharedStorage.key(0)).not.toContain(user)
  })

  test('goes with a sign-out, of everybody, and nothing is remembered after it', async () => {
    const environment = createTestEnvironment()
    for (const each of [user, 'user-2']) await note(environment, each, place(1))
    environment.sharedStorage.setItem('other', '1')
    forgetMemory(environment, user)
    expect(environment.sharedStorage).toHaveLength(3)
    const late = note(environment, user, place(2))
    forgetMemory(environment)
    await late
    expect(environment.sharedStorage).toHaveLength(1)
  })

  test.each(['{', 'null', '[{"administration":1}]', '[7]'])('is none in %s', async (stored) => {
    const environment = createTestEnvironment()
    environment.sharedStorage.setItem(await keyOf(user), stored)
    expect(await locations(environment)).toEqual([])
    await note(environment, user, place(2))
    expect(await locations(environment)).toEqual([2])
  })

  test('in a storage that is full stops nobody', async () => {
    const sharedStorage = Object.assign(createStorage(), { setItem: full })
    const environment = createTestEnvironment(undefined, { sharedStorage })
    await note(environment, user, place(1))
    expect(environment.logged).toEqual([log])
    expect(environment.loggedDetails.join()).not.toContain('key-')
  })
})

test('of what was worked on the ids and the time are stored, and nothing else', async () => {
  const environment = createTestEnvironment()
  const named = { ...place(2001), name: 'Winkel Noord' }
  await noteWork(environment, user, named)
  const key = await keyOf(recentPrefix, user)
  expect(environment.sharedStorage.getItem(key)).toBe(
    `[{"administration":1,"location":2001,"at":${environment.now()}}]`,
  )
})

test('what an earlier version of the portal remembered, without times, is read', async () => {
  const environment = createTestEnvironment()
  environment.sharedStorage.setItem(
    await keyOf(recentPrefix, user),
    '[{"administration":1,"location":2}]',
  )
  expect(await readWork(environment, user)).toEqual([place(2)])
})

test('a made key is found by its place, by another tab too, as it was made last', async () => {
  const sharedStorage = createStorage()
  const environment = createTestEnvironment(undefined, { sharedStorage })
  for (const key of ['one', 'another']) await noteMadeKey(environment, user, made(place(2), key))
  const other = createTestEnvironment(undefined, { sharedStorage })
  const ids = { administration: '1', location: '2' }
  expect(await findMadeKey(other, user, ids)).toEqual(made(place(2), 'another'))
  expect(await findMadeKey(other, user, place(3))).toBeNull()
})

test.each([keyName(place(2)), boardingName('key')])(
  'forgetting a key has this tab forget it under %s as well, and keeps the others',
  async (name) => {
    const environment = createTestEnvironment()
    const written = createWritten(environment, user)
    const body = { administration_id: 1, location_id: 2 }
    written.record(name, { body }, { id: 'key-2' })
    for (const location of [2, 3]) await noteMadeKey(environment, user, made(place(location)))
    await forgetMadeKey(environment, user, place(2), written)
    expect(written.isAnswered(name)).toBe(false)
    expect(await readMadeKeys(environment, user)).toEqual([made(place(3))])
  },
)

test('a key that cannot be forgotten, in a storage that is full, is logged without it', async () => {
  const environment = createTestEnvironment()
  await noteMadeKey(environment, user, made(place(2)))
  Object.assign(environment.sharedStorage, { setItem: full })
  await forgetMadeKey(environment, user, place(2), createWritten(environment, user))
  expect(environment.logged).toEqual(['this browser could not forget a key'])
  expect(environment.loggedDetails.join()).not.toContain('key-')
})
