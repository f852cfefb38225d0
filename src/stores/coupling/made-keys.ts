import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { location } from '../../lib/api/locations.ts'
import { administration } from '../../lib/api/serials.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { madeKeyLimit } from '../../lib/limits.ts'
import { readJson } from '../../lib/stored.ts'
import { hasCreated, boardingName, keyName } from './write-names.ts'
import type { Written } from '../gateway/written.ts'
import { isForgotten, keptPrefix, keyOf } from '../session/user-memory.ts'

const madeKey = z.object({
  administration: id,
  location: id,
  /** The id of the key, by which it is approved. */
  key: id,
  /** Where it is approved: at the accounting package, or by the provider of polaris. */
  approvedBy: z.literal(['package', 'polaris']),
  /** Whether it is to take the place of one that was in use when it was made. */
  replacesAnother: z.boolean(),
  /** Whether it was made for somebody else to approve, by its link. */
  isHandedOver: z.optional(z.boolean()),
  /** What its place was called by whoever made that as well. */
  place: z.optional(z.object({ administration, location })),
})
/** A key that a user made in this browser, and that is not known to be approved. */
export type MadeKey = z.infer<typeof madeKey>

const madeKeys = z.array(madeKey)

/** Where the keys of a user are kept. */
export function madeKeysKey(user: string): Promise<string> {
  return keyOf(`${keptPrefix}keys:`, user)
}

/** The keys that a user made in this browser, in any of its tabs, the latest first. */
export async function readMadeKeys(environment: Environment, user: string): Promise<MadeKey[]> {
  return read(environment, await madeKeysKey(user))
}

/** The key that a user made for a place in this browser; null where there is none. */
export async function findMadeKey(
  environment: Environment,
  user: string,
  place: PlaceIds,
): Promise<MadeKey | null> {
  const made = await readMadeKeys(environment, user)
  return made.find(isAt(place)) ?? null
}

/** Remembers a key for as long as the user is signed in. Never fails: the tab knows of it as well. */
export async function noteMadeKey(
  environment: Environment,
  user: string,
  made: MadeKey,
): Promise<void> {
  try {
    await change(environment, user, (others) => [
      made,
      ...others.filter((each) => !isAt(made)(each)),
    ])
  } catch (error) {
    logError(environment, 'this browser could not remember a key', error)
  }
}

/**
 * Forgets the key of a place, in this browser and in this tab: the next press makes another one.
 * For a coupling that is confirmed, and for one that is to begin anew. Never fails.
 */
export async function forgetMadeKey(
  environment: Environment,
  user: string,
  place: PlaceIds,
  written: Written,
): Promise<void> {
  if (hasCreated(written, place.location)) written.forget(boardingName('key'))
  written.forget(keyName(place))
  try {
    await change(environment, user, (made) => made.filter((each) => !isAt(place)(each)))
  } catch (error) {
    logError(environment, 'this browser could not forget a key', error)
  }
}

/** Whether a key is that of a place. */
export const isAt = (place: PlaceIds) => (made: MadeKey) => placeName(made) === placeName(place)

async function change(
  environment: Environment,
  user: string,
  changed: (made: MadeKey[]) => MadeKey[],
): Promise<void> {
  const key = await madeKeysKey(user)
  if (isForgotten(environment)) return
  const earlier = read(environment, key)
  const next = changed(earlier).slice(0, madeKeyLimit)
  if (earlier.length > 0 || next.length > 0) {
    environment.sharedStorage.setItem(key, JSON.stringify(next))
  }
}

/** What is not usable, after an update of the portal, is left alone. */
function read({ sharedStorage }: Environment, key: string): MadeKey[] {
  return z.safeParse(madeKeys, readJson(sharedStorage, key)).data ?? []
}
