import { useStore } from '@nanostores/react'
import {
  isCustomerRelation,
  walkInRelationProposal,
} from '../../lib/accounting/snelstart/relations.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { RelationState } from '../../stores/wizard/relation-item.ts'
import type { CouplingSetup } from '../../stores/wizard/setup.ts'
import { relationFieldId, findRelationProblem } from '../../stores/wizard/wizard.ts'
import { moveLostFocus } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LabelledValues } from '../ui/Text.tsx'
import { isPerhapsCreated } from './ledgers/ledger-texts.ts'
import { CreateButton, LookupField } from './LookupField.tsx'

type RelationOrigin = Extract<RelationState, { status: 'existing' }>['origin']

export const relationTexts: Readonly<Record<RelationOrigin, MessageKey>> = {
  existing: 'wizard:relationExists',
  created: 'wizard:relationCreated',
  dryRun: 'wizard:originDryRun',
}

const stateId = `${relationFieldId}.state`

/** Step for the relation of unknown customers (§2). */
export function RelationStep({ setup: { relation } }: { setup: CouplingSetup }) {
  const code = useStore(relation.$code)
  const state = useStore(relation.$state)
  const isMakeable = state.status === 'missing' || state.status === 'creating'
  const proposed = isMakeable ? walkInRelationProposal : null
  const shown = state.status === 'existing' ? state.relation : proposed
  return (
    <LookupField
      id={relationFieldId}
      label="wizard:walkInCode"
      help="wizard:walkInHelp"
      item={relation}
      text={code}
      state={state}
      problem={findRelationProblem(state)}
      isRequired
      failed="wizard:relationFailed"
      status={
        <p id={stateId} tabIndex={-1} role="status">
          {stateText(state, code.trim())}
        </p>
      }
    >
      {shown && (
        <LabelledValues
          facts={[
            ['wizard:relationName', shown.name],
            ['wizard:relationKind', shown.kinds?.join(', ') ?? ''],
          ]}
        />
      )}
      {isMakeable && (
        <CreateButton
          creation={state}
          onCreate={() => relation.create().then(() => moveLostFocus(stateId))}
        />
      )}
      {state.status === 'existing' && !isCustomerRelation(state.relation) && (
        <Notice kind="warning" text="wizard:relationNoCustomer" />
      )}
    </LookupField>
  )
}

const stateTexts: Readonly<Partial<Record<RelationState['status'], MessageKey>>> = {
  checking: 'wizard:relationChecking',
  creating: 'wizard:relationCreating',
  missing: 'wizard:relationMissing',
}

function stateText(state: RelationState, code: string): string {
  if (state.status === 'existing') return `✓ ${translate(relationTexts[state.origin])}`
  const key = !isPerhapsCreated(state) && stateTexts[state.status]
  return key ? translate(key, { code }) : ''
}
