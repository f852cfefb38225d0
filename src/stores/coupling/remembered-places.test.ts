import { describe, expect, test } from 'vitest'
import { createTestEnvironment, openAnotherTab } from '../../../test/environment.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { Environment } from '../../lib/environment.ts'
import { pendingKeyLimit, recentPlaceLimit } from '../../lib/limits.ts'
import { createStorageKey, type Owner } from '../../lib/remembered.ts'
import { openWriteLog } from '../gateway/write-log.ts'
import {
  findPendingKey,
  forgetPendingKey,
  rememberPendingKey,
  rememberRecentPlace,
  readPendingKeys,
  readRecentPlaces,
  type PendingKey,
} from './remembered-places.ts'
import { getKeyWriteName } from './writes.ts'
import { createOwner } from '../../../test/portal.ts'

const user = 'user-1'
const place = (location: number | string): PlaceIds => ({ administration: 1, location })
const pendingKeyOf = (ids: PlaceIds, key = `key-${ids.location}`): PendingKey => ({
  ...ids,
  key,
  approvedBy: 'package',
  replacesAnother: false,
})

const kinds = [
  { kind: 'work', note: rememberRecentPlace, read: readRecentPlaces, limit: recentPlaceLimit },
  {
    kind: 'pendingKeys',
    note: (owner: Owner, ids: PlaceIds) => rememberPendingKey(owner, pendingKeyOf(ids)),
    read: readPendingKeys,
    limit: pendingKeyLimit,
  },
] as const

describe.each(kinds)('remembered places: $kind', ({ note, read, limit }) => {
  const locations = async (environment: Environment) =>
    (await read(createOwner(environment, user))).map(({ location }) => location)

  test('remembers each place once, newest first, up to the limit', async () => {
    const environment = createTestEnvironment()
    for (let location = 1; location <= limit + 2; location += 1) {
      await note(createOwner(environment, user), place(location))
    }
    await note(createOwner(environment, user), { administration: '1', location: '4' })
    const latest = await locations(environment)
    expect(latest.slice(0, 3)).toEqual(['4', limit + 2, limit + 1])
    expect(latest).toHaveLength(limit)
    expect(latest).not.toContain(4)
  })
})

test('stores only ids and time of a place that the user worked on', async () => {
  const environment = createTestEnvironment()
  await rememberRecentPlace(createOwner(environment, user), {
    ...place(2001),
    ...{ name: 'Winkel Noord' },
  })
  expect(environment.sharedStorage.getItem(await createStorageKey('work', user))).toBe(
    `[{"administration":1,"location":2001,"at":${environment.now()}}]`,
  )
})

test('ignores malformed entries of recently opened locations in the browser storage', async () => {
  const environment = createTestEnvironment()
  environment.sharedStorage.setItem(await createStorageKey('work', user), '[{"administration":1}]')
  expect(await readRecentPlaces(createOwner(environment, user))).toEqual([])
})

test('finds the last pending key of a place, even if a different tab created the key', async () => {
  const environment = createTestEnvironment()
  for (const key of ['one', 'another'])
    await rememberPendingKey(createOwner(environment, user), pendingKeyOf(place(2), key))
  const other = openAnotherTab(environment)
  const ids = { administration: '1', location: '2' }
  expect(await findPendingKey(createOwner(other, user), ids)).toEqual(
    pendingKeyOf(place(2), 'another'),
  )
  expect(await findPendingKey(createOwner(other, user), place(3))).toBeNull()
})

test('forgets a pending key together with its write and keeps other keys', async () => {
  const environment = createTestEnvironment()
  const written = openWriteLog(createOwner(environment, user))
  const name = getKeyWriteName(place(2))
  written.record(name, {}, { id: 'key-2' })
  await forgetPendingKey(createOwner(environment, user), place(9))
  expect(environment.sharedStorage).toHaveLength(0)
  for (const location of [2, 3])
    await rememberPendingKey(createOwner(environment, user), pendingKeyOf(place(location)))
  await forgetPendingKey(createOwner(environment, user), place(2))
  expect(written.isAnswered(name)).toBe(false)
  expect(await readPendingKeys(createOwner(environment, user))).toEqual([pendingKeyOf(place(3))])
})
