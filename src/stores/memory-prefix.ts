import type { Environment } from '../lib/environment.ts'

/** Begins the key of everything the tab remembers for a user. */
export const memoryPrefix = 'koppelpunt:memory:'

const closed = new WeakSet<Environment>()

/** Whether somebody signed out on this page: what is typed or still to be stored is theirs no more. */
export function isForgotten(environment: Environment): boolean {
  return closed.has(environment)
}

/** Forgets what the tab remembers: on sign-out, or for everybody but the user who signs in. */
export function forgetMemory(environment: Environment, exceptUser?: string): void {
  const { tabStorage } = environment
  if (exceptUser === undefined) closed.add(environment)
  const keys = Array.from({ length: tabStorage.length }, (_, index) => tabStorage.key(index))
  for (const key of keys) {
    if (!key?.startsWith(memoryPrefix)) continue
    if (exceptUser === undefined || !key.startsWith(`${memoryPrefix}${exceptUser}:`)) {
      tabStorage.removeItem(key)
    }
  }
}
