import { useState } from 'react'
import type { Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'

interface Props {
  /** Element id of the search field. */
  id: string
  /** What the ledger is for: tells this search from the others. */
  purpose: string
  ledgers: List<Ledger>
  onChoose: (number: string) => void
}

const numberOf = ({ number }: Ledger) => number
const labelOf = ({ number, description }: Ledger) => `${number} ${description}`.trim()

/** Searches the ledgers of the accounting package by number or name (§7). */
export function LedgerSearch({ id, purpose, ledgers, onChoose }: Props) {
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
        <span className="visually-hidden">: {purpose}</span>
      </summary>
      {isOpen && (
        <LoadedList list={ledgers} failed="wizard:ledgersFailed">
          {(options, isLoading) => (
            <Dropdown
              id={id}
              label={translate('wizard:ledgerSearchLabel')}
              options={options}
              optionId={numberOf}
              optionLabel={labelOf}
              chosen={null}
              onChoose={(ledger) => {
                onChoose(numberOf(ledger))
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
