import { useStore } from '@nanostores/react'
import { use, useState } from 'react'
import type { LedgerPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerView } from '../../../stores/wizard/made/ledger-views.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Revealed } from '../../form/field-error.ts'
import { Chip } from '../../ui/Chip.tsx'
import { LedgerForm } from './LedgerForm.tsx'
import { aboutText, purposeNames, standingOf } from './ledger-texts.ts'
import { LedgerWarning } from './LedgerWarning.tsx'
import { TextAbout } from '../../ui/Text.tsx'

interface Props {
  setup: Setup
  purpose: LedgerPurpose
  /** Its step is the one that is shown. */
  isActive: boolean
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

/** One ledger of seven (§2): a row that says how it stands, and unfolds to what can be done. */
export function LedgerRow({ setup, purpose, isActive }: Props) {
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
  const name = translate(purposeNames[purpose])
  const isExisting = state.status === 'existing'

  return (
    <div className="ledger ledger-row" role="group" aria-label={name}>
      <div className="ledger-cells">
        <strong className="ledger-purpose">{name}</strong>
        <span className="ledger-number" translate="no">
          {number}
        </span>
        <span className="ledger-name" translate="no">
          {ledger?.description}
        </span>
        <p className="ledger-state" id={`${id}.state`} tabIndex={-1} role="status">
          <Chip kind={isMissed && problem ? 'failure' : kind}>{translate(row)}</Chip>
        </p>
        <button
          className="ledger-toggle"
          // Unfolded, the number itself is what a problem leads to.
          id={isUnfolded ? undefined : id}
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <TextAbout about={name}>
            {translate(isUnfolded ? 'wizard:ledgerLess' : 'wizard:ledgerMore')}
          </TextAbout>
        </button>
      </div>
      {isExisting && <p className="ledger-about">{aboutText(state.ledger)}</p>}
      {/* Of a new one it is said where that is put right. */}
      {(isExisting || !isUnfolded) && <LedgerWarning view={view} />}
      {isUnfolded && <LedgerForm setup={setup} purpose={purpose} isMissed={isMissed} />}
    </div>
  )
}
