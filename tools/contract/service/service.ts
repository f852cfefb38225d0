import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  buildRequest,
  createCaller,
  type Addressing,
  type Call,
} from '../../../src/lib/api/caller.ts'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { CallError, SessionError } from '../../../src/lib/api/errors.ts'
import { callTimeout } from '../../../src/lib/limits.ts'
import type { Options } from './options.ts'

/** The result of one check. A reason also says what was seen where it passed. */
export interface Outcome {
  name: string
  result: 'passed' | 'failed' | 'not run'
  reason: string
}

export type Report = (outcome: Outcome) => void

/** A check that failed, in words. */
export class Failed extends Error {
  override readonly name = 'Failed'
}

/** Why something is not asked, in words. */
class NotRun extends Error {}

/** Ends a check before it has asked for anything. */
export function notRun(reason: string): never {
  throw new NotRun(reason)
}

/** A running product API, asked as the portal asks it. */
export class Service {
  readonly options: Options
  /** The portal's own caller, with the token; the answer it got stays in `last`. */
  readonly call: Call
  #last: Response | null = null
  #lastText: string | null = null
  readonly #addressing: Addressing
  /** Takes the outcomes as they come. */
  readonly report: Report

  constructor(options: Options, report: Report) {
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
        const answer = await this.#fetch(new Request(input, init))
        this.#lastText = await answer.clone().text()
        this.#last = answer
        return answer
      },
      location: () => new URL(options.url),
      // What it tells of is the answer as it came, which the checks show themselves.
      log: () => undefined,
      now: () => Date.now(),
      random: () => Math.random(),
      randomId: () => randomUUID(),
      timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
      wait: (milliseconds: number) => setTimeout(milliseconds),
    }
    const tokens = { token: () => Promise.resolve(options.token), tokenInsteadOf: refused }
    const configuration = { ...this.#addressing, provider: { name: '' } }
    const call = createCaller(environment, configuration, tokens)
    this.call = (endpoint, request, options) => {
      this.#last = null
      return call(endpoint, request, options)
    }
  }

  /** The answer to the last `call`; null where none came. */
  get last(): Response | null {
    return this.#last
  }

  /** The body of that answer as it came. */
  get lastText(): string | null {
    return this.#last && this.#lastText
  }

  /**
   * Whether anything answers at all, whatever it says.
   *
   * @throws what `fetch` throws where nothing does
   */
  async expectAnswer(): Promise<void> {
    const signal = AbortSignal.timeout(callTimeout)
    await this.#fetch(new Request(this.options.url, { signal }))
  }

  /** Sends a call once, with this `Authorization` or none. Its answer is not read. */
  async send(endpoint: Endpoint, input: unknown, authorization: string | null): Promise<Response> {
    const here = new URL(this.options.url)
    const request = buildRequest(this.#addressing, here, endpoint, input)
    if (authorization !== null) request.headers.set('Authorization', authorization)
    return this.#fetch(new Request(request, { signal: AbortSignal.timeout(callTimeout) }))
  }

  /**
   * What keeps a browser on the portal's origin from reading this answer.
   *
   * @throws {Failed} where there is something
   */
  expectReadable(answer: Response | null): void {
    const { origin } = this.options
    if (origin === null || answer === null) return
    const allowed = answer.headers.get('Access-Control-Allow-Origin')
    if (allowed === origin || allowed === '*') return
    const state = allowed === null ? 'no' : 'another'
    throw new Failed(`the answer has ${state} Access-Control-Allow-Origin: browsers keep it back`)
  }

  /** Runs one check and reports it; what `run` resolves with is what was seen. */
  async check(name: string, run: () => string | Promise<string>): Promise<Outcome> {
    let outcome: Outcome
    try {
      outcome = { name, result: 'passed', reason: await run() }
    } catch (error) {
      outcome =
        error instanceof NotRun
          ? { name, result: 'not run', reason: error.message }
          : { name, result: 'failed', reason: reasonOf(error, this.last) }
    }
    this.report(outcome)
    return outcome
  }

  #fetch(request: Request): Promise<Response> {
    if (this.options.origin !== null) request.headers.set('Origin', this.options.origin)
    return fetch(request, { redirect: 'manual' })
  }
}

const isPage = 'the answer is HTML, not JSON'

/** What went wrong, in words that hold nothing of what the service said. */
export function reasonOf(error: unknown, last: Response | null): string {
  if (error instanceof Failed || error instanceof SessionError) return error.message
  if (!(error instanceof CallError)) return `no answer${codeOf(error)}`
  const { failure } = error
  switch (failure.kind) {
    case 'unreachable':
      return `no answer${codeOf(error.cause)}`
    case 'timeout':
      return 'no answer in time'
    case 'diverted':
      return failure.detail === 'page' ? isPage : 'a redirect, which the portal does not follow'
    case 'status':
      return `status ${failure.status}`
    case 'unsendable':
      return `cannot be sent: ${failure.detail}`
    case 'malformed': {
      const isHtml = last?.headers.get('Content-Type')?.startsWith('text/html') === true
      if (isHtml) return isPage
      return failure.detail === 'JSON'
        ? 'the answer is not the JSON that is asked for'
        : `${failure.detail} is missing or has another form`
    }
  }
}

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
  return typeof code === 'string' ? ` (${code})` : ''
}
