import { isSet, type Id } from '../../api/endpoint.ts'
import type { RelationAnswer } from './calls.ts'
import type { CompanySettings } from './stored-settings.ts'

export interface Relation {
  id: Id
  code: string
  name: string
  kinds: readonly string[] | null
}

/** Code of the walk-in relation, which stands for unknown customers (§9). */
export const walkInRelationCode = '-2'

const customerKind = 'Klant'

export const walkInRelationProposal = { name: 'Passant', kinds: [customerKind] } as const

export function parseRelation(answer: RelationAnswer): Relation {
  const { relatiecode, relatiesoort: kinds = null } = answer
  // Services may format the code with padding.
  const isWalkIn = Number(relatiecode) === Number(walkInRelationCode)
  return {
    id: answer.id,
    code: isWalkIn ? walkInRelationCode : String(relatiecode),
    name: answer.naam ?? '',
    kinds: kinds ? [kinds].flat() : null,
  }
}

export function createWalkInRelationRequest(code: string) {
  return { relatiesoort: [customerKind], relatiecode: code, naam: walkInRelationProposal.name }
}

/** True if the relation may be a customer. */
export const isCustomerRelation = ({ kinds }: Relation) =>
  kinds === null || kinds.some((kind) => /\bklant\b/i.test(kind))

export function getDefaultRelation({ api_key: key }: CompanySettings): Id | null {
  const relation = key?.default_no_relation
  return isSet(relation) ? relation : null
}
