import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import {
  buildRequest,
  createApiCaller,
  type ApiConfiguration,
  type Call,
} from '../../../src/lib/api/caller.ts'
import { getCallName, type Endpoint } from '../../../src/lib/api/endpoint.ts'
import { SessionError } from '../../../src/lib/api/errors.ts'
import { callTimeout } from '../../../src/lib/limits.ts'
import { getRecordSchema, listSchemaFields } from '../document/schemas.ts'
import type { ServiceCheckOptions } from './options.ts'
import {
  CheckFailedError,
  throwCheckSkipped,
  convertErrorToOutcome,
  type CheckOutcome,
  type OutcomeListener,
} from './outcome.ts'

export function getRequestSchemas({ request }: Endpoint): Readonly<Record<string, z.ZodMiniType>> {
  return request instanceof z.ZodMiniObject
    ? (request.def.shape as Readonly<Record<string, z.ZodMiniType>>)
    : {}
}

/** Usual names of wrapper fields that messages may quote. */
const ENVELOPES = ['data', 'result', 'results', 'items', 'content', 'records', 'value', 'values']

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws {CheckFailedError} if the body of an answer has the expected record or list in a field */
function expectNoEnvelope(endpoint: Endpoint, body: string): void {
  const fields = listSchemaFields(getRecordSchema(endpoint))
  if (fields.length === 0) return
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return
  }
  const isExpected = (value: unknown) => isRecord(value) && fields.some((field) => field in value)
  // The API may wrap a key in the field `apiKey`.
  if (!isRecord(answer) || isExpected(answer) || 'apiKey' in answer) return
  const entries = Object.entries(answer)
  const [name] =
    entries.find(([, value]) => isExpected([value].flat()[0])) ??
    entries.find(([key, value]) => ENVELOPES.includes(key) && Array.isArray(value)) ??
    []
  if (name === undefined) return
  const field = ENVELOPES.includes(name) ? `the field "${name}"` : 'a field'
  const record = `{${fields.join(', ')}}`
  const expected = endpoint.isList ? `[${record}, …]` : record
  throw new CheckFailedError(
    `the answer is in ${field}, expected ${expected} without a field around it`,
  )
}

/** Client for the tested API, built on the portal's code. */
export class Service {
  readonly options: ServiceCheckOptions
  readonly report: OutcomeListener
  readonly call: Call
  /** Response to the last `call`, or null if there was none. */
  last: Response | null = null
  #lastText = ''
  readonly #addressing: ApiConfiguration
  readonly #answers = new Map<Endpoint, unknown>()
  readonly #reasonsNotRun = new Map<Endpoint, string>()

  constructor(options: ServiceCheckOptions, report: OutcomeListener) {
    this.options = options
    this.report = report
    this.#addressing = {
      apiUrl: options.url,
      idempotencyHeader: options.idempotencyHeader,
      identity: { adminUrl: options.url },
    }
    const refused = () => Promise.reject(new SessionError('the token was refused with 401'))
    const environment = {
      fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
        const response = await this.#fetch(new Request(input, init))
        this.#lastText = await response.clone().text()
        this.last = response
        return response
      },
      location: () => new URL(options.url),
      log: () => undefined,
      now: () => Date.now(),
      random: () => Math.random(),
      randomId: () => randomUUID(),
      timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
      wait: (milliseconds: number) => setTimeout(milliseconds),
    }
    const session = { token: () => Promise.resolve(options.token), tokenInsteadOf: refused }
    const configuration = { ...this.#addressing, provider: { name: '' } }
    const call = createApiCaller({ environment, configuration, session })
    this.call = (endpoint, request, options) => {
      this.last = null
      return call(endpoint, request, options)
    }
  }

  get administration(): string {
    return this.options.administration ?? throwCheckSkipped('no --administration')
  }

  get location(): string {
    return this.options.location ?? throwCheckSkipped('no --location')
  }

  get place() {
    const query = { location: this.location }
    return { query, headers: { administration: this.administration } }
  }

  hasAnswer(endpoint: Endpoint): boolean {
    return (this.#answers.get(endpoint) ?? null) !== null
  }

  /** Returns the stored response of a call that was not skipped. */
  answerTo<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
  ): z.output<Response> | undefined {
    const reason = this.#reasonsNotRun.get(endpoint)
    if (reason !== undefined) throwCheckSkipped(reason)
    return this.#answers.get(endpoint) as z.output<Response> | undefined
  }

  /** Makes a call and reports the outcome. */
  async checkCall<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    requestFor: (service: Service) => z.input<Request> | Promise<z.input<Request>>,
    describe: (answer: z.output<Response>, request: z.input<Request>) => string,
  ): Promise<void> {
    const { result, reason } = await this.check(getCallName(endpoint), async () => {
      const request = await requestFor(this)
      const answer = await this.#callStrictly(endpoint, request)
      this.expectReadable(this.last)
      const description = describe(answer, request)
      this.#answers.set(endpoint, answer)
      return description
    })
    if (result === 'not run') this.#reasonsNotRun.set(endpoint, reason)
  }

  /** Makes a call that must return 200 without an envelope. */
  async #callStrictly<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    request: z.input<Request>,
  ): Promise<z.output<Response>> {
    const options = endpoint.effect === 'write' ? { idempotencyKey: randomUUID() } : {}
    const [answered] = await Promise.allSettled([this.call(endpoint, request, options)])
    const { last } = this
    if (endpoint.effect === 'write' && endpoint.exactly200 && last?.ok && last.status !== 200) {
      throw new CheckFailedError(`status ${last.status}, where 200 is required`)
    }
    if (last?.ok) expectNoEnvelope(endpoint, this.#lastText)
    if (answered.status === 'fulfilled') return answered.value
    throw answered.reason
  }

  /** @throws the error of `fetch` if no response arrives from the base address */
  async expectResponse(): Promise<void> {
    const signal = AbortSignal.timeout(callTimeout)
    await this.#fetch(new Request(this.options.url, { signal }))
  }

  /** Sends a call once and returns the unparsed response. */
  async send(endpoint: Endpoint, input: unknown, authorization: string | null): Promise<Response> {
    const here = new URL(this.options.url)
    const request = buildRequest(this.#addressing, here, endpoint, input)
    if (authorization !== null) request.headers.set('Authorization', authorization)
    return this.#fetch(new Request(request, { signal: AbortSignal.timeout(callTimeout) }))
  }

  /** @throws {CheckFailedError} if CORS keeps a browser on the portal's origin from reading the response */
  expectReadable(response: Response | null): void {
    const { origin } = this.options
    if (origin === null || response === null) return
    const allowed = response.headers.get('Access-Control-Allow-Origin')
    if (allowed === origin || allowed === '*') return
    const state = allowed === null ? 'no' : 'another'
    throw new CheckFailedError(
      `the answer has ${state} Access-Control-Allow-Origin: browsers keep it back`,
    )
  }

  /**
   * Runs a check and reports its outcome.
   *
   * @param run returns the reason to show if the check passes
   */
  async check(name: string, run: () => string | Promise<string>): Promise<CheckOutcome> {
    let outcome: CheckOutcome
    try {
      outcome = { name, result: 'passed', reason: await run() }
    } catch (error) {
      outcome = convertErrorToOutcome(name, error, this.last)
    }
    this.report(outcome)
    return outcome
  }

  #fetch(request: Request): Promise<Response> {
    if (this.options.origin !== null) request.headers.set('Origin', this.options.origin)
    return fetch(request, { redirect: 'manual' })
  }
}
