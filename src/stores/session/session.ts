import { atom, type ReadableAtom } from 'nanostores'
import { SessionError, SessionEndedError } from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { logFailure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { IdentityClient } from '../../lib/identity/identity.ts'
import { type Person, createPerson, SignInRefusal, type User } from '../../lib/identity/user.ts'
import { clearSignInAttempts, isSignInLooping, returnPathKey } from '../../lib/identity/sign-in.ts'
import {
  getTabEndReason,
  signOutOtherTabs,
  signedInUserKey,
  tabKey,
} from '../../lib/identity/tabs.ts'
import {
  pageLeaveTimeout,
  sessionCheckIntervalSeconds,
  tokenMinimumValiditySeconds,
} from '../../lib/limits.ts'
import { lockTabStorage, removeUserData } from '../../lib/remembered.ts'

/** Reason for a missing session (§8, `ended`: a new sign-in is needed). */
export type SessionFailure = 'session' | 'refresh' | 'signed-out' | 'ended'

export type SessionState =
  | { status: 'signing-in' }
  | { status: 'signed-in'; person: Person }
  /** The provider refused a token refresh, but the screen stays visible. */
  | { status: 'expired'; person: Person }
  | { status: 'signing-out' }
  /** `detail` may warn that the provider's session still exists. */
  | { status: 'failed'; reason: SessionFailure; detail?: Message | undefined }

/** Creates the store of the session and its access tokens (§4). */
export function createSession(environment: Environment, identity: IdentityClient) {
  const $session = atom<SessionState>({ status: 'signing-in' })
  let renewing: Promise<User> | null = null

  const logWith = (what: string) => (error: unknown) =>
    logError(environment, `the session ${what}`, error)
  /** Refreshes the tokens in the background, unless the session is over. */
  const refresh = () => {
    if ($session.get().status !== 'signed-in') return
    void usableToken(() => false).catch(logWith('could not be refreshed'))
  }
  const planRefresh = createRefreshPlan(environment, refresh)

  function enter(user: User): void {
    const person = createPerson(user)
    removeUserData(environment, person.id)
    planRefresh(user)
    $session.set({ status: 'signed-in', person })
  }

  /** Ends this session if another tab signed out or changed users. */
  function endWithOthers(): boolean {
    const key = getTabEndReason(environment)
    if (key === null) return false
    environment.tabStorage.removeItem(signedInUserKey)
    lockTabStorage(environment)
    identity.forget()
    $session.set({ status: 'failed', reason: 'ended', detail: { key } })
    return true
  }
  environment.on('shared', endWithOthers)

  /** Expires the session and asks for a new sign-in. */
  function expire(): void {
    identity.forget()
    const state = $session.get()
    if ('person' in state) $session.set({ status: 'expired', person: state.person })
  }

  /**
   * Concurrent calls share a refresh, because refresh tokens work once.
   *
   * @throws {SessionEndedError} if the provider refuses
   * @throws {SessionError} if the provider fails temporarily
   */
  function renew(): Promise<User> {
    renewing ??= identity
      .refresh()
      .catch((error: unknown) => {
        if (!(error instanceof SignInRefusal)) {
          throw new SessionError('The token could not be refreshed', { cause: error })
        }
        expire()
        throw new SessionEndedError('The refresh was refused', { cause: error })
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

  /** True if the token has the minimum lifetime that a call requires. */
  function hasTimeLeft({ expires_at: end, refresh_token: refreshToken }: User): boolean {
    return end - environment.now() / 1000 >= (refreshToken ? tokenMinimumValiditySeconds : 1)
  }

  /** Forgets a duplicated tab's tokens, because reuse counts as theft. */
  async function forgetIfCopied(): Promise<void> {
    const tab = environment.tabStorage.getItem(tabKey)
    if (tab !== null && (await environment.hold(tab))) return
    if (tab !== null) identity.forget()
    const own = `koppelpunt:tab:${environment.randomId()}`
    environment.tabStorage.setItem(tabKey, own)
    await environment.hold(own)
  }

  function fail(reason: 'session' | 'refresh', error: unknown, message: Message): void {
    const detail = logFailure(environment, `the session failed: ${reason}`, error, message)
    $session.set({ status: 'failed', reason, detail })
  }

  /** Redirects to the identity provider, which returns to the current address. */
  async function signIn(asksFirst = true): Promise<void> {
    const { pathname, search } = environment.location()
    environment.tabStorage.setItem(returnPathKey, pathname + search)
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
    /** Resolves with false after a failure or a redirect. */
    start: async () => {
      const isNewTab = environment.tabStorage.getItem(tabKey) === null
      await forgetIfCopied()
      if (endWithOthers()) return false
      const user = identity.user()
      if (user) {
        try {
          enter(await identity.addUserinfo(hasTimeLeft(user) ? user : await renew()))
          clearSignInAttempts(environment)
          return true
        } catch (error) {
          logWith('could not be continued')(error)
          if (endWithOthers() || $session.get().status === 'failed') return false
          // Tokens may work again after an outage of the provider.
          if (!(error instanceof SessionEndedError || error instanceof SignInRefusal)) {
            const isRefresh = error instanceof SessionError
            const cause = isRefresh ? error.cause : error
            fail(isRefresh ? 'refresh' : 'session', cause, identity.explain(cause))
            return false
          }
        }
      }
      if (isSignInLooping(environment)) {
        const round = new SessionError('The sign-in leads back to itself')
        fail('session', round, { key: 'shell:signInRound' })
      } else {
        // A new tab redirects without a check of the provider.
        await signIn(!isNewTab)
      }
      return false
    },
    /** Watches the provider's session for changes, starting after one interval. */
    watch: async () => {
      await environment.wait(sessionCheckIntervalSeconds * 1000)
      // A refresh reveals if the session still belongs to this user.
      await identity.watch(refresh).catch(logWith('cannot be watched'))
    },
    signIn: () => signIn(),
    /** Signs out, and can be repeated after a failure. */
    signOut: async () => {
      removeUserData(environment)
      $session.set({ status: 'signing-out' })
      try {
        // Tokens are deleted first, because storing the sign-out mark may fail.
        const leaving = identity.signOut()
        signOutOtherTabs(environment)
        const end = (reason: 'signed-out' | 'ended') => $session.set({ status: 'failed', reason })
        // The user may stay on the page during a write.
        if (await leaving) void environment.wait(pageLeaveTimeout).then(() => end('signed-out'))
        // A sign-out cannot be retried if the provider has no sign-out page.
        else end('ended')
      } catch (error) {
        logWith('could not be ended at the provider')(error)
        const detail = { key: 'shell:signOutUnreachable' } as const
        $session.set({ status: 'failed', reason: 'signed-out', detail })
      }
    },
  }
}
export type Session = ReturnType<typeof createSession>

/** Returns a function that schedules token refreshes for active users. */
function createRefreshPlan(environment: Environment, refresh: () => void): (user: User) => void {
  let due = Infinity
  let isActive = false

  function refreshIfDue(): void {
    if (!isActive || environment.now() < due) return
    isActive = false
    refresh()
  }

  environment.on('activity', () => {
    isActive = true
    refreshIfDue()
  })

  return ({ refresh_at: at }) => {
    due = at === undefined ? Infinity : at * 1000
    isActive = false
    if (at !== undefined) void environment.wait(due - environment.now()).then(refreshIfDue)
  }
}
