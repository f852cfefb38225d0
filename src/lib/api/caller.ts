import * as z from 'zod/mini'
import type { PublicConfiguration } from '../configuration/variables.ts'
import { logError, parseJson, type Environment } from '../environment.ts'
import { readAttemptLimit } from '../limits.ts'
import { getCallName, isSet, type Endpoint, type Id } from './endpoint.ts'
import {
  CallError,
  isPage,
  getRefusalReasons,
  createReference,
  requestIdHeader,
  type CallDiagnostics,
} from './errors.ts'
import { fetchWithTimeout, computeRetryPause, createRefusedError } from './fetch-in-time.ts'
import { findErrorCodes, parseRefusalReasons } from './server-messages.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  idempotencyKey?: string
  /** Handler of invalid records, which otherwise make the call fail. */
  leftOut?: InvalidRecordsHandler
}

export type InvalidRecordsHandler = (error: CallError, count: number) => void

/** Makes a call, and rejects with `CallError` or `SessionError` (§7). */
export type Call = <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  request: z.input<Request>,
  options?: CallOptions,
) => Promise<z.output<Response>>

export interface TokenSource {
  token: () => Promise<string>
  tokenInsteadOf: (refused: string) => Promise<string>
}

interface Portal {
  environment: Pick<
    Environment,
    'fetch' | 'location' | 'log' | 'now' | 'random' | 'randomId' | 'timeout' | 'wait'
  >
  configuration: ApiConfiguration & { readonly provider: { readonly name: string } }
  session: TokenSource
}

/** Creates the function that makes calls, with timeouts, retries and token refresh. */
export function createApiCaller({ environment, configuration, session }: Portal): Call {
  return async (endpoint, input, { signal, idempotencyKey, leftOut } = {}) => {
    const location = environment.location()
    const trace: CallDiagnostics = {
      reference: createReference(environment.randomId()),
      ...placeIn(input),
    }
    if (endpoint.effect === 'read') trace.safe = 'failure:unchanged'
    else if (configuration.idempotencyHeader && idempotencyKey)
      trace.idempotencyKey = idempotencyKey

    function send(request: Request, token?: string): Promise<Response> {
      const attempt = request.clone()
      if (token !== undefined) attempt.headers.set('Authorization', `Bearer ${token}`)
      const options = { signal: signal ?? null }
      const { timeout } = endpoint
      return fetchWithTimeout(
        environment,
        getCallName(endpoint),
        attempt,
        options,
        timeout,
        (headers) => {
          const answeredAs = headers.get(requestIdHeader)
          if (answeredAs !== null) trace.answeredAs = answeredAs
        },
      )
    }

    async function sendAuthorized(request: Request): Promise<Response> {
      const token = await session.token()
      const response = await send(request, token)
      if (response.status !== 401) return response
      return send(request, await session.tokenInsteadOf(token))
    }

    try {
      const request = buildRequest(configuration, location, endpoint, input, idempotencyKey)
      // Services at other origins may reject this header in the preflight.
      if (new URL(request.url).origin === location.origin) {
        request.headers.set(requestIdHeader, trace.reference)
      }
      const tries = endpoint.effect === 'read' ? readAttemptLimit : 1
      for (let attempt = 1; ; attempt += 1) {
        try {
          const response = await (endpoint.authorized ? sendAuthorized : send)(request)
          const text = await readBody(endpoint, response, environment.now())
          const report: InvalidRecordsHandler = (error, count) =>
            leftOut?.(Object.assign(error, { trace }), count)
          return parseBody(endpoint, input, text, leftOut && report)
        } catch (error) {
          const pause =
            attempt < tries ? computeRetryPause(attempt, error, environment.random()) : null
          if (pause === null) throw error
          await environment.wait(pause, signal)
        }
      }
    } catch (error) {
      if (error instanceof CallError) {
        error.trace = trace
        if (getRefusalReasons(error).some(({ text }) => findErrorCodes(text).length > 0))
          await import('./refusals.ts')
            .then(({ explainRefusal: explain }) =>
              explain(error, trace, location, configuration.provider.name),
            )
            .catch((reason: unknown) => logError(environment, 'no texts of refusals', reason))
      }
      throw error
    }
  }
}

export interface ApiConfiguration extends Pick<
  PublicConfiguration,
  'apiUrl' | 'idempotencyHeader'
> {
  readonly identity: Pick<PublicConfiguration['identity'], 'adminUrl'>
}

