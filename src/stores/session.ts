import { atom, type ReadableAtom } from 'nanostores'
import type { User } from 'oidc-client-ts'
import type { Tokens } from '../lib/api/caller.ts'
import { SessionError } from '../lib/api/errors.ts'
import type { Environment } from '../lib/environment.ts'
import { isRefusal, type Identity } from '../lib/identity/identity.ts'
import { personOf, type Person } from '../lib/identity/person.ts'
import { tokenMinimumValiditySeconds } from '../lib/limits.ts'
import { forgetMemory } from './memory-prefix.ts'

export type SessionState =
  | { status: 'signing-in' }
  | { status: 'signed-in'; person: Person }
  /** The token could not be refreshed: what is on the screen stays, but no call can be made. */
  | { status: 'expired'; person: Person }
  /** Signing in failed: 'non authenticated' (§8). */
  | { status: 'failed' }
  /** Signed out here; the provider could not be told. */
  | { status: 'signed-out' }

export interface Session extends Tokens {
  $session: ReadableAtom<SessionState>
  /** Signs in with what the tab has, or leaves for the identity provider: then false. */
  start: () => Promise<boolean>
  /** Leaves for the identity provider and comes back to this page, query string included. */
  signIn: () => Promise<void>
  signOut: () => Promise<void>
}

/** Where the tab remembers which page asked for the sign-in. */
export const returnKey = 'koppelpunt:return'
const tabKey = 'koppelpunt:tab'

/** The signed-in user and the access token, which has 30 seconds left whenever it is handed out (§4). */
export function createSession(environment: Environment, identity: Identity): Session {
  const $session = atom<SessionState>({ status: 'signing-in' })
  let renewing: Promise<User> | null = null

  function enter(user: User): void {
    const person = personOf(user)
    forgetMemory(environment, person.id)
    $session.set({ status: 'signed-in', person })
  }

  /** Says so each time, since the user may have put off signing in again. */
  async function expire(): Promise<void> {
    await identity.forget()
    const state = $session.get()
    if ('person' in state) $session.set({ status: 'expired', person: state.person })
  }

  /** One refresh at a time: each refresh token works once. */
  function renew(): Promise<User> {
    renewing ??= identity.refresh().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function usableToken(isUsable: (user: User) => boolean): Promise<string> {
    const current = await identity.user()
    if (current && isUsable(current)) return current.access_token
    try {
      const user = await renew()
      enter(user)
      return user.access_token
    } catch (error) {
      if (isRefusal(error)) await expire()
      throw new SessionError('No usable access token', { cause: error })
    }
  }

  /** A duplicated tab copies the refresh token, and the provider takes a second use of it for theft. */
  async function forgetIfCopied(): Promise<void> {
    const tab = environment.tabStorage.getItem(tabKey)
    if (tab !== null && (await environment.hold(tab))) return
    if (tab !== null) await identity.forget()
    const own = `koppelpunt:tab:${environment.randomId()}`
    environment.tabStorage.setItem(tabKey, own)
    await environment.hold(own)
  }

  async function signIn(): Promise<void> {
    const { pathname, search } = environment.location()
    environment.tabStorage.setItem(returnKey, pathname + search)
    try {
      await identity.signIn()
    } catch (error) {
      environment.log('sign-in could not start', { message: String(error) })
      $session.set({ status: 'failed' })
    }
  }

  const token = () => usableToken(hasTimeLeft)

  return {
    $session,
    token,
    tokenInsteadOf: (refused) => usableToken((user) => user.access_token !== refused),
    start: async () => {
      await forgetIfCopied()
      identity.watch({
        expiring: () => void token().catch(logRefusal),
        // Only the provider can tell whether a changed session still is this user's: ask it.
        changed: () => void usableToken(() => false).catch(logRefusal),
      })
      const user = await identity.user()
      if (user === null) {
        await signIn()
        return false
      }
      try {
        enter(hasTimeLeft(user) ? user : await renew())
        return true
      } catch (error) {
        environment.log('the session could not be continued', { message: String(error) })
        await signIn()
        return false
      }
    },
    signIn,
    signOut: async () => {
      forgetMemory(environment)
      try {
        await identity.signOut()
      } catch (error) {
        // The tokens are gone from this browser all the same. Going home would sign in again.
        environment.log('the provider did not sign out', { message: String(error) })
        $session.set({ status: 'signed-out' })
      }
    },
  }

  function logRefusal(error: unknown): void {
    environment.log('the token could not be refreshed', { message: String(error) })
  }
}

function hasTimeLeft(user: User): boolean {
  return (user.expires_in ?? 0) >= tokenMinimumValiditySeconds
}
