import { useStore } from '@nanostores/react'
import type { Id } from '../../../lib/api/endpoint.ts'
import { codeNames, functionNames } from '../../../lib/accounting/snelstart/ledger-functions.ts'
import { ledgerCodes, type LedgerProposal } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerItem } from '../../../stores/wizard/made/ledger-item.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import type { CreateError } from '../../../stores/wizard/made/creation.ts'
import { SelectField } from '../../form/SelectField.tsx'
import { TextField } from '../../form/TextField.tsx'
import { focusAfterwards } from '../focus.ts'
import { onEnter } from '../on-enter.ts'
import { CreateErrorNotice } from '../CreateErrorNotice.tsx'
import { unruledField } from '../store-field.ts'
import { purposeNames } from './ledger-texts.ts'
import '../create-form.css'
import '../explain.css'

interface Props {
  item: LedgerItem
  isCreating: boolean
  error: CreateError | null
}

const labels: Readonly<Record<keyof LedgerProposal, MessageKey>> = {
  description: 'wizard:ledgerDescription',
  function: 'wizard:ledgerFunction',
  code: 'wizard:ledgerCode',
  category: 'wizard:ledgerCategory',
}

/** Those that a shop meets; the accounting package has more. */
const knownFunctions = () =>
  Object.entries(functionNames).map(([code, name]) => ({ code, name: translate(name) }))

const codes = () =>
  ledgerCodes.map((code) => ({ id: code, text: translate(codeNames[code] ?? 'wizard:none') }))

/** A ledger that does not exist yet: what it would be made of, and the button that makes it (§4). */
export function NewLedger({ item, isCreating, error }: Props) {
  const proposal = useStore(item.$proposal)
  const id = ledgerField(item.purpose)

  const nameOf = (part: keyof LedgerProposal) => `${id}.${part}`

  function create(): void {
    void item.create().then(() => focusAfterwards(`${id}.state`))
  }

  const part = (name: Exclude<keyof LedgerProposal, 'code'>) => (
    <TextField
      field={unruledField(nameOf(name), proposal[name], (value) => item.propose({ [name]: value }))}
      label={translate(labels[name])}
      offers={name === 'function' ? knownFunctions() : undefined}
      autoComplete="off"
      isRequired={name === 'description'}
      isDisabled={isCreating}
    />
  )

  return (
    <div className="create-form" onKeyDown={onEnter(create)}>
      {part('description')}
      {/* The accounting package's own words: whoever knows them may change what is proposed. */}
      <details className="explain" open={error !== null}>
        <summary>
          {translate('wizard:ledgerDetails')}
          <span className="visually-hidden">: {translate(purposeNames[item.purpose])}</span>
        </summary>
        <div className="create-form">
          {part('function')}
          {part('category')}
          <SelectField
            field={unruledField<Id | null>(nameOf('code'), proposal.code, (value) =>
              item.propose({ code: String(value ?? '') }),
            )}
            label={translate(labels.code)}
            placeholder={translate('wizard:chooseCode')}
            options={codes()}
            isRequired={false}
            isDisabled={isCreating}
          />
        </div>
      </details>
      <CreateErrorNotice error={error} />
      <button
        className="button"
        data-kind="secondary"
        type="button"
        aria-disabled={isCreating}
        onClick={create}
      >
        {translate(isCreating ? 'form:loading' : 'wizard:create')}
        <span className="visually-hidden">: {translate(purposeNames[item.purpose])}</span>
      </button>
    </div>
  )
}
