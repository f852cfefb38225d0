import type { Environment } from '../environment.ts'
import { identityTimeoutSeconds, providerLife } from '../limits.ts'
import { readJson } from '../stored.ts'

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

const kept: readonly (keyof Provider)[] = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'end_session_endpoint',
  'userinfo_endpoint',
  'check_session_iframe',
  'authorization_response_iss_parameter_supported',
]

/** Where a provider publishes its addresses (OpenID Connect Discovery §4). */
export const discoveryAddress = (authority: string) =>
  `${authority}/.well-known/openid-configuration`

/** What is used of a provider's addresses, in one order, as JSON. */
export const providerText = (provider: Provider) => JSON.stringify(provider, [...kept])

/** What a page came with, unless it is too old to begin with. */
export function stillKnown(
  discovered: Discovered | undefined,
  now: number,
): Discovered | undefined {
  return discovered?.at === undefined || now - discovered.at < providerLife ? discovered : undefined
}

/**
 * Finds the provider's addresses: those that the page came with, or that another page of the tab was told.
 *
 * @param discovered what the page came with
 */
export function createDiscovery(
  environment: Environment,
  authority: string,
  discovered: Discovered | undefined,
) {
  const { tabStorage } = environment
  const key = `koppelpunt:provider:${authority}`
  let given = stillKnown(discovered, environment.now())

  /** Asks the provider, which also shows whether it answers at all. */
  async function ask(): Promise<Provider> {
    const response = await environment.fetch(discoveryAddress(authority), {
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
    if (!response.ok) throw new TypeError(`discovery: status ${response.status}`)
    const provider = (await response.json()) as Provider
    tabStorage.setItem(key, providerText(provider))
    return provider
  }

  return {
    /** The addresses that are known; else asks for them. */
    find: async () => {
      if (given) return given
      const stored = readJson(tabStorage, key)
      return isProvider(stored) ? stored : ask()
    },
    ask,
    /** Forgets what is known, which may be wrong. */
    forget: () => {
      given = undefined
      tabStorage.removeItem(key)
    },
  }
}

/** Whether the tab's storage holds usable addresses: without this one nothing works. */
function isProvider(stored: unknown): stored is Provider {
  const { token_endpoint: endpoint } = Object(stored) as { token_endpoint?: unknown }
  return URL.canParse(String(endpoint))
}
