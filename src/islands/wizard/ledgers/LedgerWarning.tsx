import { useStore } from '@nanostores/react'
import { purposeTexts } from '../../../lib/accounting/snelstart/ledgers.ts'
import { verdictTexts } from '../../../lib/accounting/snelstart/suitability.ts'
import { isolateDirection } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerView } from '../../../stores/wizard/ledger-views.ts'
import type { AgreementResult, SetupPlanStore, UserTask } from '../../../stores/wizard/plan.ts'
import { Button, moveLostFocus } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { kindIcons, Notice } from '../../ui/Notice.tsx'
import { FailureSubject } from '../../ui/Reason.tsx'
import { formatCount, SentenceSpans } from '../../ui/Text.tsx'
import { CreateErrorNotice } from '../LookupField.tsx'
import { isBookkeeperMessage, formatLedgerWarning } from './ledger-texts.ts'

/** Warning about a ledger, with its severity as an icon. */
export function LedgerWarning({ view, id }: { view: LedgerView; id?: string }) {
  const { warning, problem } = view
  if (warning === null) return null
  const { kind } = verdictTexts[warning.kind]
  const reasons = warning.reasons.filter((reason) => !isBookkeeperMessage(reason))
  return (
    <div className="ledger-warning" id={id} data-kind={kind}>
      <Icon drawing={kindIcons[kind]} />
      <p>
        <SentenceSpans texts={formatLedgerWarning({ ...warning, reasons }, problem)} />
      </p>
    </div>
  )
}

export function NamedLedger({ view: { ledger } }: { view: LedgerView }) {
  return (
    ledger && (
      <span translate="no">{`${ledger.number} ${isolateDirection(ledger.description)} `}</span>
    )
  )
}

/** List item of a ledger, with an optional explanation. */
export const renderLedgerItem = (
  view: LedgerView,
  isExplained = view.purpose === 'cash_differences',
) => (
  <li key={view.purpose}>
    <NamedLedger view={view} />
    {isExplained && <p className="ledger-about">{translate(purposeTexts[view.purpose].help)}</p>}
    <FailureSubject value={`${translate(purposeTexts[view.purpose].name)} ${view.number}`}>
      <CreateErrorNotice error={view.error} />
    </FailureSubject>
  </li>
)

interface BatchProps {
  plan: SetupPlanStore
  /** The `secondary` panel also lists the ledgers. */
  kind?: 'main' | 'secondary'
}

/** Creates missing and accepts existing ledgers with one button (§2). */
export function LedgerBatch({ plan, kind = 'secondary' }: BatchProps) {
  const { missing, existing, total, isHeld, userTasks } = useStore(plan.$plan)
  const batch = useStore(plan.$batch)
  const text = formatLedgerBatchResult(batch)
  if (total === 0 && (kind === 'main' ? !batch.isStarted : text === '')) return null
  const { creating, refused } = batch
  const isCreating = creating > 0
  const isUnknown = missing.length + existing.length === 0
  const isSettled = total === 0 && refused === 0
  // The step and the summary need different ids.
  const id = kind === 'main' ? 'agreement' : 'summary-agreement'
  const statusId = `${id}-status`
  const isResultOnly = isSettled && kind === 'secondary'
  const status = (
    <p id={statusId} tabIndex={-1} role="status" className="help">
      {isResultOnly ? `${translate('wizard:batchBefore')} ${text}` : text}
    </p>
  )
  if (isResultOnly) return status
  return (
    <Notice kind={isSettled ? 'success' : 'warning'} className="ledger-batch">
      <div>
        {total > 0 && !isCreating && (
          <p id={id} key={String(isUnknown)}>
            <strong>
              {isUnknown
                ? translate('wizard:batchLookingUp')
                : agreementText(missing.length, existing.length)}
            </strong>{' '}
            <SentenceSpans
              texts={[
                (isUnknown || missing.length > 0) && translate('wizard:agreeCreates'),
                isUnknown ? translate('wizard:agreeMeaning') : meaningOf(existing),
                !isUnknown && exclusionOf(userTasks),
              ]}
            />
          </p>
        )}
        {status}
        {kind === 'secondary' && (
          <ul>{[...missing, ...existing].map((view) => renderLedgerItem(view))}</ul>
        )}
      </div>
      {total > 0 && (
        <Button
          kind={kind}
          aria-disabled={isHeld}
          aria-describedby={id}
          onClick={() => plan.agree().then(() => moveLostFocus(statusId))}
        >
          {isCreating
            ? translate('form:loading')
            : formatCount(total, 'wizard:agreeOne', 'wizard:agreeMany')}
        </Button>
      )}
    </Notice>
  )
}

function agreementText(missing: number, existing: number): string {
  const texts = [
    missing > 0 && formatCount(missing, 'wizard:agreeCreateOne', 'wizard:agreeCreateMany'),
    existing > 0 && formatCount(existing, 'wizard:agreeUseOne', 'wizard:agreeUseMany'),
  ]
  return `${texts.filter(Boolean).join(', ')}.`
}

function meaningOf(existing: readonly LedgerView[]): string {
  if (existing.length === 0) return ''
  const isOwn = existing.every(({ purpose }) => purpose === 'cash_differences')
  return translate(isOwn ? 'wizard:acceptOwn' : 'wizard:agreeMeaning')
}

/** Returns a text about ledgers that the batch button does not resolve. */
function exclusionOf(userTasks: readonly UserTask[]): string {
  const ledgers = userTasks
    .filter((task) => task.step === 'journals')
    .map(({ purpose, number }) => `${translate(purposeTexts[purpose].name)} ${number}`.trim())
    .join(', ')
  return ledgers && translate('wizard:agreeWithout', { ledgers })
}

export function formatLedgerBatchResult(batch: AgreementResult): string {
  const { total, creating, created, pretended, found, refused, accepted, others } = batch
  if (creating > 0) {
    const parameters = { done: String(total - creating), total: String(total) }
    return translate('wizard:batchCreating', parameters)
  }
  const texts = [
    created > 0 && formatCount(created, 'wizard:batchDoneOne', 'wizard:batchDoneMany'),
    others.length > 0 && translate('wizard:batchOthers', { names: others.join(', ') }),
    pretended > 0 && translate('wizard:batchDryRun'),
    accepted > 0 && formatCount(accepted, 'wizard:batchAcceptedOne', 'wizard:batchAcceptedMany'),
    found > 0 && formatCount(found, 'wizard:batchFoundOne', 'wizard:batchFoundMany'),
    refused > 0 && translate('wizard:batchRefused', { count: String(refused) }),
  ]
  return texts.filter(Boolean).join(' ')
}
