import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type {
  Ledger,
  LedgerPurpose,
  RequiredPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { WarnedLedger } from '../../../stores/wizard/made/ledger-batch.ts'
import type { LedgerWarning as Warning } from '../../../stores/wizard/made/ledger-warnings.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Icon } from '../../ui/Icon.tsx'
import { kindIcons } from '../../ui/kinds.ts'
import { aboutText, purposeNames, verdictKinds, warningTexts } from './ledger-texts.ts'
import './ledgers.css'

/** What speaks against a ledger, seen as such with or without colours. */
function Warnings({ warning }: { warning: Warning }) {
  const kind = verdictKinds[warning.kind]
  return (
    <ul className="ledger-warnings">
      {warningTexts(warning).map((text) => (
        <li key={text} data-kind={kind}>
          <Icon drawing={kindIcons[kind]} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  ledgers: readonly WarnedLedger[]
  /** Begins the element id of what is said of each, which ends with its purpose. */
  id: string
  /** What can be done about each, by what it is for. */
  children: (purpose: RequiredPurpose, name: string) => ReactNode
}

/** Ledgers by what they are for, with what speaks against them. */
export function WarnedLedgers({ ledgers, id, children }: Props) {
  return (
    <ul className="ledger-warned">
      {ledgers.map(({ purpose, ledger, warning }) => (
        <li key={purpose}>
          <div id={`${id}-${purpose}`}>
            {translate(purposeNames[purpose])}: <NamedLedger {...ledger} />
            <Warnings warning={warning} />
          </div>
          {children(purpose, translate(purposeNames[purpose]))}
        </li>
      ))}
    </ul>
  )
}

/** A ledger by its number and name, and what it is in the accounting package. */
export function NamedLedger(ledger: Ledger) {
  return (
    <>
      {ledger.number} {isolated(ledger.description)}{' '}
      <span className="ledger-about">{aboutText(ledger)}</span>
    </>
  )
}

/** Looks at all ledgers, whichever of them changes: apart from the row, which does not. */
export function LedgerWarning({ setup, purpose }: { setup: Setup; purpose: LedgerPurpose }) {
  const warning = useStore(setup.$ledgerWarnings)[purpose]
  return warning && <Warnings warning={warning} />
}
