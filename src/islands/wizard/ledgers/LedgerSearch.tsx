import { useState } from 'react'
import type { Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { LedgerItem } from '../../../stores/wizard/made/ledger-item.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { focusAfterwards } from '../focus.ts'
import { purposeNames } from './ledger-texts.ts'

interface Props {
  item: LedgerItem
  ledgers: List<Ledger>
}

const numberOf = ({ number }: Ledger) => number
const labelOf = ({ number, description }: Ledger) => `${number} ${description}`.trim()

/** Searches the ledgers of the accounting package by number or name (§7). */
export function LedgerSearch({ item, ledgers }: Props) {
  const id = ledgerField(item.purpose)
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="ledger-search"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) void ledgers.load()
      }}
    >
      <summary>
        {translate('wizard:ledgerSearch')}
        <span className="visually-hidden">: {translate(purposeNames[item.purpose])}</span>
      </summary>
      {isOpen && (
        <LoadedList list={ledgers} failed="wizard:ledgersFailed">
          {(options, isLoading) => (
            <Dropdown
              id={`${id}.search`}
              label={translate('wizard:ledgerSearchLabel')}
              options={options}
              optionId={numberOf}
              optionLabel={labelOf}
              chosen={null}
              onChoose={(ledger) => {
                void item.choose(numberOf(ledger))
                focusAfterwards(id)
                setOpen(false)
              }}
              placeholder={{ key: isLoading ? 'form:loading' : 'wizard:ledgerSearchHint' }}
              isLoading={isLoading}
            />
          )}
        </LoadedList>
      )}
    </details>
  )
}
