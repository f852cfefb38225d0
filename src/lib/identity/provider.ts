import { readJson, type Environment } from '../environment.ts'
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

/** What is used of a provider's addresses, in one order, as JSON. */
const providerText = (provider: Provider) => JSON.stringify(provider, kept)

/** What is used of a discovery document (OpenID Connect Discovery §3, §4.3) of this issuer; throws what is wrong. */
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
  return JSON.parse(providerText(document as unknown as Provider)) as Provider
}

/** What is used of it; undefined where there is none, or none that may be used. */
function usable(json: unknown, authority: string): Provider | undefined {
  try {
    return providerIn(json, authority)
  } catch {
    return undefined
  }
}

/** What a page came with, unless it is too old to begin with, or not of this issuer. */
export function stillKnown(
  discovered: Discovered | undefined,
  authority: string,
  now: number,
): Provider | undefined {
  const isOld = discovered?.at !== undefined && now - discovered.at >= providerLife
  return isOld ? undefined : usable(discovered, authority)
}

/** Finds the provider's addresses: those that the page came with, or that another page of the tab was told. */
export function createDiscovery(
  environment: Environment,
  authority: string,
  discovered: Discovered | undefined,
) {
  const { tabStorage } = environment
  const key = `koppelpunt:provider:${authority}`
  let known = stillKnown(discovered, authority, environment.now())

  /** Asks the provider, which also shows whether it answers at all. */
  async function ask(): Promise<Provider> {
    const response = await environment.fetch(discoveryAddress(authority), {
      signal: environment.timeout(identityTimeoutSeconds * 1000),
    })
    if (!response.ok) throw new TypeError(`discovery: status ${response.status}`)
    const provider = providerIn(await response.json(), authority)
    tabStorage.setItem(key, providerText(provider))
    known = provider
    return provider
  }

  return {
    find: async () => {
      known ??= usable(readJson(tabStorage, key), authority)
      return known ?? ask()
    },
    ask,
    /** Forgets what is known, which may be wrong. */
    forget: () => {
      known = undefined
      tabStorage.removeItem(key)
    },
  }
}
