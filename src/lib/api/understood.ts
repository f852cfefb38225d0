import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/**
 * An answer in the one form that a descriptor describes, of those that §7 leaves open: a record or a
 * list with it, nothing or an empty list. Only where a record was read, null says that there is none:
 * what the answer to a write leaves out is filled in, and it is never null.
 */
export function understood<Request extends z.ZodMiniType>(
  { isList, effect, fill }: Endpoint<Request>,
  request: z.input<Request>,
  answer: unknown,
): unknown {
  const records: unknown[] = [answer ?? []].flat()
  if (isList) return records
  const record = records.length > 1 ? answer : (records[0] ?? null)
  if (effect === 'read') return record
  const given = Object.entries(record ?? {}).filter(([, value]) => value !== null)
  const answered = Object.fromEntries(given)
  return { ...(fill(request, answered) as object), ...answered }
}
