import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { configurationElementId, type PageConfiguration } from '../src/lib/configuration/load.ts'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import { createFileHeaders, collectOrigins, type InlineSources } from './headers.ts'
import { NO_BUILD_MESSAGE, StartupError } from './startup-error.ts'

export const BUILD_FOLDER = fileURLToPath(new URL('../dist', import.meta.url))

/** Names of files in a build's folder `server`. */
export const INLINE_SOURCES_FILE = 'inline-sources.json'
export const OWN_ASSETS_FILE = 'assets.json'

/** Extensions of compressed files by encoding, best encoding first. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

/** Compresses content and omits variants that are not smaller. */
export async function compress(content: Buffer) {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength }
  const level = constants.Z_BEST_COMPRESSION
  const variants = [
    { encoding: 'br', body: await promisify(brotliCompress)(content, { params }) },
    { encoding: 'gzip', body: await promisify(gzip)(content, { level }) },
  ] as const
  return variants.filter(({ body }) => body.byteLength < content.byteLength)
}

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export const getContentType = (path: string): string =>
  CONTENT_TYPES[extname(path)] ?? 'application/octet-stream'

export const CACHE_CONTROL_NO_CACHE = 'no-cache'
export const CACHE_CONTROL_NO_STORE = 'no-store'

export function getCacheControl(address: string): string {
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // The address of the callback page contains a sign-in code.
  return /^(\/en)?\/callback(?![^/.?])/.test(address)
    ? CACHE_CONTROL_NO_STORE
    : CACHE_CONTROL_NO_CACHE
}

/** Returns a page's address, such as `/connect` for `connect/index.html`. */
export function getPageAddress(path: string): string {
  if (!path.endsWith('.html')) return `/${path}`
  return `/${path.slice(0, -'.html'.length).replace(/(^|\/)index$/, '')}`
}

/** Returns the addresses that redirect to a page. */
export function getPageAliases(address: string): string[] {
  if (address === '/') return ['/index', '/index.html']
  return [`${address}/`, `${address}.html`, `${address}/index`, `${address}/index.html`]
}

export const NOT_FOUND_PAGES = { nl: '404.html', en: 'en/404.html' } as const

/** Returns the addresses that a build serves. */
export function listAddresses(paths: readonly string[]) {
  const missing: string[] = Object.values(NOT_FOUND_PAGES)
  const unlisted: string[] = ['.html', ...Object.values(ENCODINGS)]
  const pages = paths.filter((path) => path.endsWith('.html') && !missing.includes(path))
  const files = paths.filter((path) => !unlisted.includes(extname(path)))
  const aliases = pages
    .map(getPageAddress)
    .flatMap((address) => getPageAliases(address).map((alias) => [alias, address] as const))
  return {
    /** Paths of pages in the build, by address. */
    pages: new Map(pages.map((path) => [getPageAddress(path), path])),
    files: new Set(files.map(getPageAddress)),
    aliases: new Map(aliases),
  }
}

export type ServedAddresses = ReturnType<typeof listAddresses>

export interface Release {
  version: string
  /** Build id, which differs between builds of the same version (`tools/build/build-id.ts`). */
  build: string
}

/** Reads the release from HTML, because scripts must not contain it. */
function releaseIn(home = ''): Release {
  const [version, build] = ['version', 'build'].map(
    (name) => new RegExp(`<meta name="${name}" content="([^"]+)">`).exec(home)?.[1],
  )
  if (version === undefined || build === undefined) throw new StartupError(NO_BUILD_MESSAGE)
  return { version, build }
}

/** Reads a build, and rejects if the build is incomplete. */
export async function readBuild(folder: string) {
  const client = join(folder, 'client')
  const paths = globSync('**/*.*', { cwd: client }).map((path) => path.replaceAll(sep, '/'))
  const sources = await readFile(join(folder, 'server', INLINE_SOURCES_FILE), 'utf8')
  const inline = JSON.parse(sources) as Readonly<Partial<Record<string, InlineSources>>>
  const pages = new Map<string, { html: string; inline?: InlineSources | undefined }>()
  for (const path of paths.filter((path) => path.endsWith('.html'))) {
    pages.set(path, { html: await readFile(join(client, path), 'utf8'), inline: inline[path] })
  }
  if (!pages.has(NOT_FOUND_PAGES.nl) || !pages.has(NOT_FOUND_PAGES.en))
    throw new StartupError(NO_BUILD_MESSAGE)
  return { client, paths, pages, release: releaseIn(pages.get('index.html')?.html) }
}

