import type { Environment } from '../environment.ts'
import { identityTimeoutSeconds, providerLife } from '../limits.ts'

/** Addresses of an OpenID provider, as it publishes them. */
export interface Provider {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  end_session_endpoint?: string
  userinfo_endpoint?: string
  check_session_iframe?: string
  /** Whether its answers name their issuer (RFC 9207). */
  authorization_response_iss_parameter_supported?: boolean
}

/** What a page came with; `at`, in milliseconds since 1970, where nobody keeps it up to date since then. */
export type Discovered = Provider & { at?: number }

/** Where a provider publishes its addresses (OpenID Connect Discovery §4). */
export const discoveryAddress = (authority: string) =>
  `${authority}/.well-known/openid-configuration`

/** The addresses that pages use; browsers may ask the last two at the issuer's own origin only. */
const visited = ['authorization_endpoint', 'end_session_endpoint', 'check_session_iframe'] as const
const asked = ['token_endpoint', 'userinfo_endpoint'] as const
const kept = ['issuer', ...visited, ...asked, 'authorization_response_iss_parameter_supported']

/** What is used of a discovery document (OpenID Connect Discovery §3, §4.3) of this issuer, in one order; throws what is wrong. */
export function providerIn(json: unknown, authority: string): Provider {
  const document = Object(json) as Partial<Record<string, unknown>>
  if (String(document.issuer).replace(/\/+$/, '') !== authority)
    throw new Error('it is of another issuer')
  const isNeeded = (name: string) => name === visited[0] || name === asked[0]
  for (const name of [...visited, ...asked]) {
    const address = String(document[name])
    if (document[name] === undefined && !isNeeded(name)) continue
    if (!/^https?:/i.test(address) || !URL.canParse(address))
      throw new Error(`${name} is no address`)
  }
  const { origin } = new URL(document.token_endpoint as string)
  if (origin !== new URL(authority).origin) throw new Error('token_endpoint is elsewhere')
  return JSON.parse(JSON.stringify(document, kept)) as Provider
}

/** What a page came with, unless it is too old to begin with, or none that may be used. */
export function stillKnown(
  discovered: Discovered | undefined,
  authority: string,
  now: number,
): Provider | undefined {
  if (discovered?.at !== undefined && now - discovered.at >= providerLife) return undefined
  try {
    return providerIn(discovered, authority)
  } catch {
    return undefined
  }
}

/** Finds the provider's addresses: those that the page came with, or that it was told. */
export function createDiscovery(
  environment: Environment,
  authority: string,
  discovered: Discovered | undefined,
) {
  let known = stillKnown(discovered, authority, environment.now())

  /** Asks the provider, which also shows whether it answers at all. */
  async function ask(): Promise<Provider> {
    const response = await environment.fetch(discoveryAddress(authority), {
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
    if (!response.ok) throw new TypeError(`discovery: status ${response.status}`)
    known = providerIn(await response.json(), authority)
    return known
  }

  return {
    find: async () => known ?? ask(),
    ask,
    /** Forgets what is known, which may be wrong. */
    forget: () => {
      known = undefined
    },
  }
}
