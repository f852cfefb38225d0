import * as z from 'zod/mini'
import type { Call } from '../../lib/api/caller.ts'
import type { Endpoint } from '../../lib/api/endpoint.ts'
import { outcomeOf } from '../../lib/api/errors.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { createTabMemory } from './tab-memory.ts'

interface Operation<Request extends z.ZodMiniType, Response extends z.ZodMiniType> {
  /** Tells this operation from every other of the same user. */
  name: string
  endpoint: Endpoint<Request, Response>
  request: z.input<Request>
  /** Whether the remembered answer has served its purpose, so that another one is needed. */
  isStale?: (answer: z.output<Response>) => Promise<boolean>
  /** Whether to forget the operation once it has succeeded, because the answer is kept elsewhere. */
  forgetAfter?: boolean
  /**
   * Looks for what an attempt left; null when it finds nothing, which proves nothing while the attempt
   * may still be under way. Without it nobody can tell.
   */
  lookUp?: () => Promise<z.output<Response> | null>
  /**
   * Asked when an earlier attempt has an unknown outcome and the server cannot tell a repetition
   * from a new request: whether to send it again.
   */
  sendAgain: () => Promise<boolean>
}

/**
 * Carries out a write once, also when a form is sent again after a failure or a reload (decision
 * 007): what succeeded is answered from memory. What may have succeeded is sent again under the same
 * idempotency key; without that header, or with another request than before, it is looked up. Where
 * nothing is found, it is sent again if the server had answered that it failed, and asked about if
 * its outcome is unknown, or if no look-up can tell. What was done, but answered without what is
 * needed of it, is looked up at once. Resolves with null when the user would rather not send it again.
 *
 * @throws {CallError}
 * @throws {SessionError}
 */
export type RunOnce = <Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  operation: Operation<Request, Response>,
) => Promise<z.output<Response> | null>

/** What the tab remembers of such writes; nothing here sends anything. */
export interface Operations {
  /** Forgets an operation that has served its purpose. */
  forget: (name: string) => void
  /** The body, as JSON, that an operation was or may have been carried out with. */
  lastBody: (name: string) => string | null
  /** Whether an operation is remembered with its answer, so that it will not be sent again. */
  isAnswered: (name: string) => boolean
  /** What an operation was answered with; null while it has no answer. */
  answerOf: <Response extends z.ZodMiniType>(
    name: string,
    endpoint: Pick<Endpoint<z.ZodMiniType, Response>, 'response'>,
  ) => z.output<Response> | null
  /** Takes something that exists already for the answer of an operation. */
  record: (name: string, request: unknown, answer: unknown) => void
}

const record = z.object({
  idempotencyKey: z.string(),
  request: z.string(),
  answer: z.optional(z.unknown()),
  /**
   * Whether each attempt was answered, by a failure, so that none is under way. What an earlier
   * version of the portal stored does not say so: its outcome counts as unknown.
   */
  hasFailed: z.optional(z.boolean()),
})

/** A write of which something is remembered that cannot be read: it may have happened. */
const unreadable: z.infer<typeof record> = { idempotencyKey: '', request: '' }

interface MemoryOptions {
  environment: Environment
  /** Id of the signed-in user, to whom what is remembered belongs. */
  user: string
}

interface Options extends MemoryOptions {
  call: Call
  /** Whether the server can tell a repetition by its idempotency key. */
  hasIdempotencyHeader: boolean
}

const memoryIn =
  ({ environment, user }: MemoryOptions) =>
  (name: string) =>
    createTabMemory(environment, user, `operation:${name}`, record, unreadable)

export function createRunOnce(options: Options): RunOnce {
  const { environment, call, hasIdempotencyHeader } = options
  const memoryOf = memoryIn(options)

  return async (operation) => {
    const { name, endpoint, request, isStale, forgetAfter, lookUp, sendAgain } = operation
    const memory = memoryOf(name)
    const sent = JSON.stringify(request)
    let earlier = memory.read()
    const known = earlier && answerIn(earlier, endpoint)
    if (known?.success) {
      const answer = known.data
      if (!(await isStale?.(answer))) {
        if (forgetAfter) memory.clear()
        return answer
      }
      memory.clear()
      earlier = null
    }

    // A server may refuse a key that comes back with something else.
    const isRepeatable = hasIdempotencyHeader && earlier?.request === sent
    const idempotencyKey = earlier && isRepeatable ? earlier.idempotencyKey : environment.randomId()
    const note = (result: { answer: unknown } | { hasFailed: true }) => {
      try {
        memory.write({ idempotencyKey, request: sent, ...result })
      } catch (error) {
        // It happened all the same; what was remembered before it was sent says that it may have.
        logError(environment, 'the tab could not remember an answer', error)
      }
    }
    const keep = (answer: unknown) => {
      if (forgetAfter) memory.clear()
      else note({ answer })
    }
    // What failed may have done its work: only a look-up can tell.
    const isUnknown = earlier !== null && !(earlier.hasFailed && lookUp)
    const find = async () => {
      const answer = (await lookUp?.()) ?? null
      if (answer !== null) keep(answer)
      return answer
    }
    if (earlier && !isRepeatable) {
      const found = await find()
      if (found !== null) return found
      if (isUnknown && !(await sendAgain())) return null
    }

    // Remembered before it is sent: a reload halfway must not make it a new operation.
    memory.write({ idempotencyKey, request: sent })
    const release = environment.guardLeaving()
    try {
      const answer = await call(endpoint, request, { idempotencyKey })
      keep(answer)
      return answer
    } catch (error) {
      const outcome = outcomeOf(error)
      const found = outcome === 'done' ? await find() : null
      if (found !== null) return found
      // What a repetition is answered says nothing of a first attempt that may still be under way.
      if (!isUnknown && (outcome === 'refused' || outcome === 'failed')) {
        if (earlier === null && outcome === 'refused') memory.clear()
        else note({ hasFailed: true })
      }
      throw error
    } finally {
      release()
    }
  }
}

export function createOperations(options: MemoryOptions): Operations {
  const memoryOf = memoryIn(options)

  return {
    forget: (name) => memoryOf(name).clear(),
    lastBody: (name) => {
      const earlier = memoryOf(name).read()
      if (earlier === null) return null
      return JSON.stringify(bodyIn(earlier.request))
    },
    isAnswered: (name) => 'answer' in (memoryOf(name).read() ?? {}),
    answerOf: (name, { response }) => {
      const earlier = memoryOf(name).read()
      const known = earlier && answerIn(earlier, { response })
      return known?.success ? known.data : null
    },
    record: (name, request, answer) => {
      memoryOf(name).write({
        idempotencyKey: options.environment.randomId(),
        request: JSON.stringify(request),
        answer,
      })
    },
  }
}

/** The remembered answer; none where another version of the portal kept another shape. */
function answerIn<Response extends z.ZodMiniType>(
  earlier: z.infer<typeof record>,
  { response }: Pick<Endpoint<z.ZodMiniType, Response>, 'response'>,
) {
  return 'answer' in earlier ? z.safeParse(response, earlier.answer) : null
}

/** The body of a remembered request; null where it had none, or cannot be read. */
function bodyIn(request: string): unknown {
  try {
    return (Object(JSON.parse(request)) as { body?: unknown }).body ?? null
  } catch {
    return null
  }
}
