import { posix } from 'node:path'
import type { AnswerHeaders, Answers } from './answers.ts'

/** What Cloudflare Pages takes; Netlify takes more. */
const MAX_RULES = 100
const MAX_LINE_LENGTH = 2000

const ASSETS = '/assets/'

/** What such hosts compress they say so themselves. */
const THEIR_OWN = 'vary'

/** The headers that all of `answers` have, with the same value. */
function shared([first = {}, ...others]: readonly AnswerHeaders[]): AnswerHeaders {
  const isShared = ([name, value]: [string, string]) =>
    name !== THEIR_OWN && others.every((headers) => headers[name] === value)
  return Object.fromEntries(Object.entries(first).filter(isShared))
}

/** Those of `headers` that no block of `others` brings already. */
function rest(headers: AnswerHeaders, ...others: readonly AnswerHeaders[]): AnswerHeaders {
  const isLeft = ([name]: [string, string]) =>
    name !== THEIR_OWN && others.every((other) => !(name in other))
  return Object.fromEntries(Object.entries(headers).filter(isLeft))
}

/**
 * The file `_headers` of Netlify, Cloudflare Pages and hosts like them: a block for each address.
 * Where several blocks match, their headers are joined, and two policies would both hold: so a
 * header stands in one block only of those that match an address.
 *
 * @throws where it is larger than such hosts take
 */
export function headersFile({ files, missing }: Answers): string {
  const assets = files.filter(({ address }) => address.startsWith(ASSETS))
  const everywhere = shared([missing.headers, ...files.map(({ headers }) => headers)])
  const ofAssets = rest(shared(assets.map(({ headers }) => headers)), everywhere)
  const blocks: (readonly [address: string, AnswerHeaders])[] = [
    ['/*', everywhere],
    [`${ASSETS}*`, ofAssets],
    ...files.map(({ address, path, headers, contentType }) => {
      // No host knows what a file without an ending is.
      const type = posix.extname(path) === '' ? { 'content-type': contentType } : {}
      const others = address.startsWith(ASSETS) ? [everywhere, ofAssets] : [everywhere]
      return [address, { ...type, ...rest(headers, ...others) }] as const
    }),
  ]
  const rules = blocks.filter(([, headers]) => Object.keys(headers).length > 0)
  const lines = rules.flatMap(([address, headers]) => [
    address,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ])
  const tooLong = lines.find((line) => line.length > MAX_LINE_LENGTH)
  if (tooLong !== undefined || rules.length > MAX_RULES) {
    throw new Error(`_headers is too large: ${tooLong?.slice(0, 80) ?? `${rules.length} rules`}`)
  }
  return `${lines.join('\n')}\n`
}

/**
 * The file `_redirects` of the same hosts. The page for what is missing in English is a rule for
 * Netlify; Cloudflare looks for it by itself, and ignores the rule.
 */
export function redirectsFile({ moved, missing }: Answers): string {
  const lines = moved.map(({ from, to }) => `${from} ${to} 301`)
  return `${[...lines, `/en/* /${missing.en} 404`].join('\n')}\n`
}
