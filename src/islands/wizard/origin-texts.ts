import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { RelationState } from '../../stores/wizard/made/relation-item.ts'

type RelationOrigin = Extract<RelationState, { status: 'existing' }>['origin']

/** How the relation for unknown customers came to be used. */
export const relationTexts: Readonly<Record<RelationOrigin, MessageKey>> = {
  existing: 'wizard:relationExists',
  created: 'wizard:relationCreated',
  dryRun: 'wizard:originDryRun',
}
