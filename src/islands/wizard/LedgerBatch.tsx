import { useStore } from '@nanostores/react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { BatchState, LedgerBatch as Batch } from '../../stores/wizard/ledger-batch.ts'
import { focusAfterwards } from './focus.ts'
import './ledgers.css'

/** Text about one of something, and about several. */
function counted(count: number, [one, many]: readonly [MessageKey, MessageKey]): string {
  return translate(count === 1 ? one : many, { count: String(count) })
}

const statusId = 'ledger-batch-status'
const warningId = 'ledger-batch-warning'

/** Creates all that is missing and accepts all that exists (§2), in one press each. */
export function LedgerBatch({ batch }: { batch: Batch }) {
  const missing = useStore(batch.$missing)
  const unaccepted = useStore(batch.$unaccepted)
  const state = useStore(batch.$batch)
  const isCreating = state.status === 'creating'

  return (
    <div className="ledger-batch">
      <p id={statusId} tabIndex={-1} role="status">
        {statusText(state)}
      </p>
      {(missing.length > 0 || isCreating) && (
        <p>
          <button
            className="button"
            type="button"
            aria-disabled={isCreating}
            onClick={() => {
              if (!isCreating) void batch.createMissing().then(() => focusAfterwards(statusId))
            }}
          >
            {isCreating
              ? translate('form:loading')
              : counted(missing.length, ['wizard:createOne', 'wizard:createMany'])}
          </button>
        </p>
      )}
      {unaccepted.length > 0 && (
        <div className="notice">
          <p id={warningId}>
            {counted(unaccepted.length, ['wizard:batchWarningOne', 'wizard:batchWarningMany'])}{' '}
            {unaccepted.map(({ number, description }) => `${number} ${description}`).join(', ')}.
          </p>
          <button
            className="button"
            type="button"
            aria-describedby={warningId}
            onClick={() => {
              batch.acceptExisting()
              focusAfterwards(statusId)
            }}
          >
            {counted(unaccepted.length, ['wizard:acceptOne', 'wizard:acceptMany'])}
          </button>
        </div>
      )}
    </div>
  )
}

function statusText(state: BatchState): string {
  switch (state.status) {
    case 'resting':
      return ''
    case 'creating':
      return translate('wizard:batchCreating', {
        done: String(state.done),
        total: String(state.total),
      })
    case 'done':
      return state.refused === 0
        ? translate('wizard:batchDone', { count: String(state.created) })
        : translate('wizard:batchRefused', {
            count: String(state.created),
            refused: String(state.refused),
          })
  }
}
