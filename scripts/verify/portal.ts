import { fileHeaders, policyHeaders } from '../../server/headers.ts'
import type { InlineSources } from '../../server/headers.ts'
import { ON_DEMAND } from '../../server/handler.ts'
import { inlineSourcesOf } from '../../server/inline-sources.ts'
import {
  AHEAD,
  NEVER_STORED,
  REVALIDATE,
  aliasesOf,
  cacheControlOf,
  contentTypeOf,
} from '../../server/site.ts'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { signedOutState } from '../../src/lib/identity/signed-out.ts'
import { ask } from './ask.ts'
import type { RawAnswer } from './ask.ts'
import { decoded, differencesOf } from './expected.ts'

/** One row of the report: some addresses, and how they differ from the policy. */
export interface Finding {
  name: string
  differences: readonly string[]
}

/** Addresses of the pages; a test compares them with a build. */
export const PAGES: readonly string[] = [
  ...['', '/connect', '/boarding', '/wizard', '/polaris'].flatMap((page) => [
    page || '/',
    `/en${page}`,
  ]),
  '/callback',
]

/** No page has this name. */
const MISSING = 'no-page-has-this-name'

const HTML = 'text/html; charset=utf-8'

/** Answers that are compressed, by what is asked for. */
const ENCODED = ['br', 'gzip'] as const

const hasPublicUrl = (url: string | null, origin: string): string[] => {
  if (!origin.startsWith('https:') || url === origin) return []
  return [`PORTAL_PUBLIC_URL is ${url ?? 'not set'}: browsers are not told to stay with https`]
}

const named = (what: string, differences: readonly string[]) =>
  differences.map((difference) => `${what}: ${difference}`)

/** Everything that is asked of the portal at `origin` (without a slash at the end). */
export class Verification {
  readonly #origin: string
  readonly #configuration: PublicConfiguration
  /** Addresses that the pages and their scripts name. */
  readonly #named = new Set<string>(['/robots.txt'])

  constructor(origin: string, configuration: PublicConfiguration) {
    this.#origin = origin
    this.#configuration = configuration
  }

