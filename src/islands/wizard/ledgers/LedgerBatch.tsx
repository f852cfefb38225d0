import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { RequiredPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { BatchState, LedgerBatch as Batch } from '../../../stores/wizard/ledger-views.ts'
import { countText } from '../../form/count-text.ts'
import { focusAfterwards } from '../focus.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Acceptance, listedLedger, WarnedLedgers } from './LedgerWarning.tsx'
import './ledgers.css'

interface Props {
  batch: Batch
  /** Leads to where another ledger is chosen. */
  onOther: (purpose: RequiredPurpose) => void
}

/**
 * Creates all that is missing and accepts all that exists without a warning (§2), in one press each; what
 * carries a warning is accepted alone.
 */
export function LedgerBatch({ batch, onOther }: Props) {
  const missing = useStore(batch.$missing)
  const unaccepted = useStore(batch.$unaccepted)
  const warned = useStore(batch.$warned)
  const state = useStore(batch.$batch)
  const isCreating = state.status === 'creating'
  // It stands in the step and in the summary, both of them in the page.
  const id = useId()
  const [statusId, warningId] = [`${id}-status`, `${id}-warning`]

  return (
    <div className="ledger-batch">
      <p id={statusId} tabIndex={-1} role="status">
        {batchText(state)}
      </p>
      {(missing.length > 0 || isCreating) && (
        <p>
          <Button
            aria-disabled={isCreating}
            onClick={() => {
              if (!isCreating) void batch.createMissing().then(() => focusAfterwards(statusId))
            }}
          >
            {isCreating
              ? translate('form:loading')
              : countText(missing.length, 'wizard:createOne', 'wizard:createMany')}
          </Button>
        </p>
      )}
      {unaccepted.length + warned.length > 0 && (
        <Notice kind="warning">
          {unaccepted.length > 0 && (
            <>
              <div id={warningId}>
                <p>
                  {countText(
                    unaccepted.length,
                    // Of the one that the register does not book on, it means less.
                    unaccepted[0]?.purpose === 'cash_differences'
                      ? 'wizard:acceptOwn'
                      : 'wizard:batchWarningOne',
                    'wizard:batchWarningMany',
                  )}
                </p>
                <ul>{unaccepted.map((view) => listedLedger(view))}</ul>
              </div>
              <Button
                aria-describedby={warningId}
                onClick={() => {
                  batch.acceptExisting()
                  focusAfterwards(statusId)
                }}
              >
                {countText(unaccepted.length, 'wizard:acceptOne', 'wizard:acceptMany')}
              </Button>
            </>
          )}
          {warned.length > 0 && (
            <>
              <p>{countText(warned.length, 'wizard:batchLeftOne', 'wizard:batchLeftMany')}</p>
              <WarnedLedgers ledgers={warned} id={id}>
                {(view) => (
                  <Acceptance
                    view={view}
                    describedBy={`${id}-${view.purpose}`}
                    onOther={() => onOther(view.purpose)}
                    onAccept={() => {
                      batch.acceptAnyway(view.purpose)
                      focusAfterwards(statusId)
                    }}
                  />
                )}
              </WarnedLedgers>
            </>
          )}
        </Notice>
      )}
    </div>
  )
}

/** What was done last, or how far it is. */
export function batchText(state: BatchState): string {
  switch (state.status) {
    case 'resting':
      return ''
    case 'creating':
      return translate('wizard:batchCreating', {
        done: String(state.done),
        total: String(state.total),
      })
    case 'created':
      return createdText(state)
    case 'dryRun':
      return translate('wizard:batchDryRun')
    case 'accepted':
      return translate('wizard:batchAccepted', { count: String(state.count) })
  }
}

function createdText({ created, found, refused }: BatchState & { status: 'created' }): string {
  const isNone = created === 0 && found + refused > 0
  return [
    isNone ? '' : countText(created, 'wizard:batchDoneOne', 'wizard:batchDoneMany'),
    found === 0 ? '' : countText(found, 'wizard:batchFoundOne', 'wizard:batchFoundMany'),
    refused === 0 ? '' : translate('wizard:batchRefused', { count: String(refused) }),
  ]
    .filter((text) => text !== '')
    .join(' ')
}
