import { atom, type ReadableAtom } from 'nanostores'
import { SessionError, SessionOver } from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { noteFailure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Identity } from '../../lib/identity/identity.ts'
import { type Person, personOf, Refusal, type User } from '../../lib/identity/user.ts'
import { forgetRounds, isGoingRound, returnKey } from '../../lib/identity/sign-in.ts'
import { tabEndReason, endOtherTabs, markKey, tabKey } from '../../lib/identity/tabs.ts'
import {
  leavePatience,
  sessionCheckIntervalSeconds,
  tokenMinimumValiditySeconds,
} from '../../lib/limits.ts'
import { closeMemory, forgetMemory } from '../../lib/remembered.ts'

/** Signing in, or the refresh at the start; or somebody signed out here, or out or in in another tab (§8). */
export type SessionFailure = 'session' | 'refresh' | 'signed-out' | 'ended'

export type SessionState =
  | { status: 'signing-in' }
  | { status: 'signed-in'; person: Person }
  /** The session is over. The screen stays, but no call can be made. */
  | { status: 'expired'; person: Person }
  | { status: 'signing-out' }
  /** `detail` says what can be done; of a sign-out, why perhaps not at the provider. */
  | { status: 'failed'; reason: SessionFailure; detail?: Message | undefined }

/** The signed-in user and the access token, which has 30 seconds left whenever it is handed out (§4). */
export function createSession(environment: Environment, identity: Identity) {
  const $session = atom<SessionState>({ status: 'signing-in' })
  let renewing: Promise<User> | null = null

  const log = (what: string) => (error: unknown) =>
    logError(environment, `the session ${what}`, error)
  /** Refreshes unasked, so it does not tell again that the session is over. */
  const refresh = () => {
    if ($session.get().status !== 'signed-in') return
    void usableToken(() => false).catch(log('could not be refreshed'))
  }
  const plan = createRenewal(environment, refresh)

  function enter(user: User): void {
    const person = personOf(user)
    forgetMemory(environment, person.id)
    plan(user)
    $session.set({ status: 'signed-in', person })
  }

  /** Ends this tab where another one signed out, or signed somebody else in; whether it did. */
  function endWithOthers(): boolean {
    const key = tabEndReason(environment)
    if (key === null) return false
    environment.tabStorage.removeItem(markKey)
    closeMemory(environment)
    identity.forget()
    $session.set({ status: 'failed', reason: 'ended', detail: { key } })
    return true
  }
  environment.on('shared', endWithOthers)

  /** Sets the state each time, so that a user who put off signing in again is asked again. */
  function expire(): void {
    identity.forget()
    const state = $session.get()
    if ('person' in state) $session.set({ status: 'expired', person: state.person })
  }

  /**
   * One refresh at a time: each refresh token works once.
   *
   * @throws {SessionOver} when the provider refuses, after saying so
   * @throws {SessionError} when it has a hiccup
   */
  function renew(): Promise<User> {
    renewing ??= identity
      .refresh()
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) {
          throw new SessionError('The token could not be refreshed', { cause: error })
        }
        expire()
        throw new SessionOver('The refresh was refused', { cause: error })
      })
      .finally(() => {
        renewing = null
      })
    return renewing
  }

  async function usableToken(isUsable: (user: User) => boolean): Promise<string> {
    endWithOthers()
    const current = identity.user()
    if (current && isUsable(current)) return current.access_token
    const user = await renew()
    enter(user)
    return user.access_token
  }

  /** Whether the token can be used. One without a refresh token can be used until it expires. */
  function hasTimeLeft({ expires_at: end, refresh_token: next }: User): boolean {
    return end - environment.now() / 1000 >= (next ? tokenMinimumValiditySeconds : 1)
  }

  /** A duplicated tab has a copy of the refresh token, whose second use the provider takes for theft. */
  async function forgetIfCopied(): Promise<void> {
    const tab = environment.tabStorage.getItem(tabKey)
    if (tab !== null && (await environment.hold(tab))) return
    if (tab !== null) identity.forget()
    const own = `koppelpunt:tab:${environment.randomId()}`
    environment.tabStorage.setItem(tabKey, own)
    await environment.hold(own)
  }

  function fail(reason: 'session' | 'refresh', error: unknown, told: Message): void {
    const detail = noteFailure(environment, `the session failed: ${reason}`, error, told)
    $session.set({ status: 'failed', reason, detail })
  }

  /** Leaves for the identity provider and comes back to this page, query string included. */
  async function signIn(asksFirst = true): Promise<void> {
    const { pathname, search } = environment.location()
    environment.tabStorage.setItem(returnKey, pathname + search)
    try {
      await identity.signIn(asksFirst)
    } catch (error) {
      fail('session', error, identity.explain(error))
    }
  }

  return {
    $session: $session as ReadableAtom<SessionState>,
    token: () => usableToken(hasTimeLeft),
    tokenInsteadOf: (refused: string) => usableToken((user) => user.access_token !== refused),
    /** Signs in with the tab's tokens. False when it leaves for the identity provider, or failed. */
    start: async () => {
      const isNewTab = environment.tabStorage.getItem(tabKey) === null
      await forgetIfCopied()
      if (endWithOthers()) return false
      const user = identity.user()
      if (user) {
        try {
          enter(await identity.addUserinfo(hasTimeLeft(user) ? user : await renew()))
          forgetRounds(environment)
          return true
        } catch (error) {
          log('could not be continued')(error)
          if ($session.get().status === 'failed') return false
          // Else a new sign-in would fail the same way, and the tokens may still be usable later.
          if (!(error instanceof SessionOver || error instanceof Refusal)) {
            const isRefresh = error instanceof SessionError
            const cause = isRefresh ? error.cause : error
            fail(isRefresh ? 'refresh' : 'session', cause, identity.explain(cause))
            return false
          }
        }
      }
      if (isGoingRound(environment)) {
        const round = new SessionError('The sign-in leads back to itself')
        fail('session', round, { key: 'shell:signInRound' })
      } else {
        // A new tab leaves a request earlier; a tab that came back is told if the provider does not answer.
        await signIn(!isNewTab)
      }
      return false
    },
    /** Watches the provider's session for changes from now on. */
    watch: async () => {
      // The first check waits for an interval, like each further one: the screen comes first.
      await environment.wait(sessionCheckIntervalSeconds * 1000)
      // A refresh finds out whether a changed session still is this user's.
      await identity.watch(refresh).catch(log('cannot be watched'))
    },
    signIn: () => signIn(),
    /** Can be called again when the provider did not answer. */
    signOut: async () => {
      forgetMemory(environment)
      $session.set({ status: 'signing-out' })
      try {
        // The tokens first: the browser may refuse to store what tells the other tabs.
        const leaving = identity.signOut()
        endOtherTabs(environment)
        const signedOut = () => $session.set({ status: 'failed', reason: 'signed-out' })
        // While a write is under way the browser asks, and the user may stay.
        if (await leaving) void environment.wait(leavePatience).then(signedOut)
        else signedOut()
      } catch (error) {
        // The tokens are gone from this browser in any case. Home would sign in again.
        log('could not be ended at the provider')(error)
        const detail = { key: 'shell:signOutUnreachable' } as const
        $session.set({ status: 'failed', reason: 'signed-out', detail })
      }
    },
  }
}
export type Session = ReturnType<typeof createSession>

/**
 * Plans refreshes ahead of time while somebody uses the page, so that the provider's session goes on also
 * when no call is made. It ends when nobody is there any more.
 */
function createRenewal(environment: Environment, renew: () => void): (user: User) => void {
  let due = Infinity
  let isActive = false

  function renewIfDue(): void {
    if (!isActive || environment.now() < due) return
    isActive = false
    renew()
  }

  environment.on('activity', () => {
    isActive = true
    renewIfDue()
  })

  return ({ refresh_at: at }) => {
    due = at === undefined ? Infinity : at * 1000
    isActive = false
    if (at !== undefined) void environment.wait(due - environment.now()).then(renewIfDue)
  }
}