  /** Asks for everything, one row after the other. */
  async *findings(): AsyncGenerator<Finding> {
    const { publicUrl } = this.#configuration
    yield { name: 'its own address', differences: hasPublicUrl(publicUrl, this.#origin) }
    for (const page of PAGES) yield { name: page, differences: await this.#page(page) }
    yield { name: 'other spellings of pages', differences: await this.#aliases() }
    for (const address of this.#named) {
      yield { name: address, differences: await this.#file(address) }
    }
    for (const address of ON_DEMAND) {
      const expected = this.#unstored(200, { 'content-type': 'application/json' })
      yield { name: address, differences: differencesOf(await this.#ask(address), expected) }
    }
    yield { name: 'what is missing', differences: await this.#missing() }
    yield { name: 'back from a sign-out', differences: await this.#signedOut() }
    yield { name: 'other methods than GET', differences: await this.#refused() }
    yield { name: 'services on its origin', differences: await this.#services() }
    if (this.#origin.startsWith('https:') && new URL(this.#origin).port === '') {
      yield { name: 'http leads to https', differences: await this.#unencrypted() }
    }
  }

  #ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
    return ask(this.#origin, path, { headers, method })
  }

  #unstored(status: number, headers: Record<string, string>) {
    const policy = policyHeaders(this.#configuration)
    return { status, headers: { ...policy, 'cache-control': NEVER_STORED, ...headers } }
  }

  async #page(address: string): Promise<string[]> {
    const html = (await this.#ask(address)).body.toString()
    for (const [, found = ''] of html.matchAll(/"(\/[^"/][^"]*\.\w+)"/g)) this.#named.add(found)
    return this.#file(address, { contentType: HTML, inline: inlineSourcesOf(html) })
  }

  /** In every encoding, unchanged, fetched ahead, and without its body. */
  async #file(
    address: string,
    known?: { contentType: string; inline: InlineSources },
  ): Promise<string[]> {
    const plain = await this.#ask(address)
    const contentType = known?.contentType ?? contentTypeOf(address)
    const cacheControl = cacheControlOf(address)
    const mayHoldCode = cacheControl === NEVER_STORED
    const policy = fileHeaders(this.#configuration, {
      contentType,
      inline: known?.inline,
      mayHoldCode,
    })
    const caching = { 'cache-control': cacheControl }
    const expected = {
      status: 200,
      headers: { ...policy, ...caching, 'content-type': contentType },
    }
    const differences = differencesOf(plain, expected)
    if (known === undefined) this.#readScript(address, plain)
    for (const encoding of ENCODED) {
      const answer = await this.#ask(address, { 'accept-encoding': encoding })
      // What would not gain by it is not compressed.
      const isCompressed = 'content-encoding' in answer.headers || contentType === HTML
      const headers = isCompressed
        ? { ...expected.headers, 'content-encoding': encoding, vary: 'accept-encoding' }
        : expected.headers
      const found = differencesOf(answer, { status: 200, headers })
      if (decoded(answer)?.equals(plain.body) !== true) found.push('the body is another one')
      differences.push(...named(encoding, found))
      differences.push(...named(`${encoding}, unchanged`, await this.#unchanged(address, answer)))
    }
    if (cacheControl === REVALIDATE) {
      const ahead = await this.#ask(address, { 'sec-purpose': 'prefetch' })
      const headers = { ...expected.headers, 'cache-control': AHEAD }
      differences.push(...named('fetched ahead', differencesOf(ahead, { status: 200, headers })))
    }
    const head = differencesOf(await this.#ask(address, {}, 'HEAD'), expected)
    return [...differences, ...named('HEAD', head)]
  }

  /** Scripts name those that they load later. */
  #readScript(address: string, { body }: RawAnswer): void {
    if (!address.endsWith('.js')) return
    for (const [, name = ''] of body.toString().matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      this.#named.add(`/assets/${name}`)
    }
  }

  async #unchanged(address: string, { headers }: RawAnswer): Promise<string[]> {
    const { etag, 'content-encoding': encoding } = headers
    if (etag === undefined) return ['it has no etag']
    const asked = { 'if-none-match': etag, 'accept-encoding': encoding ?? 'identity' }
    return differencesOf(await this.#ask(address, asked), {
      status: 304,
      headers: { 'cache-control': cacheControlOf(address) },
    })
  }

  async #aliases(): Promise<string[]> {
    const differences: string[] = []
    for (const page of PAGES) {
      for (const alias of aliasesOf(page)) {
        const answer = await this.#ask(`${alias}?a=1`)
        const to = URL.parse(answer.headers.location ?? '', this.#origin)?.href
        const expected = {
          status: 301,
          headers: { ...policyHeaders(this.#configuration), 'cache-control': cacheControlOf(page) },
        }
        const found = differencesOf(answer, expected)
        if (to !== `${this.#origin}${page}?a=1`) found.push(`leads to ${to ?? 'nowhere'}`)
        differences.push(...named(alias, found))
      }
    }
    return differences
  }

  async #missing(): Promise<string[]> {
    const differences: string[] = []
    for (const [path, language] of [
      [`/${MISSING}`, 'nl'],
      [`/en/${MISSING}`, 'en'],
      [`/assets/${MISSING}.js`, 'nl'],
    ] as const) {
      const answer = await this.#ask(path)
      const inline = inlineSourcesOf(answer.body.toString())
      const policy = policyHeaders(this.#configuration, { inline })
      const headers = { ...policy, 'content-type': HTML, 'cache-control': REVALIDATE }
      const found = differencesOf(answer, { status: 404, headers })
      if (!answer.body.includes(`<html lang="${language}"`)) found.push(`is no ${language} page`)
      differences.push(...named(path, found))
    }
    return differences
  }

  async #signedOut(): Promise<string[]> {
    const answer = await this.#ask(`/?state=${signedOutState}`)
    const differences = differencesOf(answer, this.#unstored(302, { 'clear-site-data': '"cache"' }))
    const to = URL.parse(answer.headers.location ?? '', this.#origin)?.href
    return to === `${this.#origin}/` ? differences : [...differences, `leads to ${to ?? 'nowhere'}`]
  }

  async #refused(): Promise<string[]> {
    const expected = this.#unstored(405, { allow: 'GET, HEAD' })
    const differences: string[] = []
    for (const path of ['/', '/connect', `/${MISSING}`]) {
      for (const method of ['DELETE', 'OPTIONS']) {
        const found = differencesOf(await this.#ask(path, {}, method), expected)
        differences.push(...named(`${method} ${path}`, found))
      }
    }
    return differences
  }

  /** Where the configuration leaves paths to a proxy, the portal itself must not be what answers. */
  async #services(): Promise<string[]> {
    const { apiUrl, identity, flags } = this.#configuration
    const bases = [apiUrl, identity.adminUrl, flags.url].filter((base) => base.startsWith('/'))
    const differences: string[] = []
    for (const base of bases) {
      const { body, headers } = await this.#ask(base)
      const isPortal = headers['content-type'] === HTML || body.includes('for the proxy in front')
      if (isPortal) differences.push(`${base} is answered by the portal, and by no service`)
    }
    return differences
  }

  async #unencrypted(): Promise<string[]> {
    const plain = this.#origin.replace('https:', 'http:')
    const { status, headers } = await ask(plain, '/connect?a=1')
    const { location = 'nowhere' } = headers
    const isSentOn = [301, 308].includes(status) && location === `${this.#origin}/connect?a=1`
    return isSentOn ? [] : [`${plain} answers with ${status} and leads to ${location}`]
  }
}
