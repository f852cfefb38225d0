import { useStore } from '@nanostores/react'
import { memo, use, useState } from 'react'
import {
  paymentPurposes,
  registerPurposes,
  type LedgerPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerView } from '../../../stores/wizard/ledger-views.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { ledgerField } from '../../../stores/wizard/wizard.ts'
import { Revealed } from '../../form/fields.tsx'
import { Chip } from '../../ui/Notice.tsx'
import { Retry } from '../../ui/Reason.tsx'
import { AskBookkeeper } from '../bookkeeper/AskBookkeeper.tsx'
import { aboutText, purposes, standingOf } from './ledger-texts.ts'
import { LedgerForm } from './LedgerForm.tsx'
import { LedgerBatch, LedgerWarning } from './LedgerWarning.tsx'

interface Props {
  setup: Setup
  /** It is the step that is shown. */
  isActive: boolean
}

const groups = [
  { heading: 'wizard:paymentLedgers', of: paymentPurposes },
  { heading: 'wizard:registerLedgers', of: registerPurposes },
] as const

/**
 * The seven ledgers (§2): three for payments, four for the register. Each key that is typed changes
 * the problems of the form around it, and nothing here but the ledgers' rows.
 */
export const LedgersStep = memo(function LedgersStep({ setup, isActive }: Props) {
  const failure = useStore(setup.ledgerBatch.$failedTogether)
  return (
    <>
      <p className="help">{translate('wizard:ledgersHelp')}</p>
      {/* Why several could not be looked up, told once. */}
      {failure ? (
        <Retry what="wizard:ledgersNotLookedUp" detail={failure} onRetry={setup.plan.lookUpAgain} />
      ) : (
        <LedgerBatch batch={setup.ledgerBatch} kind="main" />
      )}
      {groups.map(({ heading, of }) => (
        <section className="panel ledger-group" key={heading}>
          <h3>{translate(heading)}</h3>
          {of.map((purpose) => (
            <LedgerRow key={purpose} setup={setup} purpose={purpose} isActive={isActive} />
          ))}
        </section>
      ))}
      <AskBookkeeper setup={setup} />
    </>
  )
})

interface RowProps extends Props {
  purpose: LedgerPurpose
}

/**
 * Whether a row is unfolded: by the user, or by a reason to read; it folds when the user folds it, or
 * when the reason is told above for several.
 */
function useUnfolded({ state, error }: LedgerView, isToldAbove: boolean) {
  const failure: object | null = state.status === 'failed' ? state.message : error
  const reason = isToldAbove ? null : failure
  const [seen, setSeen] = useState<object | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  if (reason !== seen) {
    setSeen(reason)
    if (reason !== null || isToldAbove) setUnfolded(reason !== null)
  }
  return [isUnfolded, setUnfolded] as const
}

/** A ledger (§2): a row that says how it stands, and unfolds to what can be done. */
export function LedgerRow({ setup, purpose, isActive }: RowProps) {
  const view = useStore(setup.$ledgers)[purpose]
  const { number, ledger, state, problem } = view
  const [left, setLeft] = useState({ isActive, number })
  if (left.isActive !== isActive) setLeft({ isActive, number })
  // A number that is new is none that the step was left with.
  const isMissed = use(Revealed) && left.number === number
  const isShared = useStore(setup.ledgerBatch.$failedTogether) !== null
  const [isUnfolded, setUnfolded] = useUnfolded(view, isShared && state.status === 'failed')
  const { kind, row } = standingOf(view)
  const id = ledgerField(purpose)
  const name = translate(purposes[purpose].name)
  const isExisting = state.status === 'existing'

  return (
    <div className="ledger ledger-row" role="group" aria-label={name}>
      <div className="ledger-cells">
        <div>
          <strong>{name}</strong>
          <p className="ledger-about">{translate(purposes[purpose].help)}</p>
        </div>
        <div className="ledger-named">
          <span translate="no">
            <strong>{number}</strong> {ledger?.description}
          </span>
          {isExisting && <p className="ledger-about">{aboutText(state.ledger)}</p>}
        </div>
        <p className="ledger-state" id={`${id}.state`} tabIndex={-1} role="status">
          <Chip kind={isMissed && problem && state.status === 'empty' ? 'failure' : kind}>
            {translate(row)}
          </Chip>
        </p>
        <button
          className="ledger-toggle"
          // Unfolded, the number itself is what a problem leads to.
          id={isUnfolded ? undefined : id}
          type="button"
          aria-expanded={isUnfolded}
          aria-label={`${translate('wizard:ledgerMore')}: ${name}`}
          onClick={() => setUnfolded(!isUnfolded)}
        />
      </div>
      {/* Of a new one it is said where that is put right. */}
      {(isExisting || !isUnfolded) && <LedgerWarning view={view} id={`${id}.warning`} />}
      {isUnfolded && <LedgerForm setup={setup} view={view} isMissed={isMissed} />}
    </div>
  )
}
