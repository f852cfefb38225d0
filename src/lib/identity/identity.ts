import { ErrorResponse, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts'
import type { PublicConfiguration } from '../configuration/public.ts'
import type { Environment } from '../environment.ts'
import {
  identityTimeoutSeconds,
  sessionCheckIntervalSeconds,
  signInStateSeconds,
  tokenMinimumValiditySeconds,
} from '../limits.ts'

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
  /** Calls back when the token is about to expire, and when the provider's session has ended or changed. */
  watch: (listeners: { expiring: () => void; signedOut: () => void }) => void
}

/** Signs in with the authorization code flow and PKCE S256 (§9). Tokens live in the tab's storage only. */
export function createIdentity(
  environment: Environment,
  configuration: PublicConfiguration,
  locale: string,
): Identity {
  const origin = configuration.publicUrl ?? environment.location().origin
  const storage = new WebStorageStateStore({ store: environment.tabStorage })
  const navigator = {
    prepare: () =>
      Promise.resolve({
        navigate: ({ url }: { url: string }) => {
          environment.navigate(new URL(url))
          return new Promise<never>(() => {
            // Never settles: the page is on its way out.
          })
        },
        close: () => undefined,
      }),
    callback: () => Promise.resolve(),
  }
  const manager = new UserManager(
    {
      authority: configuration.identity.authority,
      client_id: configuration.identity.clientId,
      redirect_uri: origin + callbackPath,
      post_logout_redirect_uri: `${origin}/`,
      scope: 'openid profile email',
      ui_locales: locale,
      stateStore: storage,
      userStore: storage,
      staleStateAgeInSeconds: signInStateSeconds,
      requestTimeoutInSeconds: identityTimeoutSeconds,
      silentRequestTimeoutInSeconds: identityTimeoutSeconds,
      accessTokenExpiringNotificationTimeInSeconds: tokenMinimumValiditySeconds,
      // The session store refreshes, so that there is one refresh at a time.
      automaticSilentRenew: false,
      monitorSession: true,
      checkSessionIntervalInSeconds: sessionCheckIntervalSeconds,
    },
    navigator,
  )

  return {
    user: () => manager.getUser(),
    signIn: () => manager.signinRedirect(),
    completeSignIn: (address) => manager.signinRedirectCallback(address.href),
    refresh: async () => {
      const user = await manager.getUser()
      // Without a refresh token the library would open a hidden frame, which our own headers forbid.
      if (!user?.refresh_token) throw new ErrorResponse({ error: 'no_refresh_token' })
      const refreshed = await manager.signinSilent()
      if (!refreshed) throw new ErrorResponse({ error: 'no_user' })
      return refreshed
    },
    forget: () => manager.removeUser(),
    signOut: () => manager.signoutRedirect(),
    watch: ({ expiring, signedOut }) => {
      manager.events.addAccessTokenExpiring(expiring)
      manager.events.addUserSignedOut(signedOut)
      manager.events.addUserSessionChanged(signedOut)
    },
  }
}

/** Whether the provider itself refused, as opposed to being out of reach. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ErrorResponse
}
