import type { PageConfiguration } from '../configuration/load.ts'
import { readJson, type Environment } from '../environment.ts'
import type { Message } from '../i18n/messages.ts'
import { isPage } from '../api/errors.ts'
import { identityTimeoutSeconds } from '../limits.ts'
import {
  createOidcSettings,
  signedOutState,
  createSignInAddress,
  type ClientSettings,
} from './sign-in.ts'
import {
  isUser,
  createPerson,
  SignInRefusal,
  userKeyPrefix,
  type Claims,
  type User,
} from './user.ts'
import { createDiscovery, type Provider } from './provider.ts'
import type { SessionCheck } from './session-check.ts'
import { refreshTokens } from './refresh.ts'
import { signedInUserKey, getTabEndReason } from './tabs.ts'

/** Creates the OpenID Connect client, storing tokens only in the tab (§9). */
export function createIdentityClient(
  environment: Environment,
  configuration: PageConfiguration,
  locale: string,
) {
  const { tabStorage } = environment
  const settings = createOidcSettings(configuration, environment.location().origin, locale)
  const { authority, clientId, origin } = settings
  const userKey = `${userKeyPrefix}${authority}:${clientId}`
  const discovery = createDiscovery(environment, authority, configuration.discovered)
  let sessionCheck: SessionCheck | null = null
  /** ID token to repeat a failed sign-out request. */
  let hint: string | undefined
  let timesForgotten = 0

  function loadUser(): User | null {
    const stored = readJson(tabStorage, userKey)
    return isUser(stored) ? stored : null
  }

  /** Returns a function that stores a user, unless the session ends first. */
  function prepareToStore(): (user: User) => User {
    const before = timesForgotten
    return (user) => {
      if (timesForgotten !== before || getTabEndReason(environment))
        throw new SignInRefusal('signed_out')
      tabStorage.setItem(userKey, JSON.stringify(user))
      sessionCheck?.follow(user.session_state)
      return user
    }
  }

  function forget(): void {
    timesForgotten += 1
    tabStorage.removeItem(userKey)
    sessionCheck?.stop()
  }

  /** Adds userinfo claims if the tokens lack the version (§6). */
  async function addUserinfo(user: User): Promise<User> {
    if (user.userinfo || createPerson(user).version !== null) return user
    const store = prepareToStore()
    const userinfo = await fetchUserinfo(environment, authority, await discovery.find(), user)
    return store({ ...user, userinfo })
  }

  return {
    user: loadUser,
    /**
     * Navigates to the provider's sign-in page.
     *
     * @param asksFirst true to check first if the provider responds. Rejects if it does not
     */
    signIn: async (asksFirst: boolean) => {
      const provider = await (asksFirst ? discovery.fetch() : discovery.find())
      environment.replaceWith(await createSignInAddress(environment, settings, provider))
    },
    completeSignIn: async (address: URL) => {
      const store = prepareToStore()
      const mark = environment.sharedStorage.getItem(signedInUserKey)
      const [{ processSignInResponse }, provider] = await Promise.all([
        import('./sign-in-response.ts'),
        discovery.find(),
      ])
      const user = await processSignInResponse(environment, settings, provider, address, mark)
      return addUserinfo(store(user))
    },
    /**
     * Exchanges the refresh token for new tokens.
     *
     * @throws {SignInRefusal} if the session is over
     */
    refresh: async () => {
      const store = prepareToStore()
      const user = loadUser()
      const { refresh_token } = user ?? {}
      if (!user || !refresh_token) throw new SignInRefusal('no_refresh_token')
      try {
        const { token_endpoint } = await discovery.find()
        const owner = { ...user, refresh_token }
        return store(await refreshTokens(environment, token_endpoint, clientId, owner))
      } catch (error) {
        // The cached endpoints may have caused the error.
        discovery.clearCache()
        throw error
      }
    },
    addUserinfo,
    /** Removes the tokens and ignores responses to pending token requests. */
    forget,
    /** Navigates to the provider's sign-out page, or returns false if none exists. */
    signOut: async () => {
      hint = loadUser()?.id_token ?? hint
      forget()
      const { end_session_endpoint: endpoint } = await discovery.fetch()
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
    explain: (error: unknown): Message => explain(error, settings),
  }
}
export type IdentityClient = ReturnType<typeof createIdentityClient>

/** Fetches the userinfo claims, or none if refused. */
async function fetchUserinfo(
  environment: Environment,
  authority: string,
  { userinfo_endpoint: endpoint }: Provider,
  user: User,
): Promise<Claims> {
  // The content security policy allows only the provider's own origin.
  if (!endpoint || new URL(endpoint).origin !== new URL(authority).origin) return {}
  const send = (request: RequestInit) =>
    environment.fetch(endpoint, {
      ...request,
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
  const { access_token } = user
  // A token in the body (RFC 6750 §2.2) avoids a preflight.
  let response = await send({ method: 'POST', body: new URLSearchParams({ access_token }) })
  if (isBodyIgnored(response)) {
    response = await send({ headers: { Authorization: `Bearer ${access_token}` } })
  }
  const { ok, status } = response
  if (!ok) {
    const failure = `userinfo: status ${status}`
    const isRefused = [401, 403].includes(status) && !isPage(await response.text())
    if (!isRefused) throw new TypeError(failure)
    // Keycloak refuses lightweight access tokens at the userinfo endpoint.
    environment.log(failure)
    return {}
  }
  const claims = (await response.json()) as Claims
  if (claims.sub !== user.profile.sub) throw new Error('userinfo is of another user')
  return claims
}

/** True if the provider ignored the body's token (RFC 6750 §3.1). */
function isBodyIgnored({ status, headers }: Response): boolean {
  if (status === 401) return !headers.get('WWW-Authenticate')?.includes('error=')
  return [400, 404, 405, 415].includes(status)
}

function explain(error: unknown, { authority, clientId, origin }: ClientSettings): Message {
  const parameters = { client: clientId, portal: origin, issuer: new URL(authority).origin }
  if (error instanceof SignInRefusal) {
    const key = explanations[error.code] ?? 'shell:signInRefused'
    return { key, parameters: { ...parameters, code: error.message } }
  }
  // Errors of the network or an unusable response.
  return /^(?:TypeError|TimeoutError|ErrorTimeout|SyntaxError)$/.test((error as Error).name)
    ? { key: 'shell:signInUnreachable', parameters }
    : { key: 'shell:notAuthenticatedHelp' }
}

const explanations: Readonly<Record<string, Message['key']>> = {
  access_denied: 'shell:signInDenied',
  // Keycloak sends this code if the sign-in took too long.
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
