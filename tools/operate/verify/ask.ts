import { once } from 'node:events'
import { request as requestPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import { readBody } from '../../../server/discovery.ts'
import type { PublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import type { DiscoveredProvider } from '../../../src/lib/identity/provider.ts'

const TIMEOUT = 15_000
const MAX_BODY = 16 * 1024 * 1024

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface RawRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Requests a path as written, within 15 s and 16 MB. */
export async function sendRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawResponse> {
  const { protocol, hostname, port } = new URL(origin)
  const request = protocol === 'https:' ? requestEncrypted : requestPlain
  const sent = request({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    method,
    path,
    headers:
      body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(TIMEOUT),
  })
  const [answer] = (await once(sent.end(body), 'response')) as [IncomingMessage]
  const received = await readBody(answer, MAX_BODY)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: received }
}

/** File hosts cannot send the whole policy (`deploy/static`). */
export type HostKind = 'server' | 'files'

export interface VerifiedPortal {
  origin: string
  configuration: PublicConfiguration
  /** Provider endpoints that the portal writes into its pages. */
  discovered?: DiscoveredProvider | undefined
  host: HostKind
}

export function errorMessage(error: unknown): string {
  const { code = 'no answer', message } = error as NodeJS.ErrnoException
  return message || code
}

export async function answerOf(address: URL): Promise<RawResponse | string> {
  try {
    return await sendRequest(address.origin, address.pathname + address.search)
  } catch (error) {
    return `no answer: ${errorMessage(error)}`
  }
}

export const HTML_CONTENT_TYPE = 'text/html; charset=utf-8'

export const requestPath = (
  { origin }: VerifiedPortal,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> => sendRequest(origin, path, { headers, method })

export const addPlace = (where: string, differences: readonly string[]): string[] =>
  differences.map((difference) => `${where}: ${difference}`)
