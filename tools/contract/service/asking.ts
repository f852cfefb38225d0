import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { expectNoEnvelope } from './envelope.ts'
import { Failed, check } from './service.ts'
import type { Report, Service } from './service.ts'

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Makes calls as the portal does, and reports a line for each. */
export class Asking {
  readonly #service: Service
  readonly #report: Report

  constructor(service: Service, report: Report) {
    this.#service = service
    this.#report = report
  }

  /**
   * Makes a call, a write with an idempotency key of its own.
   *
   * @param seen what to say of an answer; it throws `Failed` where that is wrong
   * @returns the answer; undefined where that failed
   */
  async ask<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    request: z.input<Request>,
    seen: (answer: z.output<Response>) => string,
  ): Promise<z.output<Response> | undefined> {
    let answered: z.output<Response> | undefined
    await check(this.#service, this.#report, nameOf(endpoint), async () => {
      const answer = await this.#answer(endpoint, request)
      this.#service.expectReadable(this.#service.last)
      const text = seen(answer)
      answered = answer
      return text
    })
    return answered
  }

  async #answer<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
    endpoint: Endpoint<Request, Response>,
    request: z.input<Request>,
  ): Promise<z.output<Response>> {
    const options = endpoint.effect === 'write' ? { idempotencyKey: randomUUID() } : {}
    const answered = await this.#service.call(endpoint, request, options).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    const { last, lastText } = this.#service
    // Whatever the portal makes of it: something was made.
    if (endpoint.effect === 'write' && endpoint.exactly200 && last?.ok && last.status !== 200) {
      throw new Failed(`status ${last.status}, where 200 is required`)
    }
    if (last?.ok) expectNoEnvelope(endpoint, lastText)
    if ('answer' in answered) return answered.answer
    throw answered.error
  }

  skip(endpoints: readonly Endpoint[], reason: string): void {
    for (const endpoint of endpoints) {
      this.#report({ name: nameOf(endpoint), result: 'not run', reason })
    }
  }
}
