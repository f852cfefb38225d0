import type { Environment } from '../lib/environment.ts'

/** Begins the key of everything the tab remembers for a user. */
export const memoryPrefix = 'koppelpunt:memory:'

/** Forgets what the tab remembers: on sign-out, or for everybody but the user who signs in. */
export function forgetMemory({ tabStorage }: Environment, exceptUser?: string): void {
  const keys = Array.from({ length: tabStorage.length }, (_, index) => tabStorage.key(index))
  for (const key of keys) {
    if (!key?.startsWith(memoryPrefix)) continue
    if (exceptUser === undefined || !key.startsWith(`${memoryPrefix}${exceptUser}:`)) {
      tabStorage.removeItem(key)
    }
  }
}
