import { useStore } from '@nanostores/react'
import type { Ledger as LedgerAnswer } from '../../lib/api/ledgers.ts'
import { ledgerLabels, type LedgerPurpose } from '../../lib/domain/ledgers.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { List } from '../../stores/form/list.ts'
import type { LedgerItem, LedgerState } from '../../stores/wizard/ledger-item.ts'
import { ledgerField, ledgerProblem } from '../../stores/wizard/problems.ts'
import { TextField } from '../form/TextField.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Retry } from '../ui/Retry.tsx'
import { useStoreField } from './store-field.ts'
import { focusAfterwards } from './focus.ts'
import { onEnter } from './on-enter.ts'
import { LedgerSearch } from './LedgerSearch.tsx'
import { NewLedger } from './NewLedger.tsx'
import { originTexts } from './origin-texts.ts'
import './ledgers.css'

interface Props {
  item: LedgerItem
  allLedgers: List<LedgerAnswer>
  hint?: string
  isRequired?: boolean
}

const legends: Readonly<Record<LedgerPurpose, MessageKey>> = {
  cash: 'wizard:purposeCash',
  eft: 'wizard:purposeEft',
  webshop: 'wizard:purposeWebshop',
  ecr: 'wizard:purposeEcr',
  payment_differences: 'wizard:purposePaymentDifferences',
  cash_differences: 'wizard:purposeCashDifferences',
  emballage: 'wizard:purposeEmballage',
  correction: 'wizard:purposeCorrection',
}

/** One ledger (§2): its number, and what the accounting package has under it. */
export function LedgerField({ item, allLedgers, hint, isRequired = true }: Props) {
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
    <fieldset
      className="ledger"
      data-status={state.status}
      onKeyDown={onEnter(() => void item.retry())}
    >
      <legend>{translate(legends[item.purpose])}</legend>
      {hint !== undefined && <p className="help">{hint}</p>}
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
        ledgers={allLedgers}
        onChoose={(chosen) => {
          void item.choose(chosen)
          focusAfterwards(id)
        }}
      />
      <p className="ledger-state" id={`${id}.state`} tabIndex={-1} role="status">
        {stateText(state, number)}
      </p>
      <Found item={item} state={state} />
    </fieldset>
  )
}

function stateText(state: LedgerState, typed: string): string {
  const number = typed.trim()
  switch (state.status) {
    case 'empty':
    case 'invalid':
    case 'failed':
      return ''
    case 'checking':
      return translate('wizard:ledgerChecking')
    case 'creating':
      return translate('wizard:ledgerCreating', { number })
    case 'missing':
      return translate('wizard:ledgerMissing', { number })
    case 'existing':
      return state.origin === 'unaccepted'
        ? translate('wizard:ledgerExists', { number })
        : `✓ ${translate(originTexts[state.origin])}`
  }
}

function Found({ item, state }: { item: LedgerItem; state: LedgerState }) {
  const stateId = `${ledgerField(item.purpose)}.state`
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
            document.getElementById(ledgerField(item.purpose))?.focus()
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
    case 'existing': {
      const { description, function: name, code, category } = state.ledger
      return (
        <>
          <Facts
            facts={[
              ['wizard:ledgerDescription', description],
              ['wizard:ledgerFunction', name],
              ['wizard:ledgerCode', code],
              ['wizard:ledgerCategory', category],
            ]}
          />
          {state.origin === 'unaccepted' && (
            <div className="notice">
              <p>{translate('wizard:ledgerWarning')}</p>
              <button
                className="button"
                type="button"
                onClick={() => {
                  item.accept()
                  focusAfterwards(stateId)
                }}
              >
                {translate('wizard:accept')}
              </button>
            </div>
          )}
        </>
      )
    }
  }
}
