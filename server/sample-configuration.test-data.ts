import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'

export const sampleConfiguration: PublicConfiguration = {
  apiUrl: 'https://api.example.nl/v1',
  publicUrl: null,
  hstsSeconds: 86_400,
  identity: {
    authority: 'https://id.example.nl/realms/shops',
    clientId: 'portal',
    adminUrl: 'https://id.example.nl/admin/realms/shops',
    providerName: 'keycloak',
  },
  flags: {
    url: 'https://flags.example.nl/api/frontend',
    clientKey: 'key',
    appName: 'staging',
    environment: 'default',
    refreshSeconds: 15,
    method: 'GET',
  },
  activationUrl: 'https://web.example.nl/couplings/activate/app',
  polaris: {
    authorizeUrl: 'https://polaris.example.nl/authorize',
    clientId: 'polaris-portal',
    redirectUri: 'https://api.example.nl/polaris/callback',
    scopes: 'administration',
  },
  customerPortalUrl: 'https://customers.example.nl',
  provider: { name: 'Example', host: 'https://www.example.nl' },
  support: [],
  idempotencyHeader: null,
  errorReporting: null,
}

/** The variables that make `sampleConfiguration`. */
export const sampleEnvironment = {
  PORTAL_API_URL: sampleConfiguration.apiUrl,
  PORTAL_OIDC_AUTHORITY: sampleConfiguration.identity.authority,
  PORTAL_OIDC_CLIENT_ID: sampleConfiguration.identity.clientId,
  PORTAL_FLAGS_URL: sampleConfiguration.flags.url,
  PORTAL_FLAGS_CLIENT_KEY: sampleConfiguration.flags.clientKey,
  PORTAL_ACTIVATION_URL: sampleConfiguration.activationUrl,
  PORTAL_POLARIS_AUTHORIZE_URL: sampleConfiguration.polaris.authorizeUrl,
  PORTAL_POLARIS_CLIENT_ID: sampleConfiguration.polaris.clientId,
  PORTAL_POLARIS_REDIRECT_URI: sampleConfiguration.polaris.redirectUri,
  PORTAL_POLARIS_SCOPES: sampleConfiguration.polaris.scopes,
  PORTAL_CUSTOMER_PORTAL_URL: sampleConfiguration.customerPortalUrl,
  PORTAL_PROVIDER_NAME: sampleConfiguration.provider.name,
  PORTAL_PROVIDER_HOST: sampleConfiguration.provider.host,
}
