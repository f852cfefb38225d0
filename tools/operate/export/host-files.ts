import { posix } from 'node:path'
import type { ResponseHeaders, ServerResponses } from './answers.ts'

/** Limits of Cloudflare Pages. Those of Netlify are higher. */
const MAX_RULES = 100
const MAX_LINE_LENGTH = 2000

const ASSETS = '/assets/'

/** Header that hosting services set on files that they compress. */
const HOST_HEADER = 'vary'

function sharedHeaders([first = {}, ...others]: readonly ResponseHeaders[]): ResponseHeaders {
  const isShared = ([name, value]: [string, string]) =>
    name !== HOST_HEADER && others.every((headers) => headers[name] === value)
  return Object.fromEntries(Object.entries(first).filter(isShared))
}

function remainingHeaders(
  headers: ResponseHeaders,
  ...others: readonly ResponseHeaders[]
): ResponseHeaders {
  const isLeft = ([name]: [string, string]) =>
    name !== HOST_HEADER && others.every((other) => !(name in other))
  return Object.fromEntries(Object.entries(headers).filter(isLeft))
}

/**
 * Returns the `_headers` file without overlaps, because hosts merge matching blocks.
 *
 * @throws if the file exceeds the limits of hosts
 */
export function createHeadersFile({ files, missing }: ServerResponses): string {
  const assets = files.filter(({ address }) => address.startsWith(ASSETS))
  const everywhere = sharedHeaders([missing.headers, ...files.map(({ headers }) => headers)])
  const ofAssets = remainingHeaders(sharedHeaders(assets.map(({ headers }) => headers)), everywhere)
  const blocks: (readonly [address: string, ResponseHeaders])[] = [
    ['/*', everywhere],
    [`${ASSETS}*`, ofAssets],
    ...files.map(({ address, path, headers, contentType }) => {
      // Hosts cannot derive the content type without a file extension.
      const type = posix.extname(path) === '' ? { 'content-type': contentType } : {}
      const others = address.startsWith(ASSETS) ? [everywhere, ofAssets] : [everywhere]
      return [address, { ...type, ...remainingHeaders(headers, ...others) }] as const
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

/** Returns the `_redirects` file, which ends with a rule for Netlify. */
export function createRedirectsFile({ moved, missing }: ServerResponses): string {
  const lines = moved.map(({ from, to }) => `${from} ${to} 301`)
  return `${[...lines, `/en/* /${missing.en} 404`].join('\n')}\n`
}
