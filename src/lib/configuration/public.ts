/** What the browser needs to know of its environment: the answer of `GET /config.json`. */
export interface PublicConfiguration {
  /** Base of every product call (§7), without a trailing slash. */
  apiUrl: string
  /** The portal's own origin, for success and redirect addresses; null: the origin the browser is on. */
  publicUrl: string | null
  identity: {
    /** OIDC issuer. */
    authority: string
    clientId: string
    /** Base of `GET …/users`, without a trailing slash. */
    adminUrl: string
    /** In 'User is not found in keycloak.' */
    providerName: string
  }
  flags: {
    url: string
    clientKey: string
    appName: string
    environment: string
    refreshSeconds: number
    /** How the flags are asked for: the context in the query, or in a body. */
    method: 'GET' | 'POST'
  }
  /** The accounting package's coupling-activation page. */
  activationUrl: string
  polaris: {
    authorizeUrl: string
    clientId: string
    redirectUri: string
    scopes: string
  }
  customerPortalUrl: string
  provider: { name: string; host: string }
  /** Header that carries a write's idempotency key; null: not sent. */
  idempotencyHeader: string | null
  /** null: error reporting is off. */
  errorReporting: { dsn: string; environment: string } | null
}
