import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { ledgerLabels, type Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { LedgerItem } from '../../../stores/wizard/made/ledger-item.ts'
import { ledgerField, ledgerProblem } from '../../../stores/wizard/problems.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusAfterwards } from '../focus.ts'
import { Explain } from '../Explain.tsx'
import { LookedUp } from '../LookedUp.tsx'
import { LedgerSearch } from './LedgerSearch.tsx'
import { NamedLedger } from './LedgerWarning.tsx'
import { purposeHelp, purposeNames, standingOf } from './ledger-texts.ts'
import { NewLedger } from './NewLedger.tsx'
import './ledgers.css'

interface Props {
  item: LedgerItem
  allLedgers: List<Ledger>
  /** What speaks against a ledger that is to be made. */
  warning?: ReactNode
  /** Nothing beside it says how it stands. */
  isAlone?: boolean
}

/** A ledger that stands alone, beside what it belongs to (§2). */
export function LedgerField(props: Props) {
  return (
    <fieldset className="ledger">
      <legend>{translate(purposeNames[props.item.purpose])}</legend>
      <LedgerForm {...props} isAlone />
    </fieldset>
  )
}

/** What can be done about a ledger (§2): another number, a search, its acceptance or its creation. */
export function LedgerForm({ item, allLedgers, warning, isAlone = false }: Props) {
  const { purpose } = item
  const [isSearching, setSearching] = useState(false)
  const number = useStore(item.$number)
  const state = useStore(item.$state)
  const id = ledgerField(purpose)
  const name = translate(purposeNames[purpose])
  const isRequired = purpose !== 'correction'
  const { row, sentence } = standingOf(state)
  const todo = sentence && translate(sentence, { number: number.trim() })
  const settled = state.status === 'existing' ? `✓ ${translate(row)}` : ''
  return (
    <LookedUp
      id={id}
      label={ledgerLabels[purpose]}
      help={purposeHelp[purpose]}
      item={item}
      text={number}
      state={state}
      problem={isRequired || state.status !== 'empty' ? ledgerProblem(purpose, state) : null}
      inputMode="numeric"
      isRequired={isRequired}
      failed="wizard:ledgerFailed"
      status={
        <>
          <LedgerSearch
            item={item}
            ledgers={allLedgers}
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
        <NewLedger item={item} making={state} warning={warning} />
      )}
      {state.status === 'existing' && isAlone && (
        <p>
          <NamedLedger {...state.ledger} />
        </p>
      )}
      {state.status === 'existing' && state.origin === 'unaccepted' && (
        <Notice kind="warning">
          <p id={`${id}.warning`}>{translate('wizard:ledgerWarning')}</p>
          <Explain about="wizard:accept" text="wizard:acceptHelpMore" />
          <p className="buttons">
            <Button
              about={name}
              onClick={() => {
                setSearching(true)
                requestAnimationFrame(() => document.getElementById(`${id}.search`)?.focus())
              }}
            >
              {translate('wizard:chooseOther')}
            </Button>
            <Button
              aria-describedby={`${id}.warning`}
              about={name}
              onClick={() => {
                item.accept()
                focusAfterwards(`${id}.state`)
              }}
            >
              {translate('wizard:accept')}
            </Button>
          </p>
        </Notice>
      )}
    </LookedUp>
  )
}
