import { InMemoryStorageProvider, UnleashClient } from 'unleash-proxy-client'
import * as z from 'zod'
import { listSubscriptions } from '../../../src/lib/api/registrations.ts'
import { parseProvider, type Provider } from '../../../src/lib/identity/provider.ts'
import { findUsers } from '../../../src/lib/api/users.ts'
import { callEndpoints } from '../../contract/calls.ts'
import { listPreflightHeaders } from '../../contract/service/preflights.ts'
import { requestAsBrowser, findPreflightDifferences } from './as-browser.ts'
import {
  errorMessage,
  addPlace,
  type RawRequest,
  type RawResponse,
  type VerifiedPortal,
} from './ask.ts'
import { decompress } from './expected.ts'
import type { Finding } from './portal.ts'
import { checkSignInFindings } from './sign-in.ts'

function jsonIn(answer: RawResponse): unknown {
  try {
    return JSON.parse(String(decompress(answer)))
  } catch {
    return undefined
  }
}

type Compare = (json: unknown, status: number) => string[]

async function differencesOf(
  { origin }: VerifiedPortal,
  address: string,
  request: RawRequest,
  compare: Compare,
): Promise<string[]> {
  const read = await requestAsBrowser(origin, address, request)
  return read.ok ? compare(jsonIn(read.answer), read.answer.status) : read.differences
}

const ofStatus = (status: number, why: string) => [`status is ${status}, expected 200: ${why}`]

const withoutSlash = (address: unknown) => String(address).replace(/\/+$/, '')

/** Returns the provider's metadata if pages can use them. */
async function checkSignIn(target: VerifiedPortal, address: string) {
  const { authority } = target.configuration.identity
  let provider: Provider | null = null
  const differences = await differencesOf(target, address, {}, (json, status) => {
    if (status !== 200) return ofStatus(status, 'is PORTAL_OIDC_AUTHORITY the issuer?')
    const { issuer } = Object(json) as { issuer?: unknown }
    if (issuer === undefined) return ['issuer is missing']
    if (withoutSlash(issuer) !== authority) {
      return [`issuer is ${JSON.stringify(issuer)}, PORTAL_OIDC_AUTHORITY ${authority}`]
    }
    try {
      provider = parseProvider(json, authority)
    } catch (error) {
      return [(error as Error).message]
    }
    return staleAddresses(target, Object(json) as object)
  })
  return { differences, provider }
}

function staleAddresses({ discovered }: VerifiedPortal, provider: object): string[] {
  return Object.entries({ ...discovered, at: undefined }).flatMap(([name, value]) => {
    const current: unknown = Reflect.get(provider, name)
    return current === value ? [] : [`pages have ${name} ${value}, the provider ${String(current)}`]
  })
}

/** Explanations of Unleash's response statuses (deploy/unleash). */
const KEY_PROBLEMS: Readonly<Record<number, string>> = {
  401: 'PORTAL_FLAGS_CLIENT_KEY is unknown',
  403: 'PORTAL_FLAGS_CLIENT_KEY is not a front-end key',
}

const flagSet = z.object({
  toggles: z.array(z.object({ name: z.string(), enabled: z.boolean() })),
})

/** Matches addresses that common content blockers block. */
const BLOCKED = /\/(?:flags|feature_flags|toggles)(?:\/|$)|\bunleash-proxy\b/

/** Captures the first request of the portal's flag client. */
function captureFlagRequest({
  origin,
  configuration,
}: VerifiedPortal): Promise<RawRequest & { address: string }> {
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
      fetch: (address: string, { method, headers, body }: Required<RawRequest>) => {
        resolve({ address, method, headers, body })
        return Promise.resolve(Response.json({ toggles: [] }))
      },
    })
    void client.start()
  })
}

async function checkFlags(target: VerifiedPortal): Promise<string[]> {
  const { address, ...request } = await captureFlagRequest(target)
  return differencesOf(target, address, request, (json, status) => {
    if (status !== 200)
      return ofStatus(status, KEY_PROBLEMS[status] ?? 'is PORTAL_FLAGS_URL right?')
    return flagSet.safeParse(json).success ? [] : ['the answer is not a set of flags']
  })
}

/** Makes the only API call that needs no token. */
function checkApi(target: VerifiedPortal, address: string): Promise<string[]> {
  const headers = { 'content-type': 'application/json' }
  return differencesOf(target, address, { headers }, (json, status) => {
    if (status !== 200) return ofStatus(status, 'is PORTAL_API_URL right?')
    return json === undefined ? ['the answer is not JSON'] : []
  })
}

/** Sends each kind of preflight once and returns all problems. */
async function checkPreflights({ origin, configuration }: VerifiedPortal): Promise<string[]> {
  const { apiUrl, identity, idempotencyHeader } = configuration
  const kinds = new Set<string>()
  const callOf = new Map<string, string>()
  for (const endpoint of [...Object.values(callEndpoints), findUsers]) {
    const { service, method, path } = endpoint
    const names = listPreflightHeaders(endpoint, idempotencyHeader)
    const base = service === 'product' ? apiUrl : identity.adminUrl
    const url = new URL(base + path.replace(/\{\w+\}/g, '1'), origin)
    const kind = [service, method, ...names].join()
    if (url.origin === origin || kinds.has(kind)) continue
    kinds.add(kind)
    const differences = await findPreflightDifferences(origin, url, method, names).catch(
      (error: unknown) => [`no answer: ${errorMessage(error)}`],
    )
    for (const difference of differences) {
      if (!callOf.has(difference)) callOf.set(difference, `${method} ${path}`)
    }
  }
  return [...callOf].flatMap(([difference, call]) => addPlace(call, [difference]))
}

/** Calls the services and sends preflights, as the portal's pages do. */
export async function* checkServiceFindings(target: VerifiedPortal): AsyncGenerator<Finding> {
  const { apiUrl, flags, identity } = target.configuration
  const metadata = `${identity.authority}/.well-known/openid-configuration`
  const { differences, provider } = await checkSignIn(target, metadata)
  yield { name: `sign-in: ${metadata}`, differences }
  yield* checkSignInFindings(target, provider)
  yield {
    name: `flags: ${flags.url}`,
    differences: await checkFlags(target),
    warnings: BLOCKED.test(flags.url)
      ? ['content blockers block addresses like this one; use another path, such as /switches']
      : [],
  }
  const call = apiUrl + listSubscriptions.path
  yield { name: `product API: ${call}`, differences: await checkApi(target, call) }
  yield { name: 'preflights: every kind of call', differences: await checkPreflights(target) }
}
