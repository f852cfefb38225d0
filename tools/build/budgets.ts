import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { OWN_ASSETS_FILE } from '../../server/pages.ts'
import { PROJECT_FOLDER } from '../programs/program.ts'
import { findScripts } from './preload.ts'

/** Maximum brotli kilobytes of JavaScript on a page, including inline scripts. */
const SCRIPT_LIMITS_KB: Readonly<Record<string, number>> = {
  '/index': 40,
  '/connect': 118,
  '/check': 120,
  '/boarding': 126,
  '/boarding/list': 120,
  '/wizard': 142,
  '/polaris': 142,
  '/callback': 44,
  '/404': 0.1,
}
const STYLE_LIMIT_KB = 7
const SCRIPT_COUNT_LIMIT = 12

/** Chunks that a page imports dynamically when it starts. */
const DYNAMIC_CHUNKS: Readonly<Record<string, readonly string[]>> = {
  '/index': ['home-list'],
  '/callback': ['sign-in-response', 'oidc-client-ts'],
}

const INLINE_SCRIPT = /<script>(.*?)<\/script>/gs
const STYLE_SHEET = /<link rel="stylesheet" href="([^"]+)"/g

const client = join(PROJECT_FOLDER, 'dist', 'client')
const read = (address: string) => readFileSync(join(client, address), 'utf8')
const ownAssets = JSON.parse(
  readFileSync(join(PROJECT_FOLDER, 'dist', 'server', OWN_ASSETS_FILE), 'utf8'),
) as string[]

function chunkAddress(chunk: string): string {
  const name = ownAssets.find((each) => each.startsWith(`${chunk}.`))
  if (name === undefined) throw new Error(`The build has no chunk ${chunk}`)
  return `/assets/${name}`
}

const weigh = (sources: readonly string[]) =>
  sources.reduce((sum, source) => sum + brotliCompressSync(source).byteLength, 0) / 1000

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, match = '']) => match)

function cell(value: number, limit: number, unit = ''): string {
  if (value > limit) process.exitCode = 1
  return `${Number(value.toFixed(1))} of ${limit}${unit} ${value > limit ? '✗' : '✓'}`
}

const rows = Object.entries(SCRIPT_LIMITS_KB).map(([page, limit]) => {
  const html = read(`${page}.html`)
  const scripts = [...findScripts(html), ...(DYNAMIC_CHUNKS[page] ?? []).map(chunkAddress)]
  const sources = [...matches(html, INLINE_SCRIPT), ...scripts.map(read)]
  const row = {
    JavaScript: cell(weigh(sources), limit, ' kB'),
    CSS: cell(weigh(matches(html, STYLE_SHEET).map(read)), STYLE_LIMIT_KB, ' kB'),
    scripts: cell(scripts.length, SCRIPT_COUNT_LIMIT),
  }
  return [page, row] as const
})
console.table(Object.fromEntries(rows))
