import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { ledgerLabels, type Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { LedgerItem } from '../../../stores/wizard/made/ledger-item.ts'
import { ledgerField, ledgerProblem } from '../../../stores/wizard/problems.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusAfterwards } from '../focus.ts'
import { Explain } from '../Explain.tsx'
import { LookedUp } from '../LookedUp.tsx'
import { LedgerSearch } from './LedgerSearch.tsx'
import { namesOf, purposeHelp, purposeNames, standingOf } from './ledger-texts.ts'
import { NewLedger } from './NewLedger.tsx'
import './ledgers.css'

interface Props {
  item: LedgerItem
  allLedgers: List<Ledger>
  isRequired?: boolean
  /** Says how the ledger stands, between its number and what can be done. */
  status: ReactNode
}

/** A ledger that stands alone, beside what it belongs to (§2). */
export function LedgerField({ item, ...form }: Omit<Props, 'status'>) {
  const id = `${ledgerField(item.purpose)}.state`
  const number = useStore(item.$number).trim()
  const state = useStore(item.$state)
  const { row, sentence } = standingOf(state)
  const settled = state.status === 'existing' ? `✓ ${translate(row)}` : ''
  return (
    <fieldset className="ledger">
      <legend>{translate(purposeNames[item.purpose])}</legend>
      <LedgerForm
        item={item}
        {...form}
        status={
          <p className="ledger-state" id={id} tabIndex={-1} role="status">
            {sentence ? translate(sentence, { number }) : settled}
          </p>
        }
      />
    </fieldset>
  )
}

/** What can be done about a ledger (§2): another number, a search, its acceptance or its creation. */
export function LedgerForm({ item, allLedgers, isRequired = true, status }: Props) {
  const { purpose } = item
  const number = useStore(item.$number)
  const state = useStore(item.$state)
  const id = ledgerField(purpose)
  const isTodo = state.status !== 'checking' && (isRequired || state.status !== 'empty')
  return (
    <LookedUp
      id={id}
      label={ledgerLabels[purpose]}
      help={purposeHelp[purpose]}
      item={item}
      text={number}
      state={state}
      problem={isTodo ? ledgerProblem(purpose, state) : null}
      inputMode="numeric"
      isRequired={isRequired}
      failed="wizard:ledgerFailed"
      status={
        <>
          <LedgerSearch
            id={`${id}.search`}
            purpose={translate(purposeNames[purpose])}
            ledgers={allLedgers}
            onChoose={(chosen) => {
              void item.choose(chosen)
              focusAfterwards(id)
            }}
          />
          {status}
        </>
      }
    >
      {(state.status === 'missing' || state.status === 'creating') && (
        <NewLedger item={item} making={state} />
      )}
      {state.status === 'existing' && <LedgerFacts ledger={state.ledger} />}
      {state.status === 'existing' && state.origin === 'unaccepted' && (
        <Notice kind="warning">
          <p id={`${id}.warning`}>{translate('wizard:ledgerWarning')}</p>
          <Explain about="wizard:accept" text="wizard:acceptHelpMore" />
          <Button
            aria-describedby={`${id}.warning`}
            about={translate(purposeNames[purpose])}
            onClick={() => {
              item.accept()
              focusAfterwards(`${id}.state`)
            }}
          >
            {translate('wizard:accept')}
          </Button>
        </Notice>
      )}
    </LookedUp>
  )
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
