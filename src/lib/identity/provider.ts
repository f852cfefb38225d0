import type { Environment } from '../environment.ts'
import { identityTimeoutSeconds, discoveryLifetime } from '../limits.ts'

const required = ['authorization_endpoint', 'token_endpoint'] as const
const optional = ['end_session_endpoint', 'check_session_iframe', 'userinfo_endpoint'] as const

/** Endpoints of a provider, named as in the discovery document. */
export type Provider = Record<'issuer' | (typeof required)[number], string> &
  Partial<Record<(typeof optional)[number], string>> & {
    /** True if the provider's responses contain its issuer (RFC 9207). */
    authorization_response_iss_parameter_supported?: boolean
  }

/** Endpoints in a page, with a date (ms since 1970) in static pages. */
export type DiscoveredProvider = Provider & { at?: number }

/** Returns the address of the discovery document (OpenID Connect Discovery §4). */
export const createDiscoveryAddress = (authority: string) =>
  `${authority}/.well-known/openid-configuration`

const flags = ['authorization_response_iss_parameter_supported']
const fields = ['issuer', ...required, ...optional, ...flags]

/** Validates a discovery document (OpenID Connect Discovery §3, §4.3). */
export function parseProvider(json: unknown, authority: string): Provider {
  const document = Object(json) as Partial<Record<string, unknown>>
  if (String(document.issuer).replace(/\/+$/, '') !== authority)
    throw new Error('issuer does not match')
  const present = optional.filter((name) => document[name])
  for (const name of [...required, ...present]) {
    const address = String(document[name])
    if (!/^https?:/i.test(address) || !URL.canParse(address))
      throw new Error(`${name} is not a web address`)
  }
  const { origin } = new URL(document.token_endpoint as string)
  if (origin !== new URL(authority).origin) throw new Error('token_endpoint is on another origin')
  return JSON.parse(JSON.stringify(document, fields)) as Provider
}

/** Returns the page's endpoints if they are recent and valid. */
export function findUsableProvider(
  discovered: DiscoveredProvider | undefined,
  authority: string,
  now: number,
): Provider | undefined {
  if (discovered?.at !== undefined && now - discovered.at >= discoveryLifetime) return undefined
  try {
    return parseProvider(discovered, authority)
  } catch {
    return undefined
  }
}

/** Provides the identity provider's endpoints, from the page or by discovery. */
export function createDiscovery(
  environment: Environment,
  authority: string,
  discovered: DiscoveredProvider | undefined,
) {
  let cached = findUsableProvider(discovered, authority, environment.now())

  async function fetchProvider(): Promise<Provider> {
    const response = await environment.fetch(createDiscoveryAddress(authority), {
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
    if (!response.ok) throw new TypeError(`discovery: status ${response.status}`)
    cached = parseProvider(await response.json(), authority)
    return cached
  }

  return {
    find: async () => cached ?? fetchProvider(),
    /** Requests the endpoints, even if cached, to check the provider. */
    fetch: fetchProvider,
    clearCache: () => {
      cached = undefined
    },
  }
}
