import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import type { RequiredPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type {
  BatchState,
  LedgerBatch as Batch,
  LedgerView,
  RequiredView,
} from '../../../stores/wizard/ledger-views.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { kindIcons, Notice } from '../../ui/Notice.tsx'
import { About } from '../../ui/Reason.tsx'
import { countText } from '../../ui/Text.tsx'
import { focusAfterwards } from '../form.ts'
import { CreateErrorNotice } from '../LookedUp.tsx'
import { aboutText, purposes, verdicts, warningTexts } from './ledger-texts.ts'
import './ledgers.css'

/** What speaks against a ledger, seen as such with or without colours. */
export function LedgerWarning({ view: { warning } }: { view: LedgerView }) {
  if (warning === null) return null
  const kind = verdicts[warning.kind].kind
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
  children: (view: RequiredView, name: string) => ReactNode
}

/** Ledgers by what they are for, with what speaks against them. */
export function WarnedLedgers({ ledgers, id, children }: WarnedProps) {
  return (
    <ul className="ledger-warned">
      {ledgers.map((view) => (
        <li key={view.purpose}>
          <div id={`${id}-${view.purpose}`}>
            <span>{`${translate(purposes[view.purpose].name)}: `}</span>
            <NamedLedger view={view} />
            <LedgerWarning view={view} />
          </div>
          {children(view, translate(purposes[view.purpose].name))}
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
  const [id, about] = [useId(), translate(purposes[view.purpose].name)]
  return (
    <>
      <p id={id}>{translate(acceptanceOf(view))}</p>
      {children}
      <p className="buttons">
        <Button text="wizard:chooseOther" about={about} onClick={onOther} />
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
    {isTold && <p className="ledger-about">{translate(purposes[view.purpose].help)}</p>}
    <About value={`${translate(purposes[view.purpose].name)} ${view.number}`}>
      <CreateErrorNotice error={view.error} />
    </About>
  </li>
)

interface BatchProps {
  batch: Batch
  /** Leads to where another ledger is chosen. */
  onOther: (purpose: RequiredPurpose) => void
}

/**
 * Creates all that is missing and accepts all that exists without a warning (§2), in one press each; what
 * carries a warning is accepted alone.
 */
export function LedgerBatch({ batch, onOther }: BatchProps) {
  const missing = useStore(batch.$missing)
  const unaccepted = useStore(batch.$unaccepted)
  const warned = useStore(batch.$warned)
  const state = useStore(batch.$batch)
  const isCreating = state.status === 'creating'
  // It stands in the step and in the summary, both of them in the page.
  const id = useId()
  const [statusId, warningId] = [`${id}-status`, `${id}-warning`]

  return (
    <div className="ledger-batch">
      <p id={statusId} tabIndex={-1} role="status">
        {batchText(state)}
      </p>
      {(missing.length > 0 || isCreating) && (
        <p>
          <Button
            aria-disabled={isCreating}
            onClick={() => {
              if (!isCreating) void batch.createMissing().then(() => focusAfterwards(statusId))
            }}
          >
            {isCreating
              ? translate('form:loading')
              : countText(missing.length, 'wizard:createOne', 'wizard:createMany')}
          </Button>
        </p>
      )}
      {unaccepted.length + warned.length > 0 && (
        <Notice kind="warning">
          {unaccepted.length > 0 && (
            <>
              <div id={warningId}>
                <p>
                  {countText(
                    unaccepted.length,
                    // Of the one that the register does not book on, it means less.
                    unaccepted[0]?.purpose === 'cash_differences'
                      ? 'wizard:acceptOwn'
                      : 'wizard:batchWarningOne',
                    'wizard:batchWarningMany',
                  )}
                </p>
                <ul>{unaccepted.map((view) => listedLedger(view))}</ul>
              </div>
              <Button
                aria-describedby={warningId}
                onClick={() => {
                  batch.acceptExisting()
                  focusAfterwards(statusId)
                }}
              >
                {countText(unaccepted.length, 'wizard:acceptOne', 'wizard:acceptMany')}
              </Button>
            </>
          )}
          {warned.length > 0 && (
            <>
              <p>{countText(warned.length, 'wizard:batchLeftOne', 'wizard:batchLeftMany')}</p>
              <WarnedLedgers ledgers={warned} id={id}>
                {(view) => (
                  <Acceptance
                    view={view}
                    describedBy={`${id}-${view.purpose}`}
                    onOther={() => onOther(view.purpose)}
                    onAccept={() => {
                      batch.acceptAnyway(view.purpose)
                      focusAfterwards(statusId)
                    }}
                  />
                )}
              </WarnedLedgers>
            </>
          )}
        </Notice>
      )}
    </div>
  )
}

/** What was done last, or how far it is. */
export function batchText(state: BatchState): string {
  switch (state.status) {
    case 'resting':
      return ''
    case 'creating':
      return translate('wizard:batchCreating', {
        done: String(state.done),
        total: String(state.total),
      })
    case 'created':
      return createdText(state)
    case 'dryRun':
      return translate('wizard:batchDryRun')
    case 'accepted':
      return translate('wizard:batchAccepted', { count: String(state.count) })
  }
}

function createdText({ created, found, refused }: BatchState & { status: 'created' }): string {
  const isNone = created === 0 && found + refused > 0
  const texts = [
    !isNone && countText(created, 'wizard:batchDoneOne', 'wizard:batchDoneMany'),
    found > 0 && countText(found, 'wizard:batchFoundOne', 'wizard:batchFoundMany'),
    refused > 0 && translate('wizard:batchRefused', { count: String(refused) }),
  ]
  return texts.filter(Boolean).join(' ')
}
