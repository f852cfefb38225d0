import type { PublicConfiguration } from '../src/lib/configuration/public.ts'

export const sampleConfiguration: PublicConfiguration = {
  apiUrl: 'https://api.example.nl/v1',
  publicUrl: null,
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
  idempotencyHeader: null,
  errorReporting: null,
}
