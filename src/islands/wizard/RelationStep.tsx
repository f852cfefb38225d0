import { useStore } from '@nanostores/react'
import {
  isCustomer,
  walkInProposal,
  type Relation,
} from '../../lib/accounting/snelstart/relations.ts'
import { translate } from '../../lib/i18n/page.ts'
import { relationField, relationProblem } from '../../stores/wizard/problems.ts'
import type { RelationItem, RelationState } from '../../stores/wizard/made/relation-item.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import { TextField } from '../form/TextField.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Retry } from '../ui/Retry.tsx'
import { focusAfterwards } from './focus.ts'
import { relationTexts } from './origin-texts.ts'
import { onEnter } from './on-enter.ts'
import { CreateErrorNotice } from './CreateErrorNotice.tsx'
import { useStoreField } from './store-field.ts'

const stateId = `${relationField}.state`

/** The walk-in customer relation (§2), by its code. */
export function RelationStep({ setup: { relation } }: { setup: Setup }) {
  const code = useStore(relation.$code)
  const state = useStore(relation.$state)
  const field = useStoreField({
    name: relationField,
    value: code,
    problem: state.status === 'checking' ? null : relationProblem(state),
    onChange: relation.input,
  })
  return (
    <>
      <p className="help">{translate('wizard:walkInHelp')}</p>
      <div onKeyDown={onEnter(() => void relation.retry())}>
        <TextField
          field={field}
          label={translate('wizard:walkInCode')}
          autoComplete="off"
          isRequired
          isDisabled={state.status === 'creating'}
        />
      </div>
      <p id={stateId} tabIndex={-1} role="status">
        {stateText(state, code.trim())}
      </p>
      <RelationOutcome relation={relation} state={state} />
    </>
  )
}

function stateText(state: RelationState, code: string): string {
  switch (state.status) {
    case 'empty':
    case 'invalid':
    case 'failed':
      return ''
    case 'checking':
      return translate('wizard:relationChecking')
    case 'creating':
      return translate('wizard:relationCreating', { code })
    case 'missing':
      return translate('wizard:relationMissing', { code })
    case 'existing':
      return `✓ ${translate(relationTexts[state.origin])}`
  }
}

function RelationOutcome({ relation, state }: { relation: RelationItem; state: RelationState }) {
  switch (state.status) {
    case 'empty':
    case 'invalid':
    case 'checking':
      return null
    case 'failed':
      return (
        <Retry
          message={{ key: 'wizard:relationFailed' }}
          detail={state.message}
          onRetry={() => {
            void relation.retry()
            document.getElementById(relationField)?.focus()
          }}
        />
      )
    case 'missing':
    case 'creating': {
      const isCreating = state.status === 'creating'
      return (
        <>
          <NameAndKinds name={walkInProposal.name} kinds={walkInProposal.kinds} />
          <CreateErrorNotice error={isCreating ? null : state.error} />
          <button
            className="button"
            data-kind="secondary"
            type="button"
            aria-disabled={isCreating}
            onClick={() => {
              void relation.create().then(() => focusAfterwards(stateId))
            }}
          >
            {translate(isCreating ? 'form:loading' : 'wizard:create')}
          </button>
        </>
      )
    }
    case 'existing':
      return (
        <>
          <NameAndKinds name={state.relation.name} kinds={state.relation.kinds} />
          {!isCustomer(state.relation) && (
            <Notice kind="warning">
              <p>{translate('wizard:relationNoCustomer')}</p>
            </Notice>
          )}
        </>
      )
  }
}

function NameAndKinds({ name, kinds }: Pick<Relation, 'name' | 'kinds'>) {
  return (
    <Facts
      facts={[
        ['wizard:relationName', name],
        ['wizard:relationKind', kinds?.join(', ') ?? ''],
      ]}
    />
  )
}
