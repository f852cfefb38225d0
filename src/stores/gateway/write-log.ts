import * as z from 'zod/mini'
import type { Endpoint } from '../../lib/api/endpoint.ts'
import { accessTabValue, type Owner } from '../../lib/remembered.ts'

const attempt = z.object({
  idempotencyKey: z.string(),
  request: z.string(),
  answer: z.optional(z.unknown()),
  /** True if the server answered every attempt with a failure. */
  hasFailed: z.optional(z.boolean()),
})

/** Opens the tab's log of writes, in which a name identifies each write. */
export function openWriteLog(owner: Owner) {
  const memoryOf = (name: string) => accessTabValue(owner, `write:${name}`, attempt)

  return {
    memoryOf,
    forget: (name: string) => memoryOf(name).clear(),
    /** Body of the last attempt that may have succeeded. */
    lastBody: (name: string): Readonly<Record<string, unknown>> | null => {
      const last = memoryOf(name).read()
      if (last === null) return null
      const { body = {} } = JSON.parse(last.request) as { body?: Readonly<Record<string, unknown>> }
      return body
    },
    isAnswered: (name: string) => 'answer' in (memoryOf(name).read() ?? {}),
    answerOf: <Response extends z.ZodMiniType>(
      name: string,
      endpoint: Pick<Endpoint<z.ZodMiniType, Response>, 'response'>,
    ): z.output<Response> | null => {
      const { success, data } = z.safeParse(endpoint.response, memoryOf(name).read()?.answer)
      return success ? (data ?? null) : null
    },
    /** Stores an existing record, so that the write is not sent. */
    record: (name: string, request: unknown, answer: unknown) => {
      const idempotencyKey = owner.environment.randomId()
      memoryOf(name).write({ idempotencyKey, request: JSON.stringify(request), answer })
    },
  }
}
export type WriteLog = ReturnType<typeof openWriteLog>
