import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { configurationId, type PageConfiguration } from '../src/lib/configuration/load.ts'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'
import { fileHeaders, originsOf, type InlineSources } from './headers.ts'
import { NO_BUILD, NoStart } from './startup-error.ts'

export const BUILD_FOLDER = fileURLToPath(new URL('../dist', import.meta.url))

/** Of a build's folder `server`: page → its inline sources, and the names of the assets that it made itself. */
export const INLINE_SOURCES_FILE = 'inline-sources.json'
export const OWN_ASSETS_FILE = 'assets.json'

/** The compressed forms that the build makes, best first; the file's ending follows the name. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

export async function compressed(content: Buffer) {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength }
  const level = constants.Z_BEST_COMPRESSION
  const forms = [
    { encoding: 'br', body: await promisify(brotliCompress)(content, { params }) },
    { encoding: 'gzip', body: await promisify(gzip)(content, { level }) },
  ] as const
  return forms.filter(({ body }) => body.byteLength < content.byteLength)
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

export const contentTypeOf = (path: string): string =>
  CONTENT_TYPES[extname(path)] ?? 'application/octet-stream'

export const REVALIDATE = 'no-cache'
/** The callback's address holds a sign-in code. */
export const NEVER_STORED = 'no-store'

export function cacheControlOf(address: string): string {
  if (address.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return /^(\/en)?\/callback(?![^/.?])/.test(address) ? NEVER_STORED : REVALIDATE
}

/** `/connect` for `connect.html` and `connect/index.html`; `/` for `index.html`; else the path itself. */
export function addressOf(path: string): string {
  if (!path.endsWith('.html')) return `/${path}`
  return `/${path.slice(0, -'.html'.length).replace(/(^|\/)index$/, '')}`
}

/** What people and old links write instead of a page's address. */
export function aliasesOf(address: string): string[] {
  if (address === '/') return ['/index', '/index.html']
  return [`${address}/`, `${address}.html`, `${address}/index`, `${address}/index.html`]
}

export const MISSING = { nl: '404.html', en: 'en/404.html' } as const

/** The exact addresses of a build, by the paths of its files; whatever else is asked for is missing. */
export function addressesIn(paths: readonly string[]) {
  const missing: string[] = Object.values(MISSING)
  const forms: string[] = Object.values(ENCODINGS)
  const pages = paths.filter((path) => path.endsWith('.html') && !missing.includes(path))
  const files = paths.filter((path) => ![...forms, '.html'].includes(extname(path)))
  const aliases = pages.map(addressOf).flatMap((to) => aliasesOf(to).map((from) => [from, to]))
  return {
    /** A page's address → its path in the build. */
    pages: new Map(pages.map((path) => [addressOf(path), path])),
    files: new Set(files.map(addressOf)),
    aliases: new Map(aliases as [string, string][]),
  }
}

export type Addresses = ReturnType<typeof addressesIn>

export interface Release {
  version: string
  /** Tells builds of one version apart: see `tools/build/build-id.ts`. */
  build: string
}

/** Only pages name it: a script or style that does not change between versions then keeps its name. */
function releaseIn(home = ''): Release {
  const [version, build] = ['version', 'build'].map(
    (name) => new RegExp(`<meta name="${name}" content="([^"]+)">`).exec(home)?.[1],
  )
  if (version === undefined || build === undefined) throw new NoStart(NO_BUILD)
  return { version, build }
}

/** Reads a build. Rejects with `NoStart`, or `ENOENT`, where it is not complete. */
export async function readBuild(folder: string) {
  const client = join(folder, 'client')
  const paths = globSync('**/*.*', { cwd: client }).map((path) => path.replaceAll(sep, '/'))
  const sources = await readFile(join(folder, 'server', INLINE_SOURCES_FILE), 'utf8')
  const inline = JSON.parse(sources) as Readonly<Partial<Record<string, InlineSources>>>
  const pages = new Map<string, { html: string; inline?: InlineSources | undefined }>()
  for (const path of paths.filter((path) => path.endsWith('.html'))) {
    pages.set(path, { html: await readFile(join(client, path), 'utf8'), inline: inline[path] })
  }
  if (!pages.has(MISSING.nl) || !pages.has(MISSING.en)) throw new NoStart(NO_BUILD)
  return { client, paths, pages, release: releaseIn(pages.get('index.html')?.html) }
}

export type Build = Awaited<ReturnType<typeof readBuild>>

/** The request handler of `@astrojs/node` in middleware mode. It reports errors itself and never rejects. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: undefined,
  locals: App.Locals,
) => Promise<void>

/** Imports Astro's handler and all its modules. Rejects with `NoStart` if the build has none. */
export async function loadAstro(folder: string): Promise<AstroHandler> {
  const server = join(folder, 'server')
  const paths = globSync('**/*.mjs', { cwd: server })
  if (!paths.includes('entry.mjs')) throw new NoStart(NO_BUILD)
  const load = (path: string) => import(pathToFileURL(join(server, path)).href) as Promise<unknown>
  // Astro imports a route at its first request, when the build may be gone.
  await Promise.all(paths.map(load))
  const { handler } = (await load('entry.mjs')) as { handler: AstroHandler }
  return handler
}

/** As `layouts/Page.astro` has it. */
const EMPTY_BLOCK = `<script type="application/json" id="${configurationId}"></script>`

/** Likewise: hidden, and without contact details. */
const EMPTY_FOOTER = /(<footer\b[^>]*?) hidden>([^<]*)<\/footer>/

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Fills in the footer's contact details, which then are there without a script as well. */
function withSupport(html: string, { provider, support }: PublicConfiguration): string {
  if (support.length === 0) return html
  const links = support.map(
    ({ text, address }) => ` <a href="${escaped(address)}">${escaped(text)}</a>`,
  )
  return html.replace(EMPTY_FOOTER, (_, tag: string, text: string) => {
    const words = text.replace('{provider}', () => escaped(provider.name))
    return `${tag}>${words}${links.join('')}</footer>`
  })
}

/** Links that let a browser connect to the services while it still fetches the page's scripts. */
function preconnects({ apiUrl, flags, identity, publicUrl }: PublicConfiguration): string {
  return [...new Set(originsOf(apiUrl, flags.url, identity.authority))]
    .filter((origin) => origin !== publicUrl)
    .map((origin) => `<link rel="preconnect" href="${origin}" crossorigin>`)
    .join('')
}

export function withConfiguration(html: string, configuration: PageConfiguration): string {
  const filled = withSupport(html, configuration)
  if (!html.includes(EMPTY_BLOCK)) return filled
  // A "</script>" in a value would end the data block.
  const data = JSON.stringify(configuration).replaceAll('<', '\\u003c')
  const block = EMPTY_BLOCK.replace('><', () => `>${data}<`)
  return filled
    .replace(EMPTY_BLOCK, () => block)
    .replace('</head>', () => `${preconnects(configuration)}</head>`)
}

/** What a page is answered with, in each of its forms: the best first, then as it is, which has no encoding. */
async function prepared(
  path: string,
  html: string,
  inline: InlineSources | undefined,
  configuration: PageConfiguration,
) {
  const body = Buffer.from(withConfiguration(html, configuration))
  const contentType = contentTypeOf(path)
  const caching = cacheControlOf(addressOf(path))
  const mayHoldCode = caching === NEVER_STORED
  const policy = fileHeaders(configuration, { contentType, inline, mayHoldCode })
  const digest = createHash('sha256').update(JSON.stringify(policy)).update(body)
  const tag = digest.digest('base64url').slice(0, 22)
  const encoded = await compressed(body)
  return {
    headers: { ...policy, 'content-type': contentType, 'cache-control': caching },
    forms: [
      ...encoded.map((form) => ({ ...form, tag: `"${tag}-${form.encoding}"` })),
      { encoding: '', body, tag: `"${tag}"` } as const,
    ],
  }
}

export type Page = Awaited<ReturnType<typeof prepared>>

/** All pages of a build with a configuration, by their paths. A tag is of the policy, too: a 304 need not repeat it. */
export async function pagesWith(
  build: Pick<Build, 'pages'>,
  configuration: PageConfiguration,
): Promise<ReadonlyMap<string, Page>> {
  const pages = [...build.pages].map(
    async ([path, { html, inline }]) =>
      [path, await prepared(path, html, inline, configuration)] as const,
  )
  return new Map(await Promise.all(pages))
}
