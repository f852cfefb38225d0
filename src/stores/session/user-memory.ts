import { digestOf } from '../../lib/digest.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { Environment } from '../../lib/environment.ts'

/** The start of keys by which tabs share that a new customer is finished. They name nobody. */
export const boardedPrefix = 'koppelpunt:boarded:'

/** The start of the key of what a user worked on in this browser: ids, and nobody's name. */
export const recentPrefix = 'koppelpunt:recent:'

/** The start of the keys of what else this browser keeps of a user, followed by the user's digest. */
export const keptPrefix = 'koppelpunt:kept:'

/** The start of the key of what a user chose last in a wizard: settings, and nobody's name. */
const choicesPrefix = 'koppelpunt:choices:'

/** The start of the key of everything the tab remembers for a user. */
export const memoryPrefix = 'koppelpunt:memory:'

/** Tabs that have forgotten their user, and remember nothing more. */
const closed = new WeakSet<Environment>()

/** Key of what a user chose last, which outlives a sign-out. */
export function choicesKey(user: string): Promise<string> {
  return keyOf(choicesPrefix, user)
}

/** Where a user's last report about a place is kept; the user's part comes first. */
export async function reportKey(user: string, place: PlaceIds): Promise<string> {
  return `${await keyOf(`${keptPrefix}report:`, user)}:${await digestOf(placeName(place))}`
}

/** A key with a digest, which does not show what it is about: tabs and users share that storage. */
export async function keyOf(prefix: string, about: string): Promise<string> {
  return prefix + (await digestOf(about))
}

/** Whether the user has signed out: nothing of theirs may be stored any more. */
export function isForgotten(environment: Environment): boolean {
  return closed.has(environment)
}

/**
 * Forgets what the tab remembers of all users but `exceptUser`, who signs in. Without one, on a sign-out,
 * it forgets everything, and also what the browser remembers of any user; except for the choices of last
 * time, which are for the next administration.
 */
export function forgetMemory(environment: Environment, exceptUser?: string): void {
  const { tabStorage, sharedStorage } = environment
  if (exceptUser !== undefined) {
    for (const key of keysOf(tabStorage, memoryPrefix)) {
      if (!key.startsWith(`${memoryPrefix}${exceptUser}:`)) tabStorage.removeItem(key)
    }
    return
  }
  closeMemory(environment)
  for (const prefix of [boardedPrefix, recentPrefix, keptPrefix]) {
    for (const key of keysOf(sharedStorage, prefix)) sharedStorage.removeItem(key)
  }
}

/** Forgets all that the tab remembers, and lets it remember nothing more. */
export function closeMemory(environment: Environment): void {
  closed.add(environment)
  const { tabStorage } = environment
  for (const key of keysOf(tabStorage, memoryPrefix)) tabStorage.removeItem(key)
}

/** The keys of a storage that begin with a prefix. */
export function keysOf(storage: Storage, prefix: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
    (key) => key.startsWith(prefix),
  )
}
