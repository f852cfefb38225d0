import { useStore } from '@nanostores/react'
import { memo } from 'react'
import {
  paymentPurposes,
  registerPurposes,
  requiredPurposes,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { AskBookkeeper } from '../bookkeeper/AskBookkeeper.tsx'
import { leadTo } from '../focus.ts'
import { LedgerBatch } from './LedgerBatch.tsx'
import { LedgerRow } from './LedgerRow.tsx'
import './ledgers.css'

interface Props {
  setup: Setup
  /** It is the step that is shown. */
  isActive: boolean
}

const groups = [
  { heading: 'wizard:paymentLedgers', purposes: paymentPurposes },
  { heading: 'wizard:registerLedgers', purposes: registerPurposes },
] as const

const columns = ['wizard:columnPurpose', 'wizard:columnNumber', 'wizard:columnState'] as const

/**
 * The seven ledgers (§2): three for payments, four for the register. Each key that is typed changes
 * the problems of the form around it, and nothing here but the ledgers' rows.
 */
export const LedgersStep = memo(function LedgersStep({ setup, isActive }: Props) {
  const { $settled, $usedAnyway, $failedTogether, retryFailed } = setup.ledgerBatch
  const done = useStore($settled)
  const settledKind = useStore($usedAnyway).length > 0 ? 'warning' : 'success'
  const failure = useStore($failedTogether)
  const total = requiredPurposes.length
  return (
    <>
      <p className="ledger-count">
        <Chip kind={done === total ? settledKind : 'neutral'}>
          {translate('wizard:ledgersSettled', { done: String(done), total: String(total) })}
        </Chip>
      </p>
      <p className="help">{translate('wizard:ledgersHelp')}</p>
      {/* Why several could not be looked up, told once. */}
      {failure && (
        <Retry
          message={{ key: 'wizard:ledgersNotLookedUp' }}
          detail={failure}
          onRetry={retryFailed}
        />
      )}
      <LedgerBatch batch={setup.ledgerBatch} onOther={(purpose) => leadTo(ledgerField(purpose))} />
      {groups.map(({ heading, purposes }) => (
        <section className="ledger-group" key={heading}>
          <h3>{translate(heading)}</h3>
          {/* Each row names itself to a screen reader. */}
          <div className="ledger-cells ledger-head" aria-hidden="true">
            {columns.map((column) => (
              <span key={column}>{translate(column)}</span>
            ))}
          </div>
          <div className="ledger-rows">
            {purposes.map((purpose) => (
              <LedgerRow key={purpose} setup={setup} purpose={purpose} isActive={isActive} />
            ))}
          </div>
        </section>
      ))}
      <AskBookkeeper setup={setup} />
    </>
  )
})
