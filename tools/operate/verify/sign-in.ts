import { randomUUID } from 'node:crypto'
import { createOidcSettings, createSignInAddress } from '../../../src/lib/identity/sign-in.ts'
import type { Provider } from '../../../src/lib/identity/provider.ts'
import { requestAsBrowser } from './as-browser.ts'
import { answerOf, type RawResponse, type VerifiedPortal } from './ask.ts'
import { decompress } from './expected.ts'
import type { Finding } from './portal.ts'
import { createMemoryStorage } from '../../../src/lib/environment.ts'

/** Links are removed, because they may contain a redirect URI. */
const textOf = (answer: RawResponse) => String(decompress(answer)).replaceAll(/<[^>]*>/g, ' ')

/** Returns the error in a redirect to the portal. */
function errorIn({ status, headers }: RawResponse, redirectUri: string): string | null {
  const { location = '' } = headers
  if (status < 300 || status >= 400 || !location.startsWith(redirectUri)) return null
  return URL.parse(location)?.searchParams.get('error') ?? null
}

const isRefused = (answer: RawResponse, redirectUri: string) =>
  answer.status >= 400 || errorIn(answer, redirectUri) !== null

/** Checks that the sign-in page accepts only valid requests. */
async function checkPage(target: VerifiedPortal, provider: Provider): Promise<string[]> {
  const { configuration, origin } = target
  const asking = createOidcSettings(configuration, origin, 'nl')
  const { clientId, redirectUri } = asking
  const effects = { tabStorage: createMemoryStorage(), now: Date.now, randomId: randomUUID }
  const answerTo = async (uri: string) =>
    answerOf(await createSignInAddress(effects, { ...asking, redirectUri: uri }, provider))

  const answer = await answerTo(redirectUri)
  if (typeof answer === 'string') return [answer]
  const error = errorIn(answer, redirectUri)
  if (error !== null) return [`the provider redirects back with the error ${error}`]
  if (answer.status >= 500) return [`status is ${answer.status}`]
  if (answer.status >= 400) {
    const why = /redirect_uri/i.test(textOf(answer))
      ? `client ${clientId} may not come back to ${redirectUri}`
      : `is there a client ${clientId}?`
    return [`status is ${answer.status}: ${why}`]
  }
  const nobodys = `${redirectUri}/of-nobody`
  const other = await answerTo(nobodys)
  return typeof other === 'string' || isRefused(other, nobodys)
    ? []
    : [`other redirect URIs, such as ${nobodys}, are accepted as well: allow exactly one`]
}

/** Checks that pages can read the response to an invalid code. */
async function checkCode(target: VerifiedPortal, provider: Provider): Promise<string[]> {
  const { configuration, origin } = target
  const { clientId, redirectUri, origin: own } = createOidcSettings(configuration, origin, 'nl')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code: 'verify',
    code_verifier: 'verify'.repeat(8),
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const read = await requestAsBrowser(own, provider.token_endpoint, {
    method: 'POST',
    headers,
    body,
  })
  if (!read.ok) return read.differences
  const { status } = read.answer
  const [, error = 'no error'] = /"error"\s*:\s*"([^"]*)"/.exec(textOf(read.answer)) ?? []
  return error === 'invalid_grant'
    ? []
    : [`status is ${status}, ${error}, expected invalid_grant: is ${clientId} a public client?`]
}

const realmIn = (address: string) => /\/realms\/([^/]+)$/.exec(address)?.[1]

async function checkLookUp(target: VerifiedPortal, base: string): Promise<string[]> {
  const { authority } = target.configuration.identity
  const [realm, own] = [realmIn(base), realmIn(authority)]
  if (realm !== undefined && own !== undefined && realm !== own)
    return [`it is of realm ${realm}, PORTAL_OIDC_AUTHORITY of ${own}`]
  const answer = await answerOf(new URL(`${base}/users?username=verify&exact=true`, target.origin))
  if (typeof answer === 'string') return [answer]
  const { status } = answer
  if (status === 401 || status === 403) return []
  const why = status === 200 ? 'it shows users to anybody' : 'is PORTAL_IDENTITY_ADMIN_URL right?'
  return [`status is ${status}, expected 401: ${why}`]
}

/** Checks the sign-in services without signing anybody in. */
export async function* checkSignInFindings(
  target: VerifiedPortal,
  provider: Provider | null,
): AsyncGenerator<Finding> {
  if (provider !== null) {
    const { authorization_endpoint: page, token_endpoint: token } = provider
    yield { name: `sign-in page: ${page}`, differences: await checkPage(target, provider) }
    yield { name: `sign-in code: ${token}`, differences: await checkCode(target, provider) }
  }
  const { adminUrl } = target.configuration.identity
  yield { name: `user look-up: ${adminUrl}`, differences: await checkLookUp(target, adminUrl) }
}
