import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/**
 * §7 leaves the form of some answers open. This turns each of them into the one form that the
 * endpoint's schema describes:
 *
 * - a record: `{id: 1}` and `[{id: 1}]` become `{id: 1}`; no content and `[]` become null, "there is
 *   none";
 * - a list: `{id: 1}` and `[{id: 1}]` become `[{id: 1}]`; no content becomes `[]`;
 * - the answer to a write is never null: what it leaves out, or has as null, is filled in by the
 *   endpoint's `fill`. `{name: 'Shop'}` was sent, `{id: 1, name: null}` came back: `{id: 1, name: 'Shop'}`.
 *
 * A list of several records where one was asked for stays a list, which the schema refuses.
 */
export function inOneForm<Request extends z.ZodMiniType>(
  { isList, effect, fill, isAsked }: Endpoint<Request>,
  request: z.input<Request>,
  answer: unknown,
): unknown {
  const all: unknown[] = [answer ?? []].flat()
  const records = all.filter((record) => isAsked(request, Object(record) as object))
  if (isList) return records
  const record = records.length > 1 ? records : (records[0] ?? null)
  if (effect === 'read') return record
  const given = Object.entries(record ?? {}).filter(([, value]) => value !== null)
  const answered = Object.fromEntries(given)
  return { ...(fill(request, answered) as object), ...answered }
}
