import { ENDPOINTS } from '../../../server/handler.ts'
import {
  createFileHeaders,
  createPolicyHeaders,
  type InlineSources,
} from '../../../server/headers.ts'
import { hashInlineSources } from '../../build/inline-sources.ts'
import {
  CACHE_CONTROL_NO_STORE,
  CACHE_CONTROL_NO_CACHE,
  getPageAliases,
  getCacheControl,
} from '../../../server/pages.ts'
import { signedOutState } from '../../../src/lib/identity/sign-in.ts'
import { HTML_CONTENT_TYPE, answerOf, requestPath, addPlace, type VerifiedPortal } from './ask.ts'
import { findDifferences, type ExpectedAnswer } from './expected.ts'
import { checkFile } from './files.ts'

export interface Finding {
  name: string
  differences: readonly string[]
  /** Warnings about valid settings that are probably mistakes. */
  warnings?: readonly string[]
}

export const PAGES: readonly string[] = [
  ...['', '/connect', '/check', '/boarding', '/boarding/list', '/wizard', '/polaris'].flatMap(
    (page) => [page || '/', `/en${page}`],
  ),
  '/callback',
]

const MISSING_PAGE = 'no-page-has-this-name'

const namedInPage = (html: string) =>
  [...html.matchAll(/"(\/[^"/][^"]*\.\w+)"/g)].map(([, address = '']) => address)
const namedInScript = (script: string) =>
  [...script.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name = '']) => `/assets/${name}`)

function checkPublicUrl({ origin, configuration }: VerifiedPortal): string[] {
  const { publicUrl } = configuration
  if (!origin.startsWith('https:') || publicUrl === origin) return []
  return [
    `PORTAL_PUBLIC_URL is ${publicUrl ?? 'not set'}: browsers are not told to stay with https`,
  ]
}

function unstored(
  { configuration }: VerifiedPortal,
  status: number,
  headers: Record<string, string>,
): ExpectedAnswer {
  const policy = createPolicyHeaders(configuration)
  return { status, headers: { ...policy, 'cache-control': CACHE_CONTROL_NO_STORE, ...headers } }
}

/** Returns the expected redirect, on file hosts without headers. */
function movedTo(
  { host, configuration }: VerifiedPortal,
  page: string,
  status: number,
): ExpectedAnswer {
  if (host === 'files') return { status: status === 308 ? 308 : 301, headers: {} }
  const caching = { 'cache-control': getCacheControl(page) }
  return { status: 301, headers: { ...createPolicyHeaders(configuration), ...caching } }
}

/** Returns the expected response to a missing address. */
function missing({ host, configuration }: VerifiedPortal, inline: InlineSources): ExpectedAnswer {
  const headers =
    host === 'files'
      ? createFileHeaders(configuration, { contentType: 'image/png' })
      : {
          ...createPolicyHeaders(configuration, { inline }),
          'content-type': HTML_CONTENT_TYPE,
          'cache-control': CACHE_CONTROL_NO_CACHE,
        }
  return { status: 404, headers }
}

/** Returns the absolute target of a redirect. */
const redirectTarget = ({ origin }: VerifiedPortal, location = '') =>
  URL.parse(location, origin)?.href ?? 'nowhere'

async function checkAliases(target: VerifiedPortal): Promise<string[]> {
  const differences: string[] = []
  for (const page of PAGES) {
    for (const alias of getPageAliases(page)) {
      const answer = await requestPath(target, `${alias}?a=1`)
      const found = findDifferences(answer, movedTo(target, page, answer.status))
      const to = redirectTarget(target, answer.headers.location)
      if (to !== `${target.origin}${page}?a=1`) found.push(`leads to ${to}`)
      differences.push(...addPlace(alias, found))
    }
  }
  return differences
}

async function checkMissing(target: VerifiedPortal): Promise<string[]> {
  const differences: string[] = []
  for (const [path, language] of [
    [`/${MISSING_PAGE}`, 'nl'],
    [`/en/${MISSING_PAGE}`, 'en'],
    [`/assets/${MISSING_PAGE}.js`, 'nl'],
  ] as const) {
    const answer = await requestPath(target, path)
    const found = findDifferences(
      answer,
      missing(target, hashInlineSources(answer.body.toString())),
    )
    if (!answer.body.includes(`<html lang="${language}"`)) found.push(`is no ${language} page`)
    differences.push(...addPlace(path, found))
  }
  return differences
}

