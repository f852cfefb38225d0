import { useStore } from '@nanostores/react'
import { Field, FormApi, useIsomorphicLayoutEffect } from '@tanstack/react-form'
import { useDeferredValue, useMemo, useState } from 'react'
import {
  ledgerCodeLabels,
  type Ledger,
  ledgerLabels,
  formatLedger,
  type LedgerProposal,
  purposeTexts,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  sortBySuitability,
  findLedgerFunction,
  formatLedgerFunction,
  ledgerFunctions,
  judgeLedger,
  verdictTexts,
  createWarning,
} from '../../../lib/accounting/snelstart/suitability.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate, translateMessage } from '../../../lib/i18n/page.ts'
import { getListItems, type List } from '../../../stores/form/list.ts'
import type { LedgerStore, LedgerState } from '../../../stores/wizard/ledger-item.ts'
import type { LedgerView } from '../../../stores/wizard/ledger-views.ts'
import type { CouplingSetup } from '../../../stores/wizard/setup.ts'
import { getLedgerFieldId } from '../../../stores/wizard/wizard.ts'
import { SelectField, TextField } from '../../form/fields.tsx'
import { Button, moveLostFocus } from '../../ui/Button.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { LoadedList } from '../../ui/Reason.tsx'
import { TextAndSubject } from '../../ui/Text.tsx'
import { handleEnter } from '../form.ts'
import { CreateButton, LookupField } from '../LookupField.tsx'
import {
  formatFunctionWithVatBox,
  formatVerdict,
  isBookkeeperMessage,
  isPerhapsCreated,
  formatLedgerDetails,
} from './ledger-texts.ts'
import { LedgerWarning } from './LedgerWarning.tsx'

interface LedgerFormProps {
  setup: CouplingSetup
  view: LedgerView
  /** True if the user left the step without solving this problem. */
  isMissed: boolean
}

/** Form to change, search, accept or create a ledger (§2). */
export function LedgerForm({ setup, view, isMissed }: LedgerFormProps) {
  const { purpose, state, number, problem, verdict } = view
  const item = setup.ledgers[purpose]
  const text = useStore(item.$number)
  const id = getLedgerFieldId(purpose)
  const isRefused = verdict?.kind === 'refused'
  const { button, meaning } = verdictTexts[verdict?.kind ?? 'fits']
  // The warning precedes the button that accepts or creates the ledger.
  const isFound = state.status === 'existing' || state.status === 'missing'
  return (
    <LookupField
      id={id}
      label={ledgerLabels[purpose]}
      help={purpose === 'ecr' ? 'wizard:daybook' : undefined}
      item={item}
      text={text}
      state={state}
      problem={isFound && !isMissed ? null : problem}
      inputMode="numeric"
      isRequired={purpose !== 'correction'}
      failed="wizard:ledgerFailed"
      status={
        <>
          <LedgerSearch item={item} ledgers={setup.allLedgers} />
          {state.status === 'missing' && !isRefused && !isPerhapsCreated(state) && (
            <p>{translate('wizard:ledgerMissing', { number })}</p>
          )}
        </>
      }
    >
      {(state.status === 'missing' || state.status === 'creating') && (
        <NewLedger item={item} creation={state} view={view} />
      )}
      {state.status === 'existing' && (
        <details>
          <summary>
            <TextAndSubject about={translate(purposeTexts[purpose].name)}>
              {translate('wizard:ledgerDetails')}
            </TextAndSubject>
          </summary>
          <p className="ledger-about">{formatLedgerDetails(state.ledger)}</p>
          <p className="ledger-about">
            {verdict?.reasons.filter(isBookkeeperMessage).map(translateMessage)}
          </p>
        </details>
      )}
      {state.status === 'existing' && state.origin === 'unaccepted' && (
        <>
          <p id={`${id}.meaning`}>{translate(acceptanceOf(view) ?? meaning)}</p>
          <Button
            about={translate(purposeTexts[purpose].name)}
            aria-describedby={`${id}.warning ${id}.meaning`}
            focuses={`${id}.state`}
            onClick={item.accept}
          >
            {translate(button, { number })}
          </Button>
        </>
      )}
    </LookupField>
  )
}

/** Returns the consequences of acceptance that the verdict omits. */
function acceptanceOf({ verdict }: LedgerView): MessageKey | null {
  // Suitability is only checked for ledgers with bookings.
  if (verdict === null) return 'wizard:acceptOwn'
  const isProbablyRefused = verdict.reasons.some(({ key }) => key === 'wizard:controlLedger')
  return isProbablyRefused ? 'wizard:acceptProbablyRefused' : null
}

const numberOf = ({ number }: Ledger) => number

