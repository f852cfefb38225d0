import { once } from 'node:events'
import { request as requestPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { readBody } from '../../../server/discovery.ts'
import type { PublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import type { Discovered } from '../../../src/lib/identity/provider.ts'

/** How long an answer may take, in milliseconds. */
const PATIENCE = 15_000
/** Longest answer that is read, in bytes. */
const LIMIT = 16 * 1024 * 1024

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** As it came, perhaps compressed. */
  body: Buffer
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Asks `origin` for a path exactly as it is written, follows no redirect and decodes nothing.
 * Rejects with the system's error where nothing answers within 15 seconds, and where an answer has more than 16 MB.
 */
export async function ask(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<RawAnswer> {
  const { protocol, hostname, port } = new URL(origin)
  const request = protocol === 'https:' ? requestEncrypted : requestPlain
  const sent = request({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    method,
    path,
    headers:
      body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(PATIENCE),
  })
  const [answer] = (await once(sent.end(body), 'response')) as [IncomingMessage]
  const received = await readBody(answer, LIMIT)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: received }
}

/**
 * What answers: a server, which can do all that the policy asks for; or a host of files such as
 * Netlify, which cannot (`deploy/static`).
 */
export type Host = 'of the whole policy' | 'of files'

/** The portal that is asked. */
export interface Target {
  /** Without a slash at the end. */
  origin: string
  configuration: PublicConfiguration
  /** The provider's addresses that its pages come with; undefined: they ask for them. */
  discovered?: Discovered | undefined
  host: Host
}

export const HTML = 'text/html; charset=utf-8'

export const askAt = (
  { origin }: Target,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> => ask(origin, path, { headers, method })

/** Says of each difference where it is. */
export const named = (where: string, differences: readonly string[]): string[] =>
  differences.map((difference) => `${where}: ${difference}`)
