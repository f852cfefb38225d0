import { useStore } from '@nanostores/react'
import type { Id } from '../../../lib/api/endpoint.ts'
import {
  functionOf,
  functionText,
  ledgerFunctions,
} from '../../../lib/accounting/snelstart/ledger-functions.ts'
import { codeNames, type LedgerProposal } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerItem, LedgerState } from '../../../stores/wizard/made/ledger-item.ts'
import type { LedgerView } from '../../../stores/wizard/made/ledger-views.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import { SelectField } from '../../form/SelectField.tsx'
import { TextField } from '../../form/TextField.tsx'
import { focusAfterwards } from '../focus.ts'
import { onEnter } from '../on-enter.ts'
import { Create } from '../Create.tsx'
import { unruledField } from '../store-field.ts'
import { LedgerWarning } from './LedgerWarning.tsx'
import { functionLine, purposeNames } from './ledger-texts.ts'
import { TextAbout } from '../../ui/Text.tsx'
import '../create-form.css'

interface Props {
  item: LedgerItem
  making: Extract<LedgerState, { status: 'missing' | 'creating' }>
  view: LedgerView
}

/** What is sent is the accounting package's own name, whether that, the number or what is shown is typed. */
const functionName = (typed: string) => functionOf(typed)?.name ?? typed

const functions = ledgerFunctions.map(({ name }) => ({ code: name, name: functionText(name) }))

const codes = () => Object.entries(codeNames).map(([id, name]) => ({ id, text: translate(name) }))

/** A ledger that does not exist yet: what it would be made of, and the button that makes it (§4). */
export function NewLedger({ item, making, view }: Props) {
  const proposal = useStore(item.$proposal)
  const id = ledgerField(item.purpose)
  const name = translate(purposeNames[item.purpose])
  const isCreating = making.status === 'creating'
  const create = () => {
    item.propose({ function: functionName(proposal.function) })
    void item.create().then(() => focusAfterwards(`${id}.state`))
  }
  const functionHint =
    proposal.function.trim() === ''
      ? translate('wizard:functionEmpty')
      : functionOf(proposal.function) && functionLine(proposal.function)

  const textOf = (part: Exclude<keyof LedgerProposal, 'code'>, label: MessageKey) => (
    <TextField
      field={unruledField(`${id}.${part}`, proposal[part], (value) =>
        item.propose({ [part]: value }),
      )}
      label={translate(label)}
      {...(part === 'function' && { offers: functions, hint: functionHint, tidy: functionName })}
      autoComplete="off"
      isRequired={part === 'description'}
      isDisabled={isCreating}
    />
  )

  return (
    <div className="create-form" onKeyDown={onEnter(create)}>
      {textOf('description', 'wizard:ledgerDescription')}
      {/* The accounting package's own words: whoever knows them may change what is proposed. */}
      <details className="explain" open={!isCreating && making.error !== null}>
        <summary>
          <TextAbout about={name}>{translate('wizard:ledgerDetails')}</TextAbout>
        </summary>
        <div className="create-form">
          {textOf('function', 'wizard:ledgerFunction')}
          {textOf('category', 'wizard:ledgerCategory')}
          <SelectField
            field={unruledField<Id | null>(`${id}.code`, proposal.code, (value) =>
              item.propose({ code: String(value ?? '') }),
            )}
            label={translate('wizard:ledgerCode')}
            placeholder={translate('wizard:chooseCode')}
            options={codes()}
            isRequired={false}
            isDisabled={isCreating}
          />
        </div>
      </details>
      <div role="status">
        <LedgerWarning view={view} />
      </div>
      <Create making={making} about={name} onCreate={create} />
    </div>
  )
}
