import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { OWN_ASSETS_FILE } from '../../server/pages.ts'
import { scriptsOf } from './preload/page-scripts.ts'
import { PROJECT } from '../programs/program.ts'

/**
 * Brotli bytes of JavaScript that a page may cost. Signed out it has the script of all pages, signed in what
 * its screen takes. On the callback page that takes the provider’s answer.
 */
const LIMITS: Readonly<Record<string, { signedOut: number; signedIn: number }>> = {
  'index.html': { signedOut: 34_000, signedIn: 40_000 },
  'connect.html': { signedOut: 34_000, signedIn: 118_000 },
  'check.html': { signedOut: 34_000, signedIn: 120_000 },
  'boarding.html': { signedOut: 34_000, signedIn: 126_000 },
  'boarding/list.html': { signedOut: 34_000, signedIn: 120_000 },
  'wizard.html': { signedOut: 34_000, signedIn: 142_000 },
  'polaris.html': { signedOut: 34_000, signedIn: 142_000 },
  'callback.html': { signedOut: 34_000, signedIn: 44_000 },
  '404.html': { signedOut: 100, signedIn: 100 },
}
/** Brotli bytes of the one style sheet that a page takes. */
const STYLE_LIMIT = 7_000

/** Chunks that a page imports dynamically at once, or once it can be used. */
const IMPORTED: Readonly<Record<string, RegExp>> = {
  'index.html': /^(?:known|home-list)[^/]*\.js$/,
  'callback.html': /^(?:answer|oidc-client-ts)[^/]*\.js$/,
}

const client = join(PROJECT, 'dist', 'client')
const ownAssets = join(PROJECT, 'dist', 'server', OWN_ASSETS_FILE)
const read = (address: string) => readFileSync(join(client, address), 'utf8')
const weigh = (source: string) => brotliCompressSync(source).byteLength
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9)

const weights = new Map<string, number>()
function weightOf(addresses: Iterable<string>): number {
  let total = 0
  for (const address of addresses) {
    const weight = weights.get(address) ?? weigh(read(address))
    weights.set(address, weight)
    total += weight
  }
  return total
}

function chunks(form: RegExp): string[] {
  const own = JSON.parse(readFileSync(ownAssets, 'utf8')) as string[]
  const names = own.filter((name) => form.test(name))
  if (names.length === 0) throw new Error(`The build has no chunk ${String(form)}`)
  return names.map((name) => `/assets/${name}`)
}

/** English pages are made of the same scripts. */
const pages = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.html') && !/^en\b/.test(name),
)
const over: string[] = []

function cell(name: string, bytes: number, limit: number): string {
  const isOver = bytes > limit
  if (isOver) over.push(name)
  return `${kilobytes(bytes)} of ${limit / 1000} kB ${isOver ? '✗' : '✓'}`.padStart(23)
}

const titles = ['signed out', 'signed in', 'styles'].map((title) => title.padStart(23))
console.log(`${'Brotli'.padEnd(18)}${titles.join('')}`)
for (const page of pages) {
  const limits = LIMITS[page]
  if (!limits) throw new Error(`${page} has no limit`)
  const scripts = scriptsOf(read(page), read)
  const inline = scripts.inline.reduce((sum, source) => sum + weigh(source), 0)
  const imported = IMPORTED[page] ? chunks(IMPORTED[page]) : []
  const signedOut = inline + weightOf(scripts.signedOut)
  const signedIn = inline + weightOf(new Set([...scripts.signedIn, ...imported]))
  const sheets = [...read(page).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)]
  const cells = [
    cell(page, signedOut, limits.signedOut),
    cell(page, signedIn, limits.signedIn),
    cell(`${page}: styles`, weightOf(sheets.map(([, address = '']) => address)), STYLE_LIMIT),
  ]
  console.log(`${page.replace('.html', '').padEnd(18)}${cells.join('')}`)
}
if (pages.length === 0) console.error('There is no build. Run: npm run build')
process.exitCode = over.length > 0 || pages.length === 0 ? 1 : 0
