import { digestOf } from '../digest.ts'
import { logError, type Environment } from '../environment.ts'
import { markKey } from './tabs.ts'
import { Refusal } from './user.ts'

/**
 * Writes down that a user signed in to this tab, which ends the tabs of all other users. Where the
 * browser stores nothing, no tab ends.
 *
 * @param before the shared mark at the time of the provider's answer
 * @throws {Refusal} when somebody signed out in another tab since then
 */
export async function joinTabs(
  environment: Environment,
  user: string,
  before: string | null,
): Promise<void> {
  const { tabStorage, sharedStorage } = environment
  const digest = await digestOf(user)
  const shared = sharedStorage.getItem(markKey)
  if (shared !== before && shared?.startsWith('/')) throw new Refusal('signed_out')
  const mark = `${digest}/${shared?.split('/')[1] ?? ''}`
  try {
    sharedStorage.setItem(markKey, mark)
    tabStorage.setItem(markKey, mark)
  } catch (error) {
    logError(environment, 'the other tabs could not be told', error)
  }
}
