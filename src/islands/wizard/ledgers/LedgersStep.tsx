import { useStore } from '@nanostores/react'
import { memo, use, useState } from 'react'
import {
  type LedgerPurpose,
  paymentPurposes,
  purposeTexts,
  cashRegisterPurposes,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerView } from '../../../stores/wizard/ledger-views.ts'
import type { CouplingSetup } from '../../../stores/wizard/setup.ts'
import { getLedgerFieldId } from '../../../stores/wizard/wizard.ts'
import { ErrorsRevealedContext } from '../../form/fields.tsx'
import { Chip } from '../../ui/Notice.tsx'
import { Retry } from '../../ui/Reason.tsx'
import { AskBookkeeper } from '../bookkeeper/AskBookkeeper.tsx'
import { getLedgerPresentation } from './ledger-texts.ts'
import { LedgerForm } from './LedgerForm.tsx'
import { LedgerBatch, LedgerWarning } from './LedgerWarning.tsx'

interface LedgersStepProps {
  setup: CouplingSetup
  isActive: boolean
}

const groups = [
  { heading: 'wizard:paymentLedgers', purposes: paymentPurposes },
  { heading: 'wizard:registerLedgers', purposes: cashRegisterPurposes },
] as const

/** Step for the ledgers (§2), memoised because typing renders the form. */
export const LedgersStep = memo(function LedgersStep({ setup, isActive }: LedgersStepProps) {
  const failure = useStore(setup.plan.$sharedFailure)
  return (
    <>
      <p className="help">{translate('wizard:ledgersHelp')}</p>
      {failure ? (
        <Retry
          what="wizard:ledgersNotLookedUp"
          detail={failure}
          onRetry={setup.plan.retryFailedLookUps}
        />
      ) : (
        <LedgerBatch plan={setup.plan} kind="main" />
      )}
      {groups.map(({ heading, purposes: purposesInGroup }) => (
        <section className="panel ledger-group" key={heading}>
          <h3>{translate(heading)}</h3>
          {purposesInGroup.map((purpose) => (
            <LedgerRow key={purpose} setup={setup} purpose={purpose} isActive={isActive} />
          ))}
        </section>
      ))}
      <AskBookkeeper setup={setup} />
    </>
  )
})

interface RowProps extends LedgersStepProps {
  purpose: LedgerPurpose
}

/** Expands a failed row, unless its failure is shown above. */
function useUnfolded({ purpose, state, error }: LedgerView, isToldAbove: boolean) {
  const failure: object | null = state.status === 'failed' ? state.message : error
  const reason = isToldAbove ? null : failure
  const [seen, setSeen] = useState<object | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  if (reason !== seen) {
    setSeen(reason)
    const row = document.getElementById(getLedgerFieldId(purpose))?.closest('.ledger')
    // A row in use stays expanded.
    if (reason !== null) setUnfolded(true)
    else if (isToldAbove && !row?.contains(document.activeElement)) setUnfolded(false)
  }
  return [isUnfolded, setUnfolded] as const
}

/** Ledger row that expands to a form (§2). */
export function LedgerRow({ setup, purpose, isActive }: RowProps) {
  const view = useStore(setup.$ledgers)[purpose]
  const { number, ledger, state, problem } = view
  const [left, setLeft] = useState({ isActive, number })
  if (left.isActive !== isActive) setLeft({ isActive, number })
  // Ignores errors after the user has changed the number in this step.
  const isMissed = use(ErrorsRevealedContext) && left.number === number
  const isShared = useStore(setup.plan.$sharedFailure) !== null
  const [isUnfolded, setUnfolded] = useUnfolded(view, isShared && state.status === 'failed')
  const { kind, row } = getLedgerPresentation(view)
  const id = getLedgerFieldId(purpose)
  const name = translate(purposeTexts[purpose].name)
  const isExisting = state.status === 'existing'

  return (
    <div className="ledger ledger-row" role="group" aria-label={name}>
      <div className="ledger-cells">
        <div>
          <strong>{name}</strong>
          <p className="ledger-about">{translate(purposeTexts[purpose].help)}</p>
        </div>
        <div className="ledger-named" key={state.status}>
          <span translate="no">
            <strong>{number}</strong> {ledger?.description}
          </span>
        </div>
        <p className="ledger-state" id={`${id}.state`} tabIndex={-1} role="status">
          <Chip kind={isMissed && problem && state.status === 'empty' ? 'failure' : kind}>
            {translate(row)}
          </Chip>
        </p>
        <button
          className="ledger-toggle"
          // An expanded row gives this id to its number field.
          id={isUnfolded ? undefined : id}
          type="button"
          aria-expanded={isUnfolded}
          aria-label={`${translate('wizard:ledgerMore')}: ${name}`}
          onClick={() => setUnfolded(!isUnfolded)}
        />
      </div>
      {/* The form of a new ledger already shows the warning. */}
      {(isExisting || !isUnfolded) && <LedgerWarning view={view} id={`${id}.warning`} />}
      {isUnfolded && <LedgerForm setup={setup} view={view} isMissed={isMissed} />}
    </div>
  )
}
