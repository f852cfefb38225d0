import type { Id } from '../api/endpoint.ts'
import type { Relation as RelationAnswer } from '../api/relations.ts'

/** A relation of the accounting package (§3). */
export interface Relation {
  id: Id
  code: string
  name: string
  /** `relatiesoort`: Klant, Leverancier. */
  kinds: readonly string[]
}

/** Code of the relation that stands for unknown customers (§9). */
export const walkInCode = '-2'

const customerKind = 'Klant'

/** What a missing walk-in relation is created with (§9). */
export const walkInProposal = { name: 'Passant', kinds: [customerKind] } as const

/** A relation as the accounting package answers it, in our words. */
export function relationOf(answer: RelationAnswer): Relation {
  return {
    id: answer.id,
    code: String(answer.relatiecode),
    name: answer.naam,
    kinds: answer.relatiesoort,
  }
}

/** Body of `POST /snelstart/relations` (§7). */
export function walkInRequest(code: string) {
  return { relatiesoort: [customerKind], relatiecode: code, naam: walkInProposal.name }
}

/** Whether customers can be booked on a relation. */
export function isCustomer({ kinds }: Relation): boolean {
  return kinds.includes(customerKind)
}
