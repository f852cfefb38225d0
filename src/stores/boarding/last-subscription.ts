import type { Id } from '../../lib/api/endpoint.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { keyOf } from '../session/user-memory.ts'

/** Begins the key of that subscription, which outlives a sign-out. It does not name the user. */
const prefix = 'koppelpunt:subscription:'

/** Id of the subscription that a user chose last in this browser; null where there is none. */
export async function lastSubscription(
  { sharedStorage }: Environment,
  user: string,
): Promise<string | null> {
  return sharedStorage.getItem(await keyOf(prefix, user))
}

/** Remembers it for the next customer. Never fails: everything is made already. */
export async function noteSubscription(
  environment: Environment,
  user: string,
  id: Id,
): Promise<void> {
  try {
    environment.sharedStorage.setItem(await keyOf(prefix, user), String(id))
  } catch (error) {
    logError(environment, 'this browser could not remember a subscription', error)
  }
}
