import { useStore } from '@nanostores/react'
import { memo } from 'react'
import {
  paymentPurposes,
  registerPurposes,
  requiredPurposes,
  type LedgerPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerBatch as LedgerBatchStore } from '../../../stores/wizard/made/ledger-batch.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { LedgerBatch } from './LedgerBatch.tsx'
import { LedgerRow } from './LedgerRow.tsx'
import './ledgers.css'

/**
 * The seven ledgers (§2): three for payments, four for the register. Each key that is typed changes
 * the problems of the form around it, and nothing here but the one ledger.
 */
export const LedgersStep = memo(function LedgersStep({ setup }: { setup: Setup }) {
  return (
    <>
      <Settled batch={setup.ledgerBatch} />
      <p className="help">{translate('wizard:ledgersHelp')}</p>
      <FailedTogether batch={setup.ledgerBatch} />
      <LedgerBatch batch={setup.ledgerBatch} />
      <Group setup={setup} heading="wizard:paymentLedgers" purposes={paymentPurposes} />
      <Group setup={setup} heading="wizard:registerLedgers" purposes={registerPurposes} />
    </>
  )
})

/** How many of the seven need nothing more. */
function Settled({ batch }: { batch: LedgerBatchStore }) {
  const done = useStore(batch.$settled)
  const total = requiredPurposes.length
  return (
    <p className="ledger-count">
      <Chip kind={done === total ? 'success' : 'neutral'}>
        {translate('wizard:ledgersSettled', { done: String(done), total: String(total) })}
      </Chip>
    </p>
  )
}

/** Why several could not be looked up, told once. */
function FailedTogether({ batch }: { batch: LedgerBatchStore }) {
  const failure = useStore(batch.$failedTogether)
  if (failure === null) return null
  return (
    <Retry
      message={{ key: 'wizard:ledgersNotLookedUp' }}
      detail={failure}
      onRetry={batch.retryFailed}
    />
  )
}

interface GroupProps {
  setup: Setup
  heading: MessageKey
  purposes: readonly LedgerPurpose[]
}

const columns = ['wizard:columnPurpose', 'wizard:columnNumber', 'wizard:columnState'] as const

function Group({ setup, heading, purposes }: GroupProps) {
  return (
    <section className="ledger-group">
      <h3>{translate(heading)}</h3>
      {/* Each row names itself to a screen reader. */}
      <div className="ledger-cells ledger-head" aria-hidden="true">
        {columns.map((column) => (
          <span key={column}>{translate(column)}</span>
        ))}
      </div>
      <div className="ledger-rows">
        {purposes.map((purpose) => (
          <LedgerRow key={purpose} setup={setup} purpose={purpose} />
        ))}
      </div>
    </section>
  )
}
