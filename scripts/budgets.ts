import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { scriptsOf } from '../src/layouts/preload/page-scripts.ts'
import { PROJECT } from './program.ts'

/** Brotli bytes of JavaScript: what a page may cost. */
const SIGNED_OUT_LIMIT = 22_000
const SIGNED_IN_LIMITS: Readonly<Record<string, number>> = {
  'index.html': 27_000,
  'connect.html': 99_000,
  'boarding.html': 107_000,
  'wizard.html': 116_000,
  'polaris.html': 116_000,
}
const OTHER_PAGES_LIMIT = 15_000

/** Chunks that somebody needs who is not signed in, beside what everybody does. */
const SIGNING_IN = /^sign-in[^/]*\.js$/

/** Chunks that everybody needs who is signed in, beside what their screen imports. */
const SIGNED_IN = /^services[^/]*\.js$/
/** Home has, once it can be used, a list of what the user was working on. */
const OF_HOME = /^recent-list[^/]*\.js$/

const client = join(PROJECT, 'dist', 'client')
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
  const names = readdirSync(join(client, 'assets')).filter((name) => form.test(name))
  if (names.length === 0) throw new Error(`The build has no chunk ${String(form)}`)
  return names.map((name) => `/assets/${name}`)
}

/** English pages are made of the same scripts. */
const pages = readdirSync(client).filter((name) => name.endsWith('.html') && name !== 'en.html')
const over: string[] = []

console.log(
  `${'JavaScript, brotli'.padEnd(20)}${'signed out'.padStart(21)}${'signed in'.padStart(23)}`,
)
for (const page of pages) {
  const further = [...chunks(SIGNED_IN), ...(page === 'index.html' ? chunks(OF_HOME) : [])]
  const scripts = scriptsOf(read(page), read, further)
  const inline = scripts.inline.reduce((sum, source) => sum + weigh(source), 0)
  const signedOut = scripts.signedOut.size > 0 ? [...scripts.signedOut, ...chunks(SIGNING_IN)] : []
  const cells = [
    [inline + weightOf(new Set(signedOut)), SIGNED_OUT_LIMIT] as const,
    [inline + weightOf(scripts.signedIn), SIGNED_IN_LIMITS[page] ?? OTHER_PAGES_LIMIT] as const,
  ].map(([bytes, limit]) => {
    if (bytes > limit) over.push(page)
    return `${kilobytes(bytes)} of ${limit / 1000} kB ${bytes > limit ? '✗' : '✓'}`.padStart(23)
  })
  console.log(`${basename(page, '.html').padEnd(18)}${cells.join('')}`)
}
if (pages.length === 0) console.error('There is no build. Run: npm run build')
process.exitCode = over.length > 0 || pages.length === 0 ? 1 : 0