async function checkSignedOut(target: VerifiedPortal): Promise<string[]> {
  const answer = await requestPath(target, `/?state=${signedOutState}`, {
    'sec-fetch-dest': 'document',
  })
  const expected = unstored(target, 302, { 'clear-site-data': '"cache"' })
  const differences = findDifferences(answer, expected)
  const to = redirectTarget(target, answer.headers.location)
  return to === `${target.origin}/` ? differences : [...differences, `leads to ${to}`]
}

async function checkRefused(target: VerifiedPortal): Promise<string[]> {
  const expected = unstored(target, 405, { allow: 'GET, HEAD' })
  const differences: string[] = []
  for (const path of ['/', '/connect', `/${MISSING_PAGE}`]) {
    for (const method of ['DELETE', 'OPTIONS']) {
      const found = findDifferences(await requestPath(target, path, {}, method), expected)
      differences.push(...addPlace(`${method} ${path}`, found))
    }
  }
  return differences
}

/** Checks that a proxy forwards requests for the paths of services. */
async function checkServices(target: VerifiedPortal): Promise<string[]> {
  const { apiUrl, identity, flags } = target.configuration
  const bases = [apiUrl, identity.adminUrl, flags.url].filter((base) => base.startsWith('/'))
  const differences: string[] = []
  for (const base of bases) {
    const { body, headers } = await requestPath(target, base)
    const isPortal =
      headers['content-type'] === HTML_CONTENT_TYPE || body.includes('for the proxy in front')
    if (isPortal) differences.push(`${base} is answered by the portal, and by no service`)
  }
  return differences
}

export async function checkUnencrypted({
  origin,
}: Pick<VerifiedPortal, 'origin'>): Promise<string[]> {
  const plain = origin.replace('https:', 'http:')
  const answer = await answerOf(new URL('/connect?a=1', plain))
  if (typeof answer === 'string') return [`${plain} gives ${answer}`]
  const { status, headers } = answer
  const { location = 'nowhere' } = headers
  const isSentOn = [301, 308].includes(status) && location === `${origin}/connect?a=1`
  return isSentOn ? [] : [`${plain} answers with ${status} and leads to ${location}`]
}

async function* filesOf(target: VerifiedPortal): AsyncGenerator<Finding> {
  const addresses = new Set(['/robots.txt'])
  for (const page of PAGES) {
    const html = (await requestPath(target, page)).body.toString()
    for (const address of namedInPage(html)) addresses.add(address)
    const expected = { contentType: HTML_CONTENT_TYPE, inline: hashInlineSources(html) }
    yield { name: page, differences: (await checkFile(target, page, expected)).differences }
  }
  // The loop body adds further addresses to the set.
  for (const address of addresses) {
    const { differences, body } = await checkFile(target, address)
    yield { name: address, differences }
    if (!address.endsWith('.js')) continue
    for (const other of namedInScript(body.toString())) addresses.add(other)
  }
}

/** Requests all addresses and yields differences from the expected responses. */
export async function* checkPortal(target: VerifiedPortal): AsyncGenerator<Finding> {
  yield { name: 'its own address', differences: checkPublicUrl(target) }
  yield* filesOf(target)
  yield { name: 'other spellings of pages', differences: await checkAliases(target) }
  for (const address of ENDPOINTS) {
    const expected = unstored(target, 200, { 'content-type': 'application/json' })
    yield {
      name: address,
      differences: findDifferences(await requestPath(target, address), expected),
    }
  }
  yield { name: 'what is missing', differences: await checkMissing(target) }
  if (target.host === 'server') {
    yield { name: 'back from a sign-out', differences: await checkSignedOut(target) }
    yield { name: 'other methods than GET', differences: await checkRefused(target) }
  }
  yield { name: 'services on its origin', differences: await checkServices(target) }
  if (target.origin.startsWith('https:') && new URL(target.origin).port === '') {
    yield { name: 'http leads to https', differences: await checkUnencrypted(target) }
  }
}