export type PortalBuild = Awaited<ReturnType<typeof readBuild>>

/** Handler of `@astrojs/node` that reports errors and never rejects. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: App.Locals,
) => Promise<void>

/** Imports Astro's handler and all its modules. */
export async function loadAstro(folder: string): Promise<AstroHandler> {
  const server = join(folder, 'server')
  const paths = globSync('**/*.mjs', { cwd: server })
  if (!paths.includes('entry.mjs')) throw new StartupError(NO_BUILD_MESSAGE)
  const load = (path: string) => import(pathToFileURL(join(server, path)).href) as Promise<unknown>
  // Imports all routes now, because the build may be deleted later.
  await Promise.all(paths.map(load))
  const { handler } = (await load('entry.mjs')) as { handler: AstroHandler }
  return handler
}

/** Markup of `layouts/Page.astro` that the server fills in. */
const EMPTY_BLOCK = `<script type="application/json" id="${configurationElementId}"></script>`
const EMPTY_FOOTER = /(<footer\b[^>]*?) hidden>([^<]*)<\/footer>/

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Shows the contact details in the footer without a script. */
function fillFooter(html: string, { provider, support }: PublicConfiguration): string {
  if (support.length === 0) return html
  const links = support.map(
    ({ text, address }) => ` <a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`,
  )
  return html.replace(EMPTY_FOOTER, (_, tag: string, text: string) => {
    const label = text.replace('{provider}', () => escapeHtml(provider.name))
    return `${tag}>${label}${links.join('')}</footer>`
  })
}

/** Returns `preconnect` links, so that browsers connect while scripts load. */
function preconnects({ apiUrl, flags, identity, publicUrl }: PublicConfiguration): string {
  return [...new Set(collectOrigins(apiUrl, flags.url, identity.authority))]
    .filter((origin) => origin !== publicUrl)
    .map((origin) => `<link rel="preconnect" href="${origin}" crossorigin>`)
    .join('')
}

export function fillPage(html: string, configuration: PageConfiguration): string {
  const filled = fillFooter(html, configuration)
  if (!html.includes(EMPTY_BLOCK)) return filled
  // A value with "</script>" would end the data block.
  const data = JSON.stringify(configuration).replaceAll('<', '\\u003c')
  const block = EMPTY_BLOCK.replace('><', () => `>${data}<`)
  return filled
    .replace(EMPTY_BLOCK, () => block)
    .replace('</head>', () => `${preconnects(configuration)}</head>`)
}

/** Prepares a page's headers and encoded bodies, with the best encoding first. */
async function preparePage(
  path: string,
  html: string,
  inline: InlineSources | undefined,
  configuration: PageConfiguration,
) {
  const body = Buffer.from(fillPage(html, configuration))
  const contentType = getContentType(path)
  const cacheControl = getCacheControl(getPageAddress(path))
  const mayHoldCode = cacheControl === CACHE_CONTROL_NO_STORE
  const policy = createFileHeaders(configuration, { contentType, inline, mayHoldCode })
  // The ETag includes the policy, because 304 responses omit the policy.
  const digest = createHash('sha256').update(JSON.stringify(policy)).update(body)
  const tag = digest.digest('base64url').slice(0, 22)
  const encoded = await compress(body)
  return {
    headers: { ...policy, 'content-type': contentType, 'cache-control': cacheControl },
    variants: [
      ...encoded.map((variant) => ({ ...variant, tag: `"${tag}-${variant.encoding}"` })),
      { encoding: '', body, tag: `"${tag}"` } as const,
    ],
  }
}

export type Page = Awaited<ReturnType<typeof preparePage>>

/** Prepares the responses of all pages, by path. */
export async function preparePageResponses(
  { pages }: Pick<PortalBuild, 'pages'>,
  configuration: PageConfiguration,
): Promise<ReadonlyMap<string, Page>> {
  const prepared = [...pages].map(
    async ([path, { html, inline }]) =>
      [path, await preparePage(path, html, inline, configuration)] as const,
  )
  return new Map(await Promise.all(prepared))
}
