import { useStore } from '@nanostores/react'
import { useDeferredValue, useMemo } from 'react'
import type { Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { bySuitability, verdictOf } from '../../../lib/accounting/snelstart/suitability.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { itemsOf, type List } from '../../../stores/form/list.ts'
import type { LedgerItem } from '../../../stores/wizard/made/ledger-item.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { focusAfterwards } from '../focus.ts'
import { purposeNames, verdictWord } from './ledger-texts.ts'
import { TextAbout } from '../../ui/Text.tsx'

interface Props {
  item: LedgerItem
  ledgers: List<Ledger>
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

const numberOf = ({ number }: Ledger) => number
const labelOf = ({ number, description }: Ledger) => `${number} ${description}`.trim()

/** Searches the ledgers of the accounting package by number or name (§7). */
export function LedgerSearch({ item, ledgers, isOpen, onToggle }: Props) {
  const { purpose } = item
  const id = ledgerField(purpose)
  // With thousands, reading the answer, judging it and preparing the search take long: a task each.
  const listed = useDeferredValue(useStore(ledgers.$list))
  // Corrections may go anywhere.
  const judged = purpose === 'correction' ? null : purpose
  const sorted = useMemo(
    () => (judged ? bySuitability(judged, itemsOf(listed)) : itemsOf(listed)),
    [judged, listed],
  )
  return (
    <details
      className="ledger-search"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        onToggle(currentTarget.open)
        if (currentTarget.open) void ledgers.load()
      }}
    >
      <summary>
        <TextAbout about={translate(purposeNames[purpose])}>
          {translate('wizard:ledgerSearch')}
        </TextAbout>
      </summary>
      {isOpen && (
        <LoadedList list={ledgers} failed="wizard:ledgersFailed">
          {(items, isLoading) => (
            <Dropdown
              id={`${id}.search`}
              label={translate('wizard:ledgerSearchLabel')}
              options={sorted}
              optionId={numberOf}
              optionLabel={labelOf}
              optionNote={(ledger) => (judged ? verdictWord(verdictOf(judged, ledger)) : undefined)}
              chosen={null}
              onChoose={(ledger) => {
                void item.choose(numberOf(ledger))
                focusAfterwards(id)
                onToggle(false)
              }}
              placeholder={{ key: isLoading ? 'form:loading' : 'wizard:ledgerSearchHint' }}
              isLoading={isLoading || items !== itemsOf(listed)}
            />
          )}
        </LoadedList>
      )}
    </details>
  )
}
