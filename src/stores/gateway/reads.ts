import * as z from 'zod/mini'
import { createCaller } from '../../lib/api/caller.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { Endpoint } from '../../lib/api/endpoint.ts'
import { rememberedInTab, type Owner } from '../../lib/remembered.ts'

/** What a screen takes that writes nothing, such as Home: its page ships no more. */
export function readsOf(portal: SignedIn) {
  const { environment, configuration, session } = portal
  return {
    /** Reads. A dry run reads as well, so that the forms can be filled in. */
    call: createCaller(environment, configuration, session),
    /** What the tab remembers of what was written for real. */
    written: createWritten(portal),
  }
}
export type Reads = ReturnType<typeof readsOf>

const attempt = z.object({
  idempotencyKey: z.string(),
  request: z.string(),
  answer: z.optional(z.unknown()),
  /** Whether each attempt was answered, by a failure, so that none is under way; else that is unknown. */
  hasFailed: z.optional(z.boolean()),
})
export type Attempt = z.infer<typeof attempt>

/** What is remembered of a write and cannot be read says that it may have happened. */
const rememberedAttempt = z.catch(attempt, { idempotencyKey: '', request: '' })

/** What the tab remembers of the writes of a user, each by its name; nothing here sends anything. */
export function createWritten(owner: Owner) {
  const of = (name: string) => rememberedInTab(owner, `operation:${name}`, rememberedAttempt)

  return {
    of,
    forget: (name: string) => of(name).clear(),
    /** The body, as JSON, that a write was or may have been carried out with. */
    lastBody: (name: string): string | null => {
      const earlier = of(name).read()
      return earlier && JSON.stringify(bodyIn(earlier.request))
    },
    /** Whether a write is remembered with its answer, so that it will not be sent again. */
    isAnswered: (name: string) => 'answer' in (of(name).read() ?? {}),
    /** What a write was answered with; null while it has no answer. */
    answerOf: <Response extends z.ZodMiniType>(
      name: string,
      endpoint: Pick<Endpoint<z.ZodMiniType, Response>, 'response'>,
    ): z.output<Response> | null => {
      const known = answerIn(of(name).read(), endpoint)
      return known?.success ? known.data : null
    },
    /** Takes something that exists already for the answer of a write. */
    record: (name: string, request: unknown, answer: unknown) => {
      const idempotencyKey = owner.environment.randomId()
      of(name).write({ idempotencyKey, request: JSON.stringify(request), answer })
    },
  }
}
export type Written = ReturnType<typeof createWritten>

/** Parses the remembered answer; null if there is none. */
export function answerIn<Response extends z.ZodMiniType>(
  earlier: Attempt | null,
  { response }: Pick<Endpoint<z.ZodMiniType, Response>, 'response'>,
) {
  return earlier && 'answer' in earlier ? z.safeParse(response, earlier.answer) : null
}

/** The body of a remembered request; null where it had none, or cannot be read. */
function bodyIn(request: string): unknown {
  try {
    return (Object(JSON.parse(request)) as { body?: unknown }).body ?? null
  } catch {
    return null
  }
}
