import { digestOf } from '../digest.ts'
import { logError, type Environment } from '../environment.ts'
import { markKey } from './tabs.ts'
import { Refusal } from './user.ts'

/**
 * A user signed in to this tab: the tabs of everybody else are over. Where the browser stores nothing,
 * no tab is.
 *
 * @param before the shared mark when the provider's answer came
 * @throws {Refusal} when somebody signed out since then: whose sign-in this is was not known yet
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