/** Search for ledgers by number or name (§7). */
function LedgerSearch({ item, ledgers }: { item: LedgerStore; ledgers: List<Ledger> }) {
  const [isOpen, setOpen] = useState(false)
  const { purpose } = item
  const id = getLedgerFieldId(purpose)
  // Sorting thousands of ledgers takes long.
  const listed = useDeferredValue(useStore(ledgers.$list))
  const sorted = useMemo(() => sortBySuitability(purpose, getListItems(listed)), [purpose, listed])
  return (
    <details
      className="ledger-search"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <TextAndSubject about={translate(purposeTexts[purpose].name)}>
          {translate('wizard:ledgerSearch')}
        </TextAndSubject>
      </summary>
      {isOpen && (
        <LoadedList list={ledgers} failed="wizard:ledgersFailed">
          {(items, isLoading) => (
            <Dropdown
              id={`${id}.search`}
              label={translate('wizard:ledgerSearchLabel')}
              options={sorted}
              optionId={numberOf}
              optionLabel={formatLedger}
              optionNote={(ledger) => {
                const warning = createWarning(judgeLedger(purpose, ledger))
                return warning ? formatVerdict(warning.kind) : undefined
              }}
              chosen={null}
              onChoose={(ledger) => {
                void item.choose(numberOf(ledger))
                moveLostFocus(id)
                setOpen(false)
              }}
              placeholder={isLoading ? 'form:loading' : 'wizard:ledgerSearchHint'}
              isLoading={isLoading || items !== getListItems(listed)}
            />
          )}
        </LoadedList>
      )}
    </details>
  )
}

interface NewLedgerProps {
  item: LedgerStore
  creation: Extract<LedgerState, { status: 'missing' | 'creating' }>
  view: LedgerView
}

/** Returns the name of the matching ledger function. */
const functionName = (typed: string) => findLedgerFunction(typed)?.name ?? typed

const functions = ledgerFunctions.map(({ name }) => ({
  code: name,
  name: formatLedgerFunction(name),
}))

const codes = () =>
  Object.entries(ledgerCodeLabels).map(([id, name]) => ({ id, text: translate(name) }))

/** Form to create a ledger (§4) from an editable proposal. */
function NewLedger({ item, creation, view }: NewLedgerProps) {
  const proposal = useStore(item.$proposal)
  const id = getLedgerFieldId(item.purpose)
  const name = translate(purposeTexts[item.purpose].name)
  const isCreating = creation.status === 'creating'
  const { number, verdict } = view
  const isRefused = verdict?.kind === 'refused'
  const [form] = useState(
    () =>
      new FormApi({
        defaultValues: proposal,
        listeners: { onChange: ({ formApi }) => item.propose(formApi.state.values) },
      }),
  )
  useIsomorphicLayoutEffect(form.mount, [form])

  function create(): void {
    form.setFieldValue('function', functionName)
    void item.create().then(() => moveLostFocus(`${id}.state`))
  }

  const functionHint =
    proposal.function.trim() === ''
      ? translate('wizard:functionEmpty')
      : findLedgerFunction(proposal.function) && formatFunctionWithVatBox(proposal.function)

  const textField = (name: Exclude<keyof LedgerProposal, 'code'>, label: MessageKey) => (
    <Field form={form} name={name}>
      {({ state, handleChange, handleBlur }) => (
        <TextField
          field={{ name: `${id}.${name}`, state, handleChange, handleBlur }}
          label={translate(label)}
          {...(name === 'function' && {
            offers: functions,
            hint: functionHint,
            tidy: functionName,
          })}
          autoComplete="off"
          isRequired={name === 'description'}
          isDisabled={isCreating}
        />
      )}
    </Field>
  )

  return (
    <div className="create-form" onKeyDown={handleEnter(() => isRefused || create())}>
      {textField('description', 'wizard:ledgerDescription')}
      <details open={!isCreating && creation.error !== null}>
        <summary>
          <TextAndSubject about={name}>{translate('wizard:ledgerDetails')}</TextAndSubject>
        </summary>
        <div className="create-form">
          {textField('function', 'wizard:ledgerFunction')}
          {textField('category', 'wizard:ledgerCategory')}
          <Field form={form} name="code">
            {({ state, handleChange, handleBlur }) => (
              <SelectField
                field={{
                  name: `${id}.code`,
                  state,
                  handleChange: (code) => handleChange(String(code ?? '')),
                  handleBlur,
                }}
                label={translate('wizard:ledgerCode')}
                placeholder={translate('wizard:chooseCode')}
                options={codes()}
                isRequired={false}
                isDisabled={isCreating}
              />
            )}
          </Field>
        </div>
      </details>
      <div role="status">
        <LedgerWarning view={view} />
      </div>
      <CreateButton
        creation={creation}
        about={name}
        text={isRefused ? translate('wizard:createAnyway', { number }) : undefined}
        onCreate={create}
      />
    </div>
  )
}
