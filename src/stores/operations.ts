import * as z from 'zod/mini'
import type { Call } from '../lib/api/caller.ts'
import type { Endpoint } from '../lib/api/endpoint.ts'
import { mayHaveHappened } from '../lib/api/errors.ts'
import type { Environment } from '../lib/environment.ts'
import { createTabMemory } from './tab-memory.ts'

interface Operation<Request extends z.ZodMiniType, Response extends z.ZodMiniType> {
  /** Tells this operation from every other of the same user. */
  name: string
  endpoint: Endpoint<Request, Response>
  request: z.input<Request>
  /**
   * Asked when an earlier attempt may or may not have been carried out and the server cannot tell
   * a repetition from a new request: whether to send it again.
   */
  sendAgain: () => Promise<boolean>
}

/**
 * Carries out a write once: what succeeded is answered from memory, also after a reload. Resolves
 * with null when the user would rather not send it again.
 *
 * @throws {CallError}
 * @throws {SessionError}
 */
export type Perform = <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  operation: Operation<Request, Response>,
) => Promise<z.output<Response> | null>

const record = z.object({ idempotencyKey: z.string(), answer: z.optional(z.unknown()) })

const memoryName = (operation: string) => `operation:${operation}`

export function createPerform(
  environment: Environment,
  user: string,
  call: Call,
  hasIdempotencyHeader: boolean,
): Perform {
  return async ({ name, endpoint, request, sendAgain }) => {
    const memory = createTabMemory(environment, user, memoryName(name), record)
    const earlier = memory.read()
    if (earlier && 'answer' in earlier) return z.parse(endpoint.response, earlier.answer)
    if (earlier && !hasIdempotencyHeader && !(await sendAgain())) return null

    const idempotencyKey =
      earlier && hasIdempotencyHeader ? earlier.idempotencyKey : environment.randomId()
    // Remembered before it is sent: a reload halfway must not make it a new operation.
    memory.write({ idempotencyKey })
    try {
      const answer = await call(endpoint, request, { idempotencyKey })
      memory.write({ idempotencyKey, answer })
      return answer
    } catch (error) {
      const isSettled = earlier === null || hasIdempotencyHeader
      if (isSettled && !mayHaveHappened(error)) memory.clear()
      throw error
    }
  }
}

/** Forgets an operation that has served its purpose. */
export function forgetOperation(environment: Environment, user: string, name: string): void {
  createTabMemory(environment, user, memoryName(name), record).clear()
}
