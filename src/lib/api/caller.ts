import * as z from 'zod/mini'
import type { PublicConfiguration } from '../configuration/variables.ts'
import { logError, type Environment } from '../environment.ts'
import { readTries } from '../limits.ts'
import { isSet, type Endpoint, type Id } from './endpoint.ts'
import {
  CallError,
  isPage,
  reasonsOf,
  referenceFrom,
  requestIdHeader,
  type CallTrace,
} from './errors.ts'
import { fetchInTime, pauseBefore, refused } from './fetch-in-time.ts'
import { codesIn, reasonsIn } from './server-messages.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Made before the first attempt of a write and kept with the operation. */
  idempotencyKey?: string
  /** Takes what is usable of a list, to be shown. Without it a record that does not fit fails the call. */
  leftOut?: LeftOut
}

export type LeftOut = (error: CallError, count: number) => void

/** Makes a call of §7 and returns its parsed answer. Rejects with a `CallError` or a `SessionError`. */
export type Call = <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
  options?: CallOptions,
) => Promise<z.output<Response>>

/** Where calls get their bearer token. Both reject with a SessionError when there is none to be had. */
export interface Tokens {
  /** A token with at least 30 seconds left (§4). */
  token: () => Promise<string>
  tokenInsteadOf: (refused: string) => Promise<string>
}

/** The caller that sends: with a time limit, repeating reads, and repeating once after a 401 with another token. */
export function createCaller(
  environment: Pick<
    Environment,
    'fetch' | 'location' | 'log' | 'now' | 'random' | 'randomId' | 'timeout' | 'wait'
  >,
  configuration: Addressing & { readonly provider: { readonly name: string } },
  tokens: Tokens,
): Call {
  return async (endpoint, input, { signal, idempotencyKey, leftOut } = {}) => {
    const call = `${endpoint.method} ${endpoint.path}`
    const location = environment.location()
    const trace: CallTrace = { reference: referenceFrom(environment.randomId()), ...placeIn(input) }
    if (endpoint.effect === 'read') trace.safe = 'failure:unchanged'
    else if (configuration.idempotencyHeader && idempotencyKey)
      trace.idempotencyKey = idempotencyKey

    function send(request: Request, token?: string): Promise<Response> {
      const sent = request.clone()
      if (token !== undefined) sent.headers.set('Authorization', `Bearer ${token}`)
      const how = { signal: signal ?? null }
      return fetchInTime(environment, call, sent, how, endpoint.timeout, (headers) => {
        const answeredAs = headers.get(requestIdHeader)
        if (answeredAs !== null) trace.answeredAs = answeredAs
      })
    }

    async function sendAuthorized(request: Request): Promise<Response> {
      const token = await tokens.token()
      const response = await send(request, token)
      if (response.status !== 401) return response
      return send(request, await tokens.tokenInsteadOf(token))
    }

    try {
      const request = buildRequest(configuration, location, endpoint, input, idempotencyKey)
      // Another origin would be asked beforehand whether it takes the header, and may refuse the call.
      if (new URL(request.url).origin === location.origin) {
        request.headers.set(requestIdHeader, trace.reference)
      }
      const tries = endpoint.effect === 'read' ? readTries : 1
      for (let attempt = 1; ; attempt += 1) {
        try {
          const response = await (endpoint.authorized ? sendAuthorized : send)(request)
          const text = await readAnswer(endpoint, call, response, environment.now())
          const tell: LeftOut = (error, count) => leftOut?.(Object.assign(error, { trace }), count)
          return parse(endpoint, call, input, text, leftOut && tell)
        } catch (error) {
          const pause = attempt < tries ? pauseBefore(attempt, error, environment.random()) : null
          if (pause === null) throw error
          await environment.wait(pause, signal)
        }
      }
    } catch (error) {
      if (error instanceof CallError) {
        error.trace = trace
        // Before anybody hears of it, so that it is told at once. What knows the codes comes when one is met.
        if (reasonsOf(error).some(({ text }) => codesIn(text).length > 0))
          await import('./refusals.ts')
            .then(({ explain }) => explain(error, trace, location, configuration.provider.name))
            .catch((reason: unknown) => logError(environment, 'no texts of refusals', reason))
      }
      throw error
    }
  }
}

export interface Addressing extends Pick<PublicConfiguration, 'apiUrl' | 'idempotencyHeader'> {
  readonly identity: Pick<PublicConfiguration['identity'], 'adminUrl'>
}

interface Parts {
  path?: Record<string, Id>
  query?: Record<string, Id | undefined>
  headers?: Record<string, Id | undefined>
  body?: Record<string, unknown>
}

/** The ids of the place that a call names, in whatever part of it. */
function placeIn(input: unknown): Pick<CallTrace, 'administration' | 'location'> {
  const { headers, query, body } = input as Parts
  const named: Record<string, unknown> = { ...body, ...query, ...headers }
  const of = (name: string) => [named[name], named[`${name}_id`]].filter(isSet).map(String)
  const [[administration], [location]] = [of('administration'), of('location')]
  return { ...(administration && { administration }), ...(location && { location }) }
}

