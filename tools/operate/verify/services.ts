import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'
import * as z from 'zod'
import { listSubscriptions } from '../../../src/lib/api/registrations.ts'
import { parseProvider, type Provider } from '../../../src/lib/identity/provider.ts'
import { askAsBrowser } from './as-browser.ts'
import { type Asked, type RawAnswer, type Target } from './ask.ts'
import { decoded } from './expected.ts'
import type { Finding } from './portal.ts'
import { signInFindingsOf } from './sign-in.ts'

/** What JSON an answer holds; undefined: none. */
function jsonIn(answer: RawAnswer): unknown {
  try {
    return JSON.parse(String(decoded(answer)))
  } catch {
    return undefined
  }
}

/** Says what is wrong with an answer that a browser would get to read. */
type Judge = (json: unknown, status: number) => string[]

async function differencesOf(
  { origin }: Target,
  address: string,
  asked: Asked,
  judge: Judge,
): Promise<string[]> {
  const read = await askAsBrowser(origin, address, asked)
  return read.ok ? judge(jsonIn(read.answer), read.answer.status) : read.differences
}

const ofStatus = (status: number, why: string) => [`status is ${status}, expected 200: ${why}`]

const withoutSlash = (address: unknown) => String(address).replace(/\/+$/, '')

/** The provider's metadata, if pages can use it, and what is wrong with it. */
async function checkSignIn(target: Target, address: string) {
  const { authority } = target.configuration.identity
  let provider: Provider | null = null
  const differences = await differencesOf(target, address, {}, (json, status) => {
    if (status !== 200) return ofStatus(status, 'is PORTAL_OIDC_AUTHORITY the issuer?')
    const { issuer } = Object(json) as { issuer?: unknown }
    if (issuer === undefined) return ['names no issuer']
    if (withoutSlash(issuer) !== authority) {
      return [`issuer is ${JSON.stringify(issuer)}, PORTAL_OIDC_AUTHORITY ${authority}`]
    }
    try {
      provider = parseProvider(json, authority)
    } catch (error) {
      return [(error as Error).message]
    }
    return staleIn(target, Object(json) as object)
  })
  return { differences, provider }
}

/** What pages have of the provider that it does not say, or not any more. */
function staleIn({ discovered }: Target, provider: object): string[] {
  return Object.entries({ ...discovered, at: undefined }).flatMap(([name, value]) => {
    const said: unknown = Reflect.get(provider, name)
    return said === value ? [] : [`pages have ${name} ${value}, the provider ${String(said)}`]
  })
}

/** Unleash's own words for what is wrong with a key (deploy/unleash). */
const OF_KEY: Readonly<Record<number, string>> = {
  401: 'PORTAL_FLAGS_CLIENT_KEY is not known there',
  403: 'PORTAL_FLAGS_CLIENT_KEY is no front-end key there',
}

const flagSet = z.object({
  toggles: z.array(z.object({ name: z.string(), enabled: z.boolean() })),
})

/** Parts of addresses that common lists of content blockers have for those of flag services. */
const BLOCKED = /\/(?:flags|feature_flags|toggles)(?:\/|$)|\bunleash-proxy\b/

/** What the portal's flag client asks first, for nobody in particular. */
function flagRequestOf({ origin, configuration }: Target): Promise<Asked & { address: string }> {
  const { method, url, ...flags } = configuration.flags
  return new Promise((resolve) => {
    const client = new UnleashClient({
      ...flags,
      url: new URL(url, origin),
      usePOSTrequests: method === 'POST',
      context: { sessionId: '0' },
      disableMetrics: true,
      disableRefresh: true,
      storageProvider: new InMemoryStorageProvider(),
      fetch: (address: string, { method, headers, body }: Required<Asked>) => {
        resolve({ address, method, headers, body })
        return Promise.resolve(Response.json({ toggles: [] }))
      },
    })
    void client.start()
  })
}

async function checkFlags(target: Target): Promise<string[]> {
  const { address, ...asked } = await flagRequestOf(target)
  return differencesOf(target, address, asked, (json, status) => {
    if (status !== 200) return ofStatus(status, OF_KEY[status] ?? 'is PORTAL_FLAGS_URL right?')
    return flagSet.safeParse(json).success ? [] : ['its answer is no set of flags']
  })
}

/** The one call that takes no token. */
function checkApi(target: Target, address: string): Promise<string[]> {
  const headers = { 'content-type': 'application/json' }
  return differencesOf(target, address, { headers }, (json, status) => {
    if (status !== 200) return ofStatus(status, 'is PORTAL_API_URL right?')
    return json === undefined ? ['its answer is no JSON'] : []
  })
}

/**
 * Asks the services that a portal is configured with as its pages do, one row each: the identity
 * provider's metadata, whether it lets the portal's users in, the flags, and one call of the product API. `npm run check:api -w tools/contract` asks for all.
 */
export async function* serviceFindingsOf(target: Target): AsyncGenerator<Finding> {
  const { apiUrl, flags, identity } = target.configuration
  const metadata = `${identity.authority}/.well-known/openid-configuration`
  const { differences, provider } = await checkSignIn(target, metadata)
  yield { name: `sign-in: ${metadata}`, differences }
  yield* signInFindingsOf(target, provider)
  yield {
    name: `flags: ${flags.url}`,
    differences: await checkFlags(target),
    warnings: BLOCKED.test(flags.url)
      ? ['content blockers hold back addresses like this one; /switches is not on their lists']
      : [],
  }
  const call = apiUrl + listSubscriptions.path
  yield { name: `product API: ${call}`, differences: await checkApi(target, call) }
}
