import * as z from 'zod/mini'
import type { ImportState, ImportStates } from '../../../lib/accounting/snelstart/summary.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import { rememberedOf, type Owner } from '../../../lib/remembered.ts'

export const imports = ['products', 'relations'] as const
export type Import = (typeof imports)[number]

const start = z.object({
  /** Timestamp in milliseconds since 1970. */
  at: z.number(),
  /** `unknown` until the service answers, and after an answer that does not tell. */
  outcome: z.literal(['started', 'perhapsTwice', 'unknown']),
  /** True if an earlier completion started the import. */
  isEarlier: z.optional(z.boolean()),
})

const importRecord = z.object({
  /** False from the first save of a completion until the user answers the import question. */
  isAnswered: z.boolean(),
  products: z.nullable(start),
  relations: z.nullable(start),
})
export type ImportRecord = z.infer<typeof importRecord>

export const noImports: ImportRecord = { isAnswered: true, products: null, relations: null }

/** The import record of a place: the last start of each import, for all tabs until a sign-out. */
export const importsOf = (owner: Owner, place: PlaceIds) =>
  rememberedOf(owner, 'imports', importRecord, place)

function stateOf({ isAnswered, ...starts }: ImportRecord, name: Import): ImportState {
  const last = starts[name]
  // An import without an answer may still be running, whichever completion started it.
  if (last && (!last.isEarlier || last.outcome === 'unknown')) return last.outcome
  return isAnswered ? 'notStarted' : 'notAsked'
}

/** The state of each import in the last completion. */
export const importStates = (record: ImportRecord): ImportStates => ({
  products: stateOf(record, 'products'),
  relations: stateOf(record, 'relations'),
})
