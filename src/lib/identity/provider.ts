import type { Environment } from '../environment.ts'
import { identityTimeoutSeconds } from '../limits.ts'
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

const kept: readonly (keyof Provider)[] = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'end_session_endpoint',
  'userinfo_endpoint',
  'check_session_iframe',
  'authorization_response_iss_parameter_supported',
]

/** Finds the provider's addresses once per sign-in: each further page of the tab remembers them. */
export function createDiscovery(environment: Environment, authority: string) {
  const { tabStorage } = environment
  const key = `koppelpunt:provider:${authority}`

  /** Asks the provider, which also shows whether it answers at all. */
  async function ask(): Promise<Provider> {
    const response = await environment.fetch(`${authority}/.well-known/openid-configuration`, {
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
    if (!response.ok) throw new TypeError(`discovery: status ${response.status}`)
    const provider = (await response.json()) as Provider
    tabStorage.setItem(key, JSON.stringify(provider, [...kept]))
    return provider
  }

  return {
    /** The addresses that the tab remembers; else asks for them. */
    find: async () => {
      const stored = readJson(tabStorage, key)
      return isProvider(stored) ? stored : ask()
    },
    ask,
    /** Forgets the remembered addresses, which may be wrong. */
    forget: () => tabStorage.removeItem(key),
  }
}

/** Whether the tab's storage holds usable addresses: without this one nothing works. */
function isProvider(stored: unknown): stored is Provider {
  const { token_endpoint: endpoint } = Object(stored) as { token_endpoint?: unknown }
  return URL.canParse(String(endpoint))
}
