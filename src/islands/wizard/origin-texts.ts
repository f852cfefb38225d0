import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { Origin } from '../../stores/wizard/made/ledger-item.ts'
import type { RelationState } from '../../stores/wizard/made/relation-item.ts'

/** How an existing ledger came to be used; one that is not accepted yet is asked about instead. */
export const originTexts: Readonly<Record<Exclude<Origin, 'unaccepted'>, MessageKey>> = {
  named: 'wizard:originNamed',
  accepted: 'wizard:originAccepted',
  created: 'wizard:originCreated',
  dryRun: 'wizard:originDryRun',
}

type RelationOrigin = Extract<RelationState, { status: 'existing' }>['origin']

/** How the relation for unknown customers came to be used. */
export const relationTexts: Readonly<Record<RelationOrigin, MessageKey>> = {
  existing: 'wizard:relationExists',
  created: 'wizard:relationCreated',
  dryRun: 'wizard:originDryRun',
}
