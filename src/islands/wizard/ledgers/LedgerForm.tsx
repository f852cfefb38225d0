import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { ledgerLabels, type Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { LedgerItem, LedgerState } from '../../../stores/wizard/made/ledger-item.ts'
import { ledgerField, ledgerProblem } from '../../../stores/wizard/problems.ts'
import { TextField } from '../../form/TextField.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Retry } from '../../ui/Retry.tsx'
import { useStoreField } from '../store-field.ts'
import { focusAfterwards } from '../focus.ts'
import { onEnter } from '../on-enter.ts'
import { Explain } from '../Explain.tsx'
import { LedgerSearch } from './LedgerSearch.tsx'
import { namesOf, purposeHelp, purposeNames, stateText } from './ledger-texts.ts'
import { NewLedger } from './NewLedger.tsx'
import './ledgers.css'
import '../explain.css'

interface Props {
  item: LedgerItem
  allLedgers: List<Ledger>
  isRequired?: boolean
  /** Says how the ledger stands, between its number and what can be done. */
  status: ReactNode
}

/** A ledger that stands alone, beside what it belongs to (§2). */
export function LedgerField({ item, ...form }: Omit<Props, 'status'>) {
  const number = useStore(item.$number)
  const state = useStore(item.$state)
  const id = `${ledgerField(item.purpose)}.state`
  return (
    <fieldset className="ledger">
      <legend>{translate(purposeNames[item.purpose])}</legend>
      <LedgerForm
        item={item}
        {...form}
        status={
          <p className="ledger-state" id={id} tabIndex={-1} role="status">
            {stateText(state, number)}
          </p>
        }
      />
    </fieldset>
  )
}

/** What can be done about a ledger (§2): another number, a search, its acceptance or its creation. */
export function LedgerForm({ item, allLedgers, isRequired = true, status }: Props) {
  const number = useStore(item.$number)
  const state = useStore(item.$state)
  const id = ledgerField(item.purpose)
  const isTodo = state.status !== 'checking' && (isRequired || state.status !== 'empty')
  const field = useStoreField({
    name: id,
    value: number,
    problem: isTodo ? ledgerProblem(item.purpose, state) : null,
    onChange: item.input,
  })

  return (
    <div onKeyDown={onEnter(() => void item.retry())}>
      <p className="help">{translate(purposeHelp[item.purpose])}</p>
      <TextField
        field={field}
        label={translate(ledgerLabels[item.purpose])}
        inputMode="numeric"
        autoComplete="off"
        isRequired={isRequired}
        isDisabled={state.status === 'creating'}
      />
      <LedgerSearch
        id={`${id}.search`}
        purpose={translate(purposeNames[item.purpose])}
        ledgers={allLedgers}
        onChoose={(chosen) => {
          void item.choose(chosen)
          focusAfterwards(id)
        }}
      />
      {status}
      <LedgerOutcome item={item} state={state} />
    </div>
  )
}

function LedgerOutcome({ item, state }: { item: LedgerItem; state: LedgerState }) {
  const id = ledgerField(item.purpose)
  switch (state.status) {
    case 'empty':
    case 'invalid':
    case 'checking':
      return null
    case 'failed':
      return (
        <Retry
          message={{ key: 'wizard:ledgerFailed' }}
          detail={state.message}
          onRetry={() => {
            void item.retry()
            document.getElementById(id)?.focus()
          }}
        />
      )
    case 'missing':
    case 'creating':
      return (
        <NewLedger
          item={item}
          isCreating={state.status === 'creating'}
          error={state.status === 'missing' ? state.error : null}
        />
      )
    case 'existing':
      return (
        <>
          <LedgerFacts ledger={state.ledger} />
          {state.origin === 'unaccepted' && (
            <Notice kind="warning">
              <p id={`${id}.warning`}>{translate('wizard:ledgerWarning')}</p>
              <Explain about="wizard:accept" text="wizard:acceptHelpMore" />
              <button
                className="button"
                data-kind="secondary"
                type="button"
                aria-describedby={`${id}.warning`}
                onClick={() => {
                  item.accept()
                  focusAfterwards(`${id}.state`)
                }}
              >
                {translate('wizard:accept')}
                <span className="visually-hidden">: {translate(purposeNames[item.purpose])}</span>
              </button>
            </Notice>
          )}
        </>
      )
  }
}

/** Function and code by readable names; the accounting package's own words stand under details. */
function LedgerFacts({ ledger }: { ledger: Ledger }) {
  const { description, function: name, code } = ledger
  const names = namesOf(ledger)
  const isNamed = names.function !== name || names.code !== code
  return (
    <>
      <Facts
        facts={[
          ['wizard:ledgerDescription', description],
          ['wizard:ledgerFunction', names.function],
          ['wizard:ledgerCode', names.code],
          ['wizard:ledgerCategory', names.category],
        ]}
      />
      {isNamed && (
        <details className="explain">
          <summary>{translate('wizard:packageCodes')}</summary>
          <p>
            {[name, code]
              .filter((text) => text !== '')
              .map(isolated)
              .join(', ')}
          </p>
        </details>
      )}
    </>
  )
}
