import { ledgerCodeLabels, type Ledger } from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  findLedgerFunction,
  formatLedgerFunction,
  type LedgerWarning,
  type LedgerVerdict,
  verdictTexts,
} from '../../../lib/accounting/snelstart/suitability.ts'
import type { Report } from '../../../lib/accounting/snelstart/summary.ts'
import { isolateDirection, type Message, type MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { RecordState } from '../../../stores/wizard/item.ts'
import type { LedgerState } from '../../../stores/wizard/ledger-item.ts'
import type { LedgerView } from '../../../stores/wizard/ledger-views.ts'
import type { NoticeKind } from '../../ui/Notice.tsx'
import { lowerFirst, formatProblem } from '../../ui/Text.tsx'

/** Returns a ledger function's label and VAT return box. */
export function formatFunctionWithVatBox(name: string): string {
  const box = findLedgerFunction(name)?.box
  return box
    ? `${formatLedgerFunction(name)}, ${translate('wizard:inBox', { box })}`
    : formatLedgerFunction(name)
}

export function formatBookSide(code: string): string {
  const name = ledgerCodeLabels[code]
  return name ? translate(name) : code
}

export function formatLedgerDetails({
  function: name,
  code = '',
  category = '',
}: Pick<Ledger, 'function'> & Partial<Ledger>): string {
  return [formatFunctionWithVatBox(name), formatBookSide(code), category]
    .filter((text) => text !== '')
    .map(isolateDirection)
    .join(', ')
}

export const formatVerdict = (kind: LedgerVerdict['kind']) =>
  translate(kind === 'refused' ? 'wizard:verdictRefusedShort' : verdictTexts[kind].name)

/** True if only a bookkeeper understands the message's function codes. */
export const isBookkeeperMessage = ({ key }: Message) => key === 'wizard:suitableFunctions'

/** Returns the sentences of a ledger warning that follow its verdict. */
export function listRemarks({ sharedWith, reasons }: Omit<LedgerWarning, 'kind'>): string[] {
  return [
    ...(sharedWith
      ? [translate('wizard:warnShared', { other: lowerFirst(translate(sharedWith)) })]
      : []),
    ...reasons.map(({ key, parameters }) => translate(key, parameters)),
  ]
}

/** Returns the sentences of a warning, beginning with the verdict. */
export function formatLedgerWarning(warning: LedgerWarning, problem: LedgerView['problem'] = null) {
  const { sharedWith, kind, reasons } = warning
  if (kind === 'refused' && problem) return [`${formatProblem(problem)}.`, ...listRemarks(warning)]
  const shared = listRemarks({ sharedWith, reasons: [] })
  if (reasons.length === 0) return shared
  const word = translate(verdictTexts[kind].name)
  const reasonText = lowerFirst(listRemarks({ sharedWith: null, reasons }).join(' '))
  return [`${word.charAt(0).toUpperCase()}${word.slice(1)}: ${reasonText}`, ...shared]
}

type ReportedOrigin = Report['ledgers'][number]['origin']

interface LedgerPresentation {
  kind: NoticeKind
  row: MessageKey
}

type PresentedState = Exclude<LedgerState['status'], 'existing'> | 'refused' | ReportedOrigin

const presentations: Readonly<Record<PresentedState, LedgerPresentation>> = {
  empty: { kind: 'neutral', row: 'wizard:rowEmpty' },
  invalid: { kind: 'failure', row: 'wizard:rowInvalid' },
  checking: { kind: 'neutral', row: 'wizard:ledgerChecking' },
  creating: { kind: 'neutral', row: 'form:loading' },
  missing: { kind: 'information', row: 'wizard:rowMissing' },
  refused: { kind: 'failure', row: 'wizard:rowRefused' },
  failed: { kind: 'failure', row: 'wizard:rowFailed' },
  unaccepted: { kind: 'neutral', row: 'wizard:rowUnaccepted' },
  named: { kind: 'success', row: 'wizard:originNamed' },
  accepted: { kind: 'success', row: 'wizard:originAccepted' },
  created: { kind: 'success', row: 'wizard:originCreated' },
  dryRun: { kind: 'information', row: 'wizard:originDryRun' },
  changed: { kind: 'information', row: 'wizard:reportChanged' },
  gone: { kind: 'failure', row: 'wizard:originGone' },
}

/** True if a failed creation may have been carried out. */
export function isPerhapsCreated(state: RecordState<unknown> | null): boolean {
  const message = state?.status === 'missing' && state.error?.message
  return message && 'safe' in message ? message.safe === 'failure:repeatable' : false
}

/** Returns the text and severity of a ledger's state. */
export function getLedgerPresentation({ purpose, state, warning }: LedgerView): LedgerPresentation {
  if (state.status === 'existing') {
    const { origin } = state
    if (!warning) return presentations[origin]
    const texts = verdictTexts[warning.kind]
    const row =
      origin === 'accepted' || origin === 'unaccepted' ? texts[origin] : presentations[origin].row
    return { kind: texts.kind, row }
  }
  if (state.status === 'empty' && purpose === 'correction')
    return { kind: 'neutral', row: 'wizard:rowUnused' }
  if (isPerhapsCreated(state)) return presentations.failed
  const isRefused = state.status === 'missing' && state.error !== null
  return presentations[isRefused ? 'refused' : state.status]
}

export function formatOrigin(
  origin: ReportedOrigin,
  warning: LedgerWarning | null | undefined,
): string {
  const isAnyway = origin === 'accepted' && warning
  return translate(isAnyway ? verdictTexts[warning.kind].acceptedAnyway : presentations[origin].row)
}
