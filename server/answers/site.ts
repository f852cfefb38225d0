import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { ENCODINGS, type Encoding } from './encoding.ts'
import type { InlineSources } from './headers.ts'

export interface StaticFile {
  contentType: string
  cacheControl: string
  /** Opaque, without quotes; the same for every encoding of the file. */
  digest: string
  body: Buffer
  encoded: Partial<Record<Encoding, Buffer>>
  inline: InlineSources | undefined
}

/** Everything that is answered without Astro: exact addresses, and those that lead to one. */
export interface Site {
  files: ReadonlyMap<string, StaticFile>
  /** Other spellings of a page's address → the address. */
  aliases: ReadonlyMap<string, string>
  notFound: { nl: StaticFile | undefined; en: StaticFile | undefined }
}

/** Page → its inline sources; beside the server's code, since nobody has to fetch it. */
export const INLINE_SOURCES_FILE = 'inline-sources.json'
/** Names in `client/assets` that the build made itself, without their compressed forms. */
export const OWN_ASSETS_FILE = 'assets.json'

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export const contentTypeOf = (path: string): string =>
  CONTENT_TYPES[posix.extname(path)] ?? 'application/octet-stream'

const IMMUTABLE = 'public, max-age=31536000, immutable'
export const REVALIDATE = 'no-cache'
/** The callback's address holds a sign-in code. */
export const NEVER_STORED = 'no-store'

/** `/connect` for `connect.html` and `connect/index.html`; `/` for `index.html`; else the path itself. */
export function addressOf(path: string): string {
  if (!path.endsWith('.html')) return `/${path}`
  const page = path.slice(0, -'.html'.length).replace(/(^|\/)index$/, '')
  return `/${page}`
}

/** What people and old links write instead of a page's address. */
export function aliasesOf(address: string): string[] {
  if (address === '/') return ['/index', '/index.html']
  return [`${address}/`, `${address}.html`, `${address}/index`, `${address}/index.html`]
}

export function cacheControlOf(address: string): string {
  if (address.startsWith('/assets/')) return IMMUTABLE
  return /^(\/en)?\/callback(?![^/.?])/.test(address) ? NEVER_STORED : REVALIDATE
}

/**
 * Turns a build's files into a site. `contents`: path inside the client folder → bytes, compressed
 * forms (`.br`, `.gz`) beside the originals. `inline`: path of a page → what stands inside it.
 */
export function siteOf(
  contents: ReadonlyMap<string, Buffer>,
  inline: Readonly<Record<string, InlineSources>>,
): Site {
  const files = new Map<string, StaticFile>()
  const aliases = new Map<string, string>()
  const endings: string[] = Object.values(ENCODINGS)

  for (const [path, body] of contents) {
    const ending = posix.extname(path)
    if (endings.includes(ending)) continue
    const address = addressOf(path)
    const encoded: StaticFile['encoded'] = {}
    for (const encoding of Object.keys(ENCODINGS) as Encoding[]) {
      const compressed = contents.get(path + ENCODINGS[encoding])
      if (compressed) encoded[encoding] = compressed
    }
    files.set(address, {
      contentType: contentTypeOf(path),
      cacheControl: cacheControlOf(address),
      digest: createHash('sha256').update(body).digest('base64url').slice(0, 22),
      body,
      encoded,
      inline: inline[path],
    })
    if (ending === '.html') for (const alias of aliasesOf(address)) aliases.set(alias, address)
  }

  const notFound = { nl: files.get('/404'), en: files.get('/en/404') ?? files.get('/404') }
  for (const address of ['/404', '/en/404']) files.delete(address)
  for (const [alias, address] of aliases) if (!files.has(address)) aliases.delete(alias)
  return { files, aliases, notFound }
}
