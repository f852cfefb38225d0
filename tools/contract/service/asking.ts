import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { expectNoEnvelope } from './envelope.ts'
import { Failed, Service, notRun } from './service.ts'

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** The parts of a call's request by their names, for what is known of them. */
export function partsOf({ request }: Endpoint): Readonly<Record<string, z.ZodMiniType>> {
  return request instanceof z.ZodMiniObject
    ? (request.def.shape as Readonly<Record<string, z.ZodMiniType>>)
    : {}
}

export const namesIn = (part: z.ZodMiniType | undefined) =>
  part instanceof z.ZodMiniObject ? Object.keys(part.def.shape) : []

/** One call: makes it, and reports a line of it. */
export type Row = (asking: Asking) => Promise<void>

/**
 * Describes a call of the checks.
 *
 * @param requestFor what is sent; it calls `notRun` where something for it is not known
 * @param seen what to say of an answer; it throws `Failed` where that is wrong
 */
export function row<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  endpoint: Endpoint<Request, Response>,
  requestFor: (asking: Asking) => z.input<Request> | Promise<z.input<Request>>,
  seen: (answer: z.output<Response>, sent: z.input<Request>) => string = (answer) =>
    endpoint.effect === 'write' ? 'made' : amountOf(answer),
): Row {
  return (asking) => asking.ask(endpoint, requestFor, seen)
}

function amountOf(answer: unknown): string {
  if (Array.isArray(answer)) return `a list of ${answer.length}`
  return answer === null ? 'none' : 'one record'
}

/** Makes calls as the portal does, and keeps what was answered for those that follow. */
export class Asking extends Service {
  readonly #answers = new Map<object, unknown>()
  /** Why calls were not made. */
  readonly #reasons = new Map<object, string>()

  get administration(): string {
    return this.options.administration ?? notRun('no --administration')
  }

  get location(): string {
    return this.options.location ?? notRun('no --location')
  }

  /** The coupling that calls of the accounting package are about. */
  get place() {
    const query = { location: this.location }
    return { query, headers: { administration: this.administration } }
  }

  /** Whether something that is there was answered. */
  has(endpoint: object): boolean {
    return (this.#answers.get(endpoint) ?? null) !== null
  }

  /** What was answered; undefined where that failed. After a call that was not made, this is not either. */
  answerTo<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
  ): z.output<Response> | undefined {
    const reason = this.#reasons.get(endpoint)
    if (reason !== undefined) notRun(reason)
    return this.#answers.get(endpoint) as z.output<Response> | undefined
  }

  /** Makes a call, a write with an idempotency key of its own, and reports a line. */
  async ask<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    requestFor: (asking: this) => z.input<Request> | Promise<z.input<Request>>,
    seen: (answer: z.output<Response>, sent: z.input<Request>) => string,
  ): Promise<void> {
    const { result, reason } = await this.check(nameOf(endpoint), async () => {
      const request = await requestFor(this)
      const answer = await this.#answer(endpoint, request)
      this.expectReadable(this.last)
      const text = seen(answer, request)
      this.#answers.set(endpoint, answer)
      return text
    })
    if (result === 'not run') this.#reasons.set(endpoint, reason)
  }

  async #answer<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    request: z.input<Request>,
  ): Promise<z.output<Response>> {
    const options = endpoint.effect === 'write' ? { idempotencyKey: randomUUID() } : {}
    const answered = await this.call(endpoint, request, options).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    const { last, lastText } = this
    // Whatever the portal makes of it: something was made.
    if (endpoint.effect === 'write' && endpoint.exactly200 && last?.ok && last.status !== 200) {
      throw new Failed(`status ${last.status}, where 200 is required`)
    }
    if (last?.ok) expectNoEnvelope(endpoint, lastText)
    if ('answer' in answered) return answered.answer
    throw answered.error
  }
}
