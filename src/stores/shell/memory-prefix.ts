import { digestOf } from '../../lib/digest.ts'
import type { Environment } from '../../lib/environment.ts'

/** Begins the key of what tabs share: marks of finished customers, which name nobody. */
export const markPrefix = 'koppelpunt:boarded:'

/** Begins the key of what a user worked on in this browser: ids, and nobody's name. */
const recentPrefix = 'koppelpunt:recent:'

/** Begins the keys of what else is kept of a user in this browser, under a digest of who it is. */
export const keptPrefix = 'koppelpunt:kept:'

/** Begins the key of what a user chose last in a wizard: settings, and nobody's name. */
const choicesPrefix = 'koppelpunt:choices:'

/** Begins the key of everything the tab remembers for a user. */
export const memoryPrefix = 'koppelpunt:memory:'

const closed = new WeakSet<Environment>()

/** Key of what a user worked on. Tabs and users share that storage, so it does not say who it is. */
export function recentKey(user: string): Promise<string> {
  return keyOf(recentPrefix, user)
}

/** Key of what a user chose last, which does not say who it is either, and outlives a sign-out. */
export function choicesKey(user: string): Promise<string> {
  return keyOf(choicesPrefix, user)
}

/** A key that does not say what it is about: tabs and users share that storage. */
export async function keyOf(prefix: string, about: string): Promise<string> {
  return prefix + (await digestOf(about))
}

/** Whether nobody is signed in any more: what is typed or still to be stored is theirs no more. */
export function isForgotten(environment: Environment): boolean {
  return closed.has(environment)
}

/**
 * Forgets what the tab remembers: on sign-out, or for everybody but the user who signs in. What the
 * browser remembers goes on a sign-out, whoever's it is; but for the choices of last time, which are
 * there for the next administration.
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
  for (const prefix of [markPrefix, recentPrefix, keptPrefix]) {
    for (const key of keysOf(sharedStorage, prefix)) sharedStorage.removeItem(key)
  }
}

/** Forgets all that the tab remembers, and has it remember nothing more. */
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
