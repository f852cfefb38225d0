import type { PageConfiguration } from '../configuration/load.ts'
import { readJson, type Environment } from '../environment.ts'
import type { Message } from '../i18n/messages.ts'
import { isPage } from '../api/errors.ts'
import { identityTimeoutSeconds } from '../limits.ts'
import { askingOf, signedOutState, signInAddress, type Asking } from './sign-in.ts'
import { isUser, personOf, Refusal, userKeyPrefix, type Claims, type User } from './user.ts'
import { createDiscovery, type Provider } from './provider.ts'
import type { SessionCheck } from './session-check.ts'
import { refreshed } from './refresh.ts'
import { endingOf, markKey } from './tabs.ts'

/** The OpenID provider: signs in with OpenID Connect (§9). Tokens live in the tab's storage only. */
export function createIdentity(
  environment: Environment,
  configuration: PageConfiguration,
  locale: string,
) {
  const { tabStorage } = environment
  const asking = askingOf(configuration, environment.location().origin, locale)
  const { authority, clientId, origin } = asking
  const userKey = `${userKeyPrefix}${authority}:${clientId}`
  const discovery = createDiscovery(environment, authority, configuration.discovered)
  let sessionCheck: SessionCheck | null = null
  /** The ID token that says at a sign-out whose session is to end, kept for a second try. */
  let hint: string | undefined
  let forgotten = 0

  function loadUser(): User | null {
    const stored = readJson(tabStorage, userKey)
    return isUser(stored) ? stored : null
  }

  /**
   * Gives what stores the user of a request that is about to start. It throws when the tokens were forgotten, or
   * another tab ended this one, while that was under way.
   */
  function adopting(): (user: User) => User {
    const before = forgotten
    return (user) => {
      if (forgotten !== before || endingOf(environment)) throw new Refusal('signed_out')
      tabStorage.setItem(userKey, JSON.stringify(user))
      sessionCheck?.follow(user.session_state)
      return user
    }
  }

  /** Forgets the tokens; calls that are still under way for them have no effect. */
  function forget(): void {
    forgotten += 1
    tabStorage.removeItem(userKey)
    sessionCheck?.stop()
  }

  /**
   * Adds what only the provider's userinfo says, which is asked once per sign-in: without it nobody can tell which
   * flow the user follows (§6).
   */
  async function informed(user: User): Promise<User> {
    if (user.userinfo || personOf(user).version !== null) return user
    const adopt = adopting()
    const userinfo = await askUserinfo(environment, asking, await discovery.find(), user)
    return adopt({ ...user, userinfo })
  }

  return {
    user: loadUser,
    /**
     * Leaves for the provider.
     *
     * @param asksFirst false to leave with the addresses that the page came with, without a request that shows
     * whether the provider answers
     */
    signIn: async (asksFirst: boolean) => {
      const provider = await (asksFirst ? discovery.ask() : discovery.find())
      environment.replaceWith(await signInAddress(environment, asking, provider))
    },
    /** Handles the provider's answer, which works once. */
    completeSignIn: async (address: URL) => {
      const adopt = adopting()
      const mark = environment.sharedStorage.getItem(markKey)
      const [{ takeAnswer }, provider] = await Promise.all([
        import('./answer.ts'),
        discovery.find(),
      ])
      return informed(adopt(await takeAnswer(environment, asking, provider, address, mark)))
    },
    /** Trades the refresh token for new tokens. Rejects with a `Refusal` when there are none to be had any more. */
    refresh: async () => {
      const adopt = adopting()
      const user = loadUser()
      const { refresh_token } = user ?? {}
      if (!user || !refresh_token) throw new Refusal('no_refresh_token')
      try {
        const { token_endpoint: endpoint } = await discovery.find()
        return adopt(await refreshed(environment, endpoint, clientId, { ...user, refresh_token }))
      } catch (error) {
        discovery.forget()
        throw error
      }
    },
    informed,
    forget,
    /**
     * Forgets the tokens and goes to the provider's sign-out; resolves with false where it has none. Rejects when
     * the provider does not answer, and can then be called again.
     */
    signOut: async () => {
      hint = loadUser()?.id_token ?? hint
      forget()
      const { end_session_endpoint: endpoint } = await discovery.ask()
      if (!endpoint) return false
      const address = new URL(endpoint)
      address.searchParams.set('post_logout_redirect_uri', `${origin}/`)
      address.searchParams.set('state', signedOutState)
      if (hint) address.searchParams.set('id_token_hint', hint)
      else address.searchParams.set('client_id', clientId)
      environment.navigate(address)
      return true
    },
    watch: async (onChange: () => void) => {
      const { check_session_iframe: frame } = await discovery.find()
      if (!frame) return
      const { createSessionCheck } = await import('./session-check.ts')
      sessionCheck = await createSessionCheck(frame, clientId, onChange)
      sessionCheck.follow(loadUser()?.session_state)
    },
    explain: (error: unknown): Message => explain(error, asking),
  }
}
export type Identity = ReturnType<typeof createIdentity>

