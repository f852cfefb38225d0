import * as z from 'zod/mini'
import type { Call } from '../../lib/api/caller.ts'
import type { Endpoint } from '../../lib/api/endpoint.ts'
import { mayHaveHappened } from '../../lib/api/errors.ts'
import type { Environment } from '../../lib/environment.ts'
import { createTabMemory } from './tab-memory.ts'

interface Operation<Request extends z.ZodMiniType, Response extends z.ZodMiniType> {
  /** Tells this operation from every other of the same user. */
  name: string
  endpoint: Endpoint<Request, Response>
  request: z.input<Request>
  /** Whether the remembered answer has served its purpose, so that another one is needed. */
  isStale?: (answer: z.output<Response>) => Promise<boolean>
  /**
   * Looks for what an earlier attempt left; null when it finds nothing, which proves nothing: the
   * attempt may still be under way.
   */
  lookUp?: () => Promise<z.output<Response> | null>
  /**
   * Asked when an earlier attempt may or may not have been carried out and the server cannot tell
   * a repetition from a new request: whether to send it again.
   */
  sendAgain: () => Promise<boolean>
}

/**
 * Carries out a write once: what succeeded is answered from memory, also after a reload. What may
 * have succeeded is sent again under the same idempotency key; without that header, or with another
 * request than before, it is looked up, and else asked about. Resolves with null when the user would rather not send it again.
 *
 * @throws {CallError}
 * @throws {SessionError}
 */
export type RunOnce = <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  operation: Operation<Request, Response>,
) => Promise<z.output<Response> | null>

const record = z.object({
  idempotencyKey: z.string(),
  request: z.string(),
  answer: z.optional(z.unknown()),
})

function operationMemory(environment: Environment, user: string, name: string) {
  return createTabMemory(environment, user, `operation:${name}`, record)
}

export function createRunOnce(
  environment: Environment,
  user: string,
  call: Call,
  hasIdempotencyHeader: boolean,
): RunOnce {
  return async ({ name, endpoint, request, isStale, lookUp, sendAgain }) => {
    const memory = operationMemory(environment, user, name)
    const sent = JSON.stringify(request)
    let earlier = memory.read()
    if (earlier && 'answer' in earlier) {
      const answer = z.parse(endpoint.response, earlier.answer)
      if (!(await isStale?.(answer))) return answer
      memory.clear()
      earlier = null
    }

    // A server may refuse a key that comes back with something else.
    const isRepeatable = hasIdempotencyHeader && earlier?.request === sent
    const idempotencyKey = earlier && isRepeatable ? earlier.idempotencyKey : environment.randomId()
    if (earlier && !isRepeatable) {
      const answer = (await lookUp?.()) ?? null
      if (answer !== null) {
        memory.write({ idempotencyKey, request: sent, answer })
        return answer
      }
      if (!(await sendAgain())) return null
    }

    // Remembered before it is sent: a reload halfway must not make it a new operation.
    memory.write({ idempotencyKey, request: sent })
    const release = environment.guardLeaving()
    try {
      const answer = await call(endpoint, request, { idempotencyKey })
      memory.write({ idempotencyKey, request: sent, answer })
      return answer
    } catch (error) {
      // A repetition that is refused says nothing of the first attempt, which may have happened.
      if (earlier === null && !mayHaveHappened(error)) memory.clear()
      throw error
    } finally {
      release()
    }
  }
}

/** Forgets an operation that has served its purpose. */
export function forgetOperation(environment: Environment, user: string, name: string): void {
  operationMemory(environment, user, name).clear()
}

/** The body, as JSON, that an operation was or may have been carried out with. */
export function lastBody(environment: Environment, user: string, name: string): string | null {
  const earlier = operationMemory(environment, user, name).read()
  if (earlier === null) return null
  const { body } = JSON.parse(earlier.request) as { body?: unknown }
  return JSON.stringify(body)
}

/** Takes something that exists already for the answer of an operation. */
export function recordResult(
  environment: Environment,
  user: string,
  name: string,
  request: unknown,
  answer: unknown,
): void {
  operationMemory(environment, user, name).write({
    idempotencyKey: environment.randomId(),
    request: JSON.stringify(request),
    answer,
  })
}
