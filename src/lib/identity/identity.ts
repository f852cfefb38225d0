import {
  AccessTokenEvents,
  ErrorResponse,
  OidcClient,
  User,
  WebStorageStateStore,
} from 'oidc-client-ts'
import type { PublicConfiguration } from '../configuration/public.ts'
import type { Environment } from '../environment.ts'
import {
  identityTimeoutSeconds,
  signInStateSeconds,
  tokenMinimumValiditySeconds,
} from '../limits.ts'
import { createSessionCheck } from './session-check.ts'

/** The address of the one page that finishes a sign-in. */
export const callbackPath = '/callback'

/** The OpenID provider, as the session store needs it. */
export interface Identity {
  /** The user of this tab, expired or not. */
  user: () => Promise<User | null>
  /** Goes to the provider; the browser comes back to the callback page. */
  signIn: () => Promise<void>
  /** Handles the provider's answer, which works once. */
  completeSignIn: (address: URL) => Promise<User>
  /** Trades the refresh token for new tokens. */
  refresh: () => Promise<User>
  forget: () => Promise<void>
  /** Forgets the tokens and goes to the provider's sign-out, which ends the session they belong to. */
  signOut: () => Promise<void>
  /** Calls back when the token is about to expire, and when the provider's session has changed. */
  watch: (listeners: { expiring: () => void; changed: () => void }) => void
}

/**
 * Signs in with the authorization code flow and PKCE S256 (§9). Tokens live in the tab's storage
 * only. The library's protocol client, without the user manager around it: that one's pop-ups,
 * frames and refreshes of its own are of no use here and cost 5 kB on every page.
 */
export function createIdentity(
  environment: Environment,
  { identity, publicUrl }: PublicConfiguration,
  locale: string,
): Identity {
  const origin = publicUrl ?? environment.location().origin
  const storage = new WebStorageStateStore({ store: environment.tabStorage })
  const userKey = `user:${identity.authority}:${identity.clientId}`
  const client = new OidcClient({
    authority: identity.authority,
    client_id: identity.clientId,
    redirect_uri: origin + callbackPath,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile email',
    ui_locales: locale,
    stateStore: storage,
    staleStateAgeInSeconds: signInStateSeconds,
    requestTimeoutInSeconds: identityTimeoutSeconds,
  })
  const tokenEvents = new AccessTokenEvents({
    expiringNotificationTimeInSeconds: tokenMinimumValiditySeconds,
  })
  const sessionCheck = createSessionCheck(client, environment.log)

  async function loadUser(): Promise<User | null> {
    const stored = await storage.get(userKey)
    if (stored === null) return null
    try {
      return User.fromStorageString(stored)
    } catch (error) {
      environment.log('the stored user is not readable', { message: String(error) })
      return null
    }
  }

  async function adopt(user: User): Promise<User> {
    await storage.set(userKey, user.toStorageString())
    // A token this short is refreshed with each call anyway; announcing it would never end.
    if ((user.expires_in ?? 0) > 2 * tokenMinimumValiditySeconds) await tokenEvents.load(user)
    else await tokenEvents.unload()
    sessionCheck.follow(user)
    return user
  }

  async function forget(): Promise<void> {
    await storage.remove(userKey)
    await tokenEvents.unload()
    sessionCheck.stop()
  }

  return {
    user: loadUser,
    signIn: async () => {
      const { url } = await client.createSigninRequest({})
      environment.navigate(new URL(url))
    },
    completeSignIn: async (address) => {
      const response = await client.processSigninResponse(address.href, {})
      return adopt(new User(response))
    },
    refresh: async () => {
      const user = await loadUser()
      if (!user?.refresh_token) throw new ErrorResponse({ error: 'no_refresh_token' })
      const response = await client.useRefreshToken({
        // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the library does not export this class, which only holds what a user holds too
        state: user as User & { refresh_token: string },
        timeoutInSeconds: identityTimeoutSeconds,
      })
      return adopt(new User(Object.assign(user, response)))
    },
    forget,
    signOut: async () => {
      const idToken = (await loadUser())?.id_token
      await forget()
      const { url } = await client.createSignoutRequest(idToken ? { id_token_hint: idToken } : {})
      environment.navigate(new URL(url))
    },
    watch: ({ expiring, changed }) => {
      tokenEvents.addAccessTokenExpiring(expiring)
      sessionCheck.onChange(changed)
      void loadUser().then((user) => (user === null ? undefined : adopt(user)))
    },
  }
}

/** Whether the provider itself refused, as opposed to being out of reach. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse
}
