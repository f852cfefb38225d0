export const sandboxClientKey = 'koppelpunt-sandbox:development.client-key'

/** Client id of the portal, for both OIDC and polaris. */
export const portalClientId = 'portal'
export const polarisClientId = 'koppelpunt-polaris'

/** Path of the identity realm. */
export const realmPath = '/identity/realms/koppelpunt'
export const realmAdminPath = '/identity/admin/realms/koppelpunt'

export const reportsPath = '/reports'

/** Returns the Sentry DSN for error reports to the sandbox. */
export const createReportingDsn = (sandboxUrl: string): string =>
  `${sandboxUrl.replace('//', '//sandbox@')}${reportsPath}/1`

/**
 * Returns the portal's environment variables (contract §2) for a sandbox.
 *
 * @param sandboxUrl origin of the sandbox, without a slash at the end
 */
export function createPortalEnvironment(sandboxUrl: string): Record<string, string> {
  return {
    PORTAL_API_URL: `${sandboxUrl}/api`,
    PORTAL_OIDC_AUTHORITY: `${sandboxUrl}${realmPath}`,
    PORTAL_OIDC_CLIENT_ID: portalClientId,
    PORTAL_IDENTITY_ADMIN_URL: `${sandboxUrl}${realmAdminPath}`,
    PORTAL_IDENTITY_PROVIDER_NAME: 'keycloak',
    PORTAL_FLAGS_URL: `${sandboxUrl}/flags`,
    PORTAL_FLAGS_CLIENT_KEY: sandboxClientKey,
    PORTAL_FLAGS_APP_NAME: 'staging',
    PORTAL_FLAGS_ENVIRONMENT: 'default',
    PORTAL_FLAGS_REFRESH_SECONDS: '15',
    PORTAL_FLAGS_METHOD: 'GET',
    PORTAL_ACTIVATION_URL: `${sandboxUrl}/accounting/activate`,
    PORTAL_POLARIS_AUTHORIZE_URL: `${sandboxUrl}/accounting/polaris/authorize`,
    PORTAL_POLARIS_CLIENT_ID: polarisClientId,
    PORTAL_POLARIS_REDIRECT_URI: `${sandboxUrl}/api/polaris/callback`,
    PORTAL_POLARIS_SCOPES:
      'administration-management product-catalogue relation-management user-management bookkeeping',
    PORTAL_CUSTOMER_PORTAL_URL: `${sandboxUrl}/customers`,
    PORTAL_PROVIDER_NAME: 'Koppelpunt',
    PORTAL_PROVIDER_HOST: 'https://www.koppelpunt.test',
    // An empty value makes the portal show its general text.
    PORTAL_PACKAGE_REQUIREMENT: '',
    PORTAL_SUPPORT_URL: 'https://www.koppelpunt.test/hulp',
    PORTAL_SUPPORT_EMAIL: 'hulp@koppelpunt.test',
    PORTAL_SUPPORT_PHONE: '020 000 00 00',
    PORTAL_IDEMPOTENCY_HEADER: 'Idempotency-Key',
    PORTAL_SENTRY_DSN: '',
  }
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True if the origin is on this machine. */
export function isLoopback(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && loopbackHosts.has(url.hostname)
}
