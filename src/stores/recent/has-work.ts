import type { Environment } from '../../lib/environment.ts'
import { keysOf, memoryPrefix, recentKey } from '../session/user-memory.ts'

/** Whether Home has something to list for a user: recent places in this browser, or drafts in this tab. */
export async function hasWork(environment: Environment, user: string): Promise<boolean> {
  const { tabStorage, sharedStorage } = environment
  const prefix = `${memoryPrefix}${user}:`
  const isDraft = (key: string) => /^(?:connect$|boarding$|wizard:)/.test(key.slice(prefix.length))
  if (keysOf(tabStorage, prefix).some(isDraft)) return true
  return sharedStorage.getItem(await recentKey(user)) !== null
}