interface RequestParts {
  path?: Record<string, Id>
  query?: Record<string, Id | undefined>
  headers?: Record<string, Id | undefined>
  body?: Record<string, unknown>
}

function placeIn(input: unknown): Pick<CallDiagnostics, 'administration' | 'location'> {
  const { headers, query, body } = input as RequestParts
  const fields: Record<string, unknown> = { ...body, ...query, ...headers }
  const place: Pick<CallDiagnostics, 'administration' | 'location'> = {}
  for (const name of ['administration', 'location'] as const) {
    const value = [fields[name], fields[`${name}_id`]].find(isSet)
    if (value !== undefined) place[name] = String(value)
  }
  return place
}

/** Validates and builds a request that still lacks the token. */
export function buildRequest<Sent extends z.ZodMiniType>(
  configuration: ApiConfiguration,
  location: URL,
  endpoint: Endpoint<Sent>,
  input: z.input<Sent>,
  idempotencyKey?: string,
): Request {
  const { method, effect, service } = endpoint
  const unsendable = (detail: string, cause?: unknown) =>
    new CallError(getCallName(endpoint), { kind: 'unsendable', detail }, cause)
  const result = z.safeParse(endpoint.request, input)
  if (!result.success) throw unsendable(result.error.issues[0]?.path.join('.') ?? '')
  const parts = result.data as RequestParts

  const base = service === 'product' ? configuration.apiUrl : configuration.identity.adminUrl
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = String(parts.path?.[name])
    // `URL` would resolve dot segments even if they are encoded.
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
      // Header values are limited to Latin-1 characters.
      throw unsendable(`headers.${name}`, error)
    }
  }
  if (effect === 'write' && idempotencyKey && configuration.idempotencyHeader) {
    headers.set(configuration.idempotencyHeader, idempotencyKey)
  }
  if (parts.body === undefined) return new Request(address, { method, headers })
  headers.set('Content-Type', 'application/json')
  return new Request(address, { method, headers, body: JSON.stringify(parts.body) })
}

async function readBody(endpoint: Endpoint, response: Response, now: number): Promise<string> {
  const { absent, exactly200, effect } = endpoint
  const text = await response.text()
  const { status } = response
  const isAbsent = absent.includes(status)
  // An HTML page with this status comes from a gateway.
  if ((isAbsent || status === 409) && isPage(text)) {
    throw new CallError(getCallName(endpoint), { kind: 'diverted', detail: 'page' })
  }
  if (isAbsent) return ''
  // Writes accept any 2xx status, because an error would cause a second write.
  if (exactly200 && effect === 'read' ? status !== 200 : !response.ok) {
    throw createRefusedError(getCallName(endpoint), response, now, parseRefusalReasons(text))
  }
  return text
}

/** Converts a response to the form that the endpoint's schema expects (§7). */
export function normalizeAnswer<Request extends z.ZodMiniType>(
  { isList, effect, fill, isRequested }: Endpoint<Request>,
  request: z.input<Request>,
  answer: unknown,
): unknown {
  const all: unknown[] = [answer ?? []].flat()
  const records = all.filter((record) => isRequested(request, Object(record) as object))
  if (isList) return records
  const record = records.length > 1 ? records : (records[0] ?? null)
  if (effect === 'read') return record
  const fields = Object.fromEntries(
    Object.entries(record ?? {}).filter(([, value]) => value !== null),
  )
  return { ...(fill(request, fields) as object), ...fields }
}

function parseBody<Request extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Answer>,
  request: z.input<Request>,
  text: string,
  leftOut: InvalidRecordsHandler | undefined,
): z.output<Answer> {
  const json = text === '' ? null : parseJson(text)
  const isJson = json !== undefined
  const answer = normalizeAnswer(endpoint, request, json)
  const result = z.safeParse(endpoint.response, answer)
  // Unused responses to writes may be any text.
  if (result.success && (isJson || endpoint.effect === 'write')) return result.data
  const issues = isJson ? (result.error?.issues ?? []) : []
  // Omits the field's value, because it may be personal.
  const detail = (issues[0]?.path ?? []).join('.') || 'JSON'
  const error = new CallError(getCallName(endpoint), { kind: 'malformed', detail })
  const invalid = new Set(issues.map(({ path: [index] }) => index))
  const rest = Array.isArray(answer) ? answer.filter((_, index) => !invalid.has(index)) : []
  if (!leftOut || !isJson || rest.length === 0) throw error
  leftOut(error, invalid.size)
  return z.parse(endpoint.response, rest)
}
