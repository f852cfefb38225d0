import type { Environment } from '../lib/environment.ts'
import { callbackPath, isRefusal, type Identity } from '../lib/identity/identity.ts'
import { readReturnAddress } from '../lib/identity/return-address.ts'
import { returnKey } from './session.ts'

const attemptsKey = 'koppelpunt:sign-in-attempts'

/**
 * Finishes a sign-in on the callback page and goes back to the page that asked for it.
 *
 * A reload or a second run finds no matching state: with a user that is no harm, without one it
 * earns a single fresh sign-in.
 *
 * @returns false when signing in failed: 'non authenticated' (§8)
 */
export async function finishSignIn(environment: Environment, identity: Identity): Promise<boolean> {
  const { tabStorage } = environment
  const address = environment.location()
  // The code in the address works once and is nobody else's business.
  environment.replaceAddress(new URL(callbackPath, address))
  try {
    await identity.completeSignIn(address)
  } catch (error) {
    environment.log('the sign-in could not be finished', { message: String(error) })
    if ((await identity.user()) === null) return !isRefusal(error) && tryOnceMore()
  }
  const returnTo = readReturnAddress(tabStorage.getItem(returnKey), address.origin)
  tabStorage.removeItem(attemptsKey)
  environment.navigate(new URL(returnTo, address.origin))
  return true

  async function tryOnceMore(): Promise<boolean> {
    if (tabStorage.getItem(attemptsKey) !== null) {
      tabStorage.removeItem(attemptsKey)
      return false
    }
    tabStorage.setItem(attemptsKey, '1')
    try {
      await identity.signIn()
    } catch (error) {
      environment.log('sign-in could not start', { message: String(error) })
      return false
    }
    return true
  }
}
