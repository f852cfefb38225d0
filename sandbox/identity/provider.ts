import type { DatabaseSync } from 'node:sqlite'
import Provider, {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { readSettings } from '../database/settings.ts'
import { isLoopback, portalClientId } from '../portal-environment.ts'
import { createIdentityAdapter, type IdentitySecrets } from './storage.ts'
import { showErrorPage, showLoggedOutPage, showLogoutPage } from './pages.ts'
import { createAccessTokenClaims, apiAudience, createVersionClaim } from './tokens.ts'
import { findRow } from '../database/database.ts'

const scopes = 'openid profile email'

/** Default audience, because oidc-provider needs an audience to issue JWTs. */
const apiResource = 'https://api.koppelpunt.test'

/** Path of the sign-in page. */
export const signInPath = '/identity/sign-in'

/** Sessions last two weeks, so users stay signed in overnight. */
const sessionSeconds = 14 * 24 * 60 * 60

/** Grants all scopes without consent, like the portal's Keycloak realm. */
async function grantEverything(ctx: KoaContextWithOIDC) {
  const { client, provider, session } = ctx.oidc
  if (!client || session?.accountId === undefined) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (existing) return existing
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  grant.addOIDCScope(scopes)
  grant.addResourceScope(apiResource, scopes)
  await grant.save()
  return grant
}

function policyWithoutConsent() {
  const policy = interactionPolicy.base()
  // The portal's client counts as native, but needs no prompt for consent.
  policy.get('consent')?.checks.remove('native_client_prompt')
  return policy
}

/** Creates the OpenID provider at Keycloak's paths (contract §5). */
export function createIdentityProvider(
  db: DatabaseSync,
  issuer: string,
  { cookieKey, signingKey }: IdentitySecrets,
): Provider {
  const protocol = '/protocol/openid-connect'
  const configuration: Configuration = {
    adapter: createIdentityAdapter(db),
    clients: [
      {
        client_id: portalClientId,
        // Native clients may use any port for loopback redirects (RFC 8252).
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
        post_logout_redirect_uris: ['http://localhost/', 'http://127.0.0.1/'],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'version'],
      email: ['email', 'email_verified'],
    },
    clientAuthMethods: ['none'],
    clientBasedCORS: (_ctx, origin) => isLoopback(origin),
    conformIdTokenClaims: false,
    cookies: { keys: [cookieKey] },
    discovery: {
      userinfo_endpoint: `${issuer}${protocol}/userinfo`,
      claims_parameter_supported: false,
    },
    extraTokenClaims: (_ctx, token) => {
      const user = 'accountId' in token ? findRow(db, 'users', { id: token.accountId }) : undefined
      return user && createAccessTokenClaims(user, readSettings(db))
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // The userinfo route of oidc-provider refuses API access tokens.
      userinfo: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: showLogoutPage,
        postLogoutSuccessSource: showLoggedOutPage,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        getResourceServerInfo: () => ({
          audience: apiAudience,
          scope: scopes,
          accessTokenFormat: 'jwt',
          accessTokenTTL: readSettings(db).accessTokenLifetime,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    findAccount: (_ctx, id) => {
      const user = findRow(db, 'users', { id })
      return (
        user && {
          accountId: id,
          claims: () => ({
            sub: id,
            name: `${user.first_name} ${user.last_name}`,
            given_name: user.first_name,
            family_name: user.last_name,
            preferred_username: user.username,
            email: user.email,
            email_verified: true,
            ...createVersionClaim(user, 'idToken', readSettings(db)),
          }),
        }
      )
    },
    interactions: {
      policy: policyWithoutConsent(),
      url: (_ctx, interaction) => `${signInPath}/${interaction.uid}`,
    },
    // Like Keycloak, issues refresh tokens without the offline_access scope.
    issueRefreshToken: () => true,
    jwks: { keys: [signingKey] },
    loadExistingGrant: grantEverything,
    pkce: { required: () => true },
    renderError: showErrorPage,
    responseTypes: ['code'],
    rotateRefreshToken: true,
    routes: {
      authorization: `${protocol}/auth`,
      token: `${protocol}/token`,
      jwks: `${protocol}/certs`,
      end_session: `${protocol}/logout`,
      revocation: `${protocol}/revoke`,
    },
    ttl: {
      AccessToken: () => readSettings(db).accessTokenLifetime,
      AuthorizationCode: 60,
      Grant: sessionSeconds,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: sessionSeconds,
      Session: sessionSeconds,
    },
  }
  return new Provider(issuer, configuration)
}
