import { useId, type ReactNode } from 'react'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerView, RequiredView } from '../../../stores/wizard/ledger-views.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { About } from '../../ui/Reason.tsx'
import { kindIcons } from '../../ui/kinds.ts'
import { CreateErrorNotice } from '../LookedUp.tsx'
import { aboutText, purposeHelp, purposeNames, verdictKinds, warningTexts } from './ledger-texts.ts'
import './ledgers.css'

/** What speaks against a ledger, seen as such with or without colours. */
export function LedgerWarning({ view: { warning } }: { view: LedgerView }) {
  if (warning === null) return null
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

interface WarnedProps {
  ledgers: readonly RequiredView[]
  /** Begins the element id of what is said of each, which ends with its purpose. */
  id: string
  /** What can be done about each, by what it is for. */
  children: (view: RequiredView, name: string) => ReactNode
}

/** Ledgers by what they are for, with what speaks against them. */
export function WarnedLedgers({ ledgers, id, children }: WarnedProps) {
  return (
    <ul className="ledger-warned">
      {ledgers.map((view) => (
        <li key={view.purpose}>
          <div id={`${id}-${view.purpose}`}>
            <span>{`${translate(purposeNames[view.purpose])}: `}</span>
            <NamedLedger view={view} />
            <LedgerWarning view={view} />
          </div>
          {children(view, translate(purposeNames[view.purpose]))}
        </li>
      ))}
    </ul>
  )
}

interface AcceptanceProps {
  view: LedgerView
  /** Id of what else is said of it. */
  describedBy?: string
  onOther: () => void
  onAccept: () => void
  children?: ReactNode
}

function acceptanceOf({ purpose, verdict }: LedgerView): MessageKey {
  if (verdict?.kind === 'refused') return 'wizard:acceptRefused'
  const isProbablyRefused = verdict?.reasons.some(({ key }) => key === 'wizard:controlLedger')
  if (isProbablyRefused) return 'wizard:acceptProbablyRefused'
  return purpose === 'cash_differences' ? 'wizard:acceptOwn' : 'wizard:ledgerWarning'
}

/** What accepting an existing ledger means, and its buttons: another one, or this. */
export function Acceptance({ view, describedBy, onOther, onAccept, children }: AcceptanceProps) {
  const [id, about] = [useId(), translate(purposeNames[view.purpose])]
  return (
    <>
      <p id={id}>{translate(acceptanceOf(view))}</p>
      {children}
      <p className="buttons">
        <Button about={about} onClick={onOther}>
          {translate('wizard:chooseOther')}
        </Button>
        <Button aria-describedby={`${describedBy ?? ''} ${id}`} about={about} onClick={onAccept}>
          {translate('wizard:accept')}
        </Button>
      </p>
    </>
  )
}

/** A ledger by its number and name, and what it is in the accounting package. */
export function NamedLedger({ view: { ledger } }: { view: LedgerView }) {
  return (
    ledger && (
      <>
        <span translate="no">{`${ledger.number} ${isolated(ledger.description)} `}</span>
        <span className="ledger-about">{aboutText(ledger)}</span>
      </>
    )
  )
}

/** The same in a list; told, what it is for, as of the one that the register does not book on. */
export const listedLedger = (view: LedgerView, isTold = view.purpose === 'cash_differences') => (
  <li key={view.purpose}>
    <NamedLedger view={view} />
    {isTold && <p className="ledger-about">{translate(purposeHelp[view.purpose])}</p>}
    <About value={`${translate(purposeNames[view.purpose])} ${view.number}`}>
      <CreateErrorNotice error={view.error} />
    </About>
  </li>
)
