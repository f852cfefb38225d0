import { useStore } from '@nanostores/react'
import { use, useState } from 'react'
import { ledgerLabels, type LedgerPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Revealed } from '../../form/field-error.ts'
import { Notice } from '../../ui/Notice.tsx'
import { focusAfterwards } from '../focus.ts'
import { Explain } from '../Explain.tsx'
import { LookedUp } from '../LookedUp.tsx'
import { LedgerSearch } from './LedgerSearch.tsx'
import { Acceptance, NamedLedger } from './LedgerWarning.tsx'
import { purposeHelp, purposeNames, standingOf } from './ledger-texts.ts'
import { NewLedger } from './NewLedger.tsx'
import './ledgers.css'

interface Props {
  setup: Pick<Setup, 'ledgers' | '$ledgers' | 'allLedgers'>
  purpose: LedgerPurpose
}

/** A ledger that stands alone, beside what it belongs to (§2). */
export function LedgerField(props: Props) {
  const isMissed = use(Revealed)
  return (
    <fieldset className="ledger">
      <legend>{translate(purposeNames[props.purpose])}</legend>
      <LedgerForm {...props} isMissed={isMissed} isAlone />
    </fieldset>
  )
}

interface FormProps extends Props {
  /** Its problem is to be told: the step was left with it. */
  isMissed: boolean
  /** Nothing beside it says how it stands. */
  isAlone?: boolean
}

/** What can be done about a ledger (§2): another number, a search, its acceptance or its creation. */
export function LedgerForm({ setup, purpose, isMissed, isAlone = false }: FormProps) {
  const [isSearching, setSearching] = useState(false)
  const item = setup.ledgers[purpose]
  const text = useStore(item.$number)
  const view = useStore(setup.$ledgers)[purpose]
  const { state, number, problem } = view
  const id = ledgerField(purpose)
  const { row, sentence } = standingOf(view)
  const todo = sentence && translate(sentence, { number })
  const settled = state.status === 'existing' ? `✓ ${translate(row)}` : ''
  // What was found is judged before anybody is urged to take it.
  const isFound = state.status === 'existing' || state.status === 'missing'
  return (
    <LookedUp
      id={id}
      label={ledgerLabels[purpose]}
      help={purposeHelp[purpose]}
      item={item}
      text={text}
      state={state}
      problem={isFound && !isMissed ? null : problem}
      inputMode="numeric"
      isRequired={purpose !== 'correction'}
      failed="wizard:ledgerFailed"
      status={
        <>
          <LedgerSearch
            item={item}
            ledgers={setup.allLedgers}
            isOpen={isSearching}
            onToggle={setSearching}
          />
          {isAlone && (
            <p className="ledger-state" id={`${id}.state`} tabIndex={-1} role="status">
              {todo ?? settled}
            </p>
          )}
          {!isAlone && todo && <p className="ledger-guidance">{todo}</p>}
        </>
      }
    >
      {(state.status === 'missing' || state.status === 'creating') && (
        <NewLedger item={item} making={state} view={view} />
      )}
      {state.status === 'existing' && isAlone && (
        <p>
          <NamedLedger view={view} />
        </p>
      )}
      {state.status === 'existing' && state.origin === 'unaccepted' && (
        <Notice kind="warning">
          <Acceptance
            view={view}
            onOther={() => {
              setSearching(true)
              requestAnimationFrame(() => document.getElementById(`${id}.search`)?.focus())
            }}
            onAccept={() => {
              item.accept()
              focusAfterwards(`${id}.state`)
            }}
          >
            <Explain about="wizard:accept" text="wizard:acceptHelpMore" />
          </Acceptance>
        </Notice>
      )}
    </LookedUp>
  )
}
