import { createPortalEnvironment } from '../sandbox/portal-environment.ts'
import {
  readPublicConfiguration,
  type PublicConfiguration,
  type Variables,
} from '../src/lib/configuration/variables.ts'

function configurationOf(variables: Variables): PublicConfiguration {
  const read = readPublicConfiguration(variables)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.configuration
}

/** Returns a portal configuration whose services are those of a sandbox. */
export function createSandboxConfiguration(
  sandboxUrl: string,
  variables: Record<string, string> = {},
): PublicConfiguration {
  return configurationOf({ ...createPortalEnvironment(sandboxUrl), ...variables })
}

/** Required environment variables with addresses of services that do not exist. */
export const sampleVariables = {
  PORTAL_API_URL: 'https://api.example.nl/v1',
  PORTAL_OIDC_AUTHORITY: 'https://id.example.nl/realms/shops',
  PORTAL_OIDC_CLIENT_ID: 'portal',
  PORTAL_FLAGS_URL: 'https://flags.example.nl/api/frontend',
  PORTAL_FLAGS_CLIENT_KEY: 'key',
  PORTAL_ACTIVATION_URL: 'https://web.example.nl/couplings/activate/app',
  PORTAL_POLARIS_AUTHORIZE_URL: 'https://polaris.example.nl/authorize',
  PORTAL_POLARIS_CLIENT_ID: 'polaris-portal',
  PORTAL_POLARIS_REDIRECT_URI: 'https://api.example.nl/polaris/callback',
  PORTAL_POLARIS_SCOPES: 'administration',
  PORTAL_CUSTOMER_PORTAL_URL: 'https://customers.example.nl',
  PORTAL_PROVIDER_NAME: 'Example',
  PORTAL_PROVIDER_HOST: 'https://www.example.nl',
}

/** Parses the sample environment variables with some changes. */
export const parseTestConfiguration = (changes: Variables = {}) =>
  configurationOf({ ...sampleVariables, ...changes })

export const sampleConfiguration = parseTestConfiguration()
