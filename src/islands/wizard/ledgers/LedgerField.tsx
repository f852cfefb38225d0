import { useStore } from '@nanostores/react'
import type { Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { LedgerItem } from '../../../stores/wizard/made/ledger-item.ts'
import { ledgerField } from '../../../stores/wizard/problems.ts'
import { LedgerForm } from './LedgerForm.tsx'
import { purposeNames, stateText } from './ledger-texts.ts'

interface Props {
  item: LedgerItem
  allLedgers: List<Ledger>
  isRequired?: boolean
}

/** A ledger that stands alone, beside what it belongs to (§2). */
export function LedgerField({ item, ...form }: Props) {
  const number = useStore(item.$number)
  const state = useStore(item.$state)
  return (
    <fieldset className="ledger">
      <legend>{translate(purposeNames[item.purpose])}</legend>
      <LedgerForm
        item={item}
        {...form}
        status={
          <p
            className="ledger-state"
            id={`${ledgerField(item.purpose)}.state`}
            tabIndex={-1}
            role="status"
          >
            {stateText(state, number)}
          </p>
        }
      />
    </fieldset>
  )
}