/** The request of a call, without the bearer token. Throws a `CallError` where its parts do not fit its schema. */
export function buildRequest<Sent extends z.ZodMiniType>(
  configuration: Addressing,
  location: URL,
  endpoint: Endpoint<Sent>,
  input: z.input<Sent>,
  idempotencyKey?: string,
): Request {
  const call = `${endpoint.method} ${endpoint.path}`
  const unsendable = (detail: string, cause?: unknown) =>
    new CallError(call, { kind: 'unsendable', detail }, cause)
  const result = z.safeParse(endpoint.request, input)
  if (!result.success) throw unsendable(result.error.issues[0]?.path.join('.') ?? '')
  const parts = result.data as Parts

  const { apiUrl, identity } = configuration
  const base = endpoint.service === 'product' ? apiUrl : identity.adminUrl
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = String(parts.path?.[name])
    // Addresses resolve these even where they are encoded.
    if (part === '.' || part === '..') throw unsendable(`path.${name}`)
    return encodeURIComponent(part)
  })
  const address = new URL(base + path, location)
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }

  const headers = new Headers({ Accept: 'application/json', ...endpoint.headers })
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    if (value === undefined) continue
    try {
      headers.set(name, String(value))
    } catch (error) {
      // Headers carry Latin characters only.
      throw unsendable(`headers.${name}`, error)
    }
  }
  if (endpoint.effect === 'write' && idempotencyKey && configuration.idempotencyHeader) {
    headers.set(configuration.idempotencyHeader, idempotencyKey)
  }
  if (parts.body === undefined) return new Request(address, { method: endpoint.method, headers })
  headers.set('Content-Type', 'application/json')
  const body = JSON.stringify(parts.body)
  return new Request(address, { method: endpoint.method, headers, body })
}

/**
 * Returns the body of a response; empty if the status means "there is none". A page with such a status, or with 409,
 * comes from a gateway and says nothing about a record.
 */
async function readAnswer(
  { absent, exactly200, effect }: Endpoint,
  call: string,
  response: Response,
  now: number,
): Promise<string> {
  const text = await response.text()
  const { status } = response
  const isAbsent = absent.includes(status)
  if ((isAbsent || status === 409) && isPage(text)) {
    throw new CallError(call, { kind: 'diverted', detail: 'page' })
  }
  if (isAbsent) return ''
  // Any 2xx says that a write was carried out. As a failure it would be sent again.
  if (exactly200 && effect === 'read' ? status !== 200 : !response.ok) {
    throw refused(call, response, now, reasonsIn(text))
  }
  return text
}

/**
 * §7 leaves the form of some answers open. This turns each of them into the one form that the
 * endpoint's schema describes:
 *
 * - a record: `{id: 1}` and `[{id: 1}]` become `{id: 1}`; no content and `[]` become null, "there is
 *   none";
 * - a list: `{id: 1}` and `[{id: 1}]` become `[{id: 1}]`; no content becomes `[]`;
 * - the answer to a write is never null: what it leaves out, or has as null, is filled in by the
 *   endpoint's `fill`. `{name: 'Shop'}` was sent, `{id: 1, name: null}` came back: `{id: 1, name: 'Shop'}`.
 *
 * A list of several records where one was asked for stays a list, which the schema refuses.
 */
export function inOneForm<Request extends z.ZodMiniType>(
  { isList, effect, fill, isAsked }: Endpoint<Request>,
  request: z.input<Request>,
  answer: unknown,
): unknown {
  const all: unknown[] = [answer ?? []].flat()
  const records = all.filter((record) => isAsked(request, Object(record) as object))
  if (isList) return records
  const record = records.length > 1 ? records : (records[0] ?? null)
  if (effect === 'read') return record
  const given = Object.entries(record ?? {}).filter(([, value]) => value !== null)
  const answered = Object.fromEntries(given)
  return { ...(fill(request, answered) as object), ...answered }
}

/** An answer's JSON; undefined where it has none. */
function jsonIn(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is used of an answer. The answer to a write may be a text where nothing of it is used. */
function parse<Request extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Answer>,
  call: string,
  request: z.input<Request>,
  text: string,
  leftOut: LeftOut | undefined,
): z.output<Answer> {
  const json = jsonIn(text)
  const isJson = json !== undefined
  const answer = inOneForm(endpoint, request, json)
  const result = z.safeParse(endpoint.response, answer)
  if (result.success && (isJson || endpoint.effect === 'write')) return result.data
  const detail = isJson && result.error ? firstOffence(result.error) : 'JSON'
  const error = new CallError(call, { kind: 'malformed', detail })
  const offending = new Set(result.error?.issues.map(({ path: [at] }) => at))
  const rest = Array.isArray(answer) ? answer.filter((_, at) => !offending.has(at)) : []
  if (!leftOut || !isJson || rest.length === 0) throw error
  leftOut(error, offending.size)
  return z.parse(endpoint.response, rest)
}

/** The path of the first field that does not fit, without its value: that may be personal. */
function firstOffence(error: z.core.$ZodError): string {
  const path = error.issues[0]?.path ?? []
  return path.length === 0 ? 'JSON' : path.join('.')
}