/** Reads the claims of userinfo; none where the provider refuses. Throws for any other failure, and for another user's claims. */
async function askUserinfo(
  environment: Environment,
  { authority }: Asking,
  { userinfo_endpoint: endpoint }: Provider,
  user: User,
): Promise<Claims> {
  // The content security policy lets calls go to the provider's own origin only.
  if (!endpoint || new URL(endpoint).origin !== new URL(authority).origin) return {}
  const ask = (how: RequestInit) =>
    environment.fetch(endpoint, {
      ...how,
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
  const { access_token } = user
  // With the token in the body (RFC 6750 §2.2) there is no preflight, which a header would need while
  // somebody waits. Not every provider reads the body.
  let response = await ask({ method: 'POST', body: new URLSearchParams({ access_token }) })
  if (isUnread(response)) {
    response = await ask({ headers: { Authorization: `Bearer ${access_token}` } })
  }
  const { ok, status } = response
  if (!ok) {
    const failure = `userinfo: status ${status}`
    const isRefused = [401, 403].includes(status) && !isPage(await response.text())
    if (!isRefused) throw new TypeError(failure)
    // Keycloak refuses its lightweight tokens here, and would again.
    environment.log(failure)
    return {}
  }
  const claims = (await response.json()) as Claims
  if (claims.sub !== user.profile.sub) throw new Error('userinfo is of another user')
  return claims
}

/** Whether a provider did not read the token in the body: it names no error of a token (RFC 6750 §3.1). */
function isUnread({ status, headers }: Response): boolean {
  if (status === 401) return !headers.get('WWW-Authenticate')?.includes('error=')
  return [400, 404, 405, 415].includes(status)
}

function explain(error: unknown, { authority, clientId, origin }: Asking): Message {
  const parameters = { client: clientId, portal: origin, issuer: new URL(authority).origin }
  if (error instanceof Refusal) {
    const key = explanations[error.code] ?? 'shell:signInRefused'
    return { key, parameters: { ...parameters, code: error.message } }
  }
  // No network, a time limit, or no answer of a provider.
  return /^(?:TypeError|TimeoutError|ErrorTimeout|SyntaxError)$/.test((error as Error).name)
    ? { key: 'shell:signInUnreachable', parameters }
    : { key: 'shell:notAuthenticatedHelp' }
}

const explanations: Readonly<Record<string, Message['key']>> = {
  access_denied: 'shell:signInDenied',
  // Keycloak's code for a sign-in form that was open too long.
  temporarily_unavailable: 'shell:signInExpired',
  invalid_client: 'shell:signInClient',
  unauthorized_client: 'shell:signInClient',
  invalid_request: 'shell:signInClient',
  invalid_scope: 'shell:signInClient',
  wrong_issuer: 'shell:signInMismatch',
  wrong_audience: 'shell:signInMismatch',
  wrong_token: 'shell:signInMismatch',
  signed_out: 'shell:signedOutElsewhere',
}
