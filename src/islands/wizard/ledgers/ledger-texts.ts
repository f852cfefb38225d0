import {
  codeNames,
  type Ledger,
  type LedgerPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  functionOf,
  functionText,
  type Verdict,
} from '../../../lib/accounting/snelstart/suitability.ts'
import type { LedgerWarning, Report } from '../../../lib/accounting/snelstart/summary.ts'
import { isolated, type MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerState } from '../../../stores/wizard/ledger-item.ts'
import type { LedgerView } from '../../../stores/wizard/ledger-views.ts'
import { inSentence } from '../../form/failure-text.ts'
import type { Kind } from '../../ui/Notice.tsx'

/** What each ledger is for, in a word or two, and for somebody who knows no bookkeeping. */
export const purposes = {
  cash: { name: 'wizard:purposeCash', help: 'wizard:helpCash' },
  eft: { name: 'wizard:purposeEft', help: 'wizard:helpEft' },
  webshop: { name: 'wizard:purposeWebshop', help: 'wizard:helpWebshop' },
  ecr: { name: 'wizard:purposeEcr', help: 'wizard:helpEcr' },
  payment_differences: {
    name: 'wizard:purposePaymentDifferences',
    help: 'wizard:helpPaymentDifferences',
  },
  cash_differences: { name: 'wizard:purposeCashDifferences', help: 'wizard:helpCashDifferences' },
  emballage: { name: 'wizard:purposeEmballage', help: 'wizard:helpEmballage' },
  correction: { name: 'wizard:purposeCorrection', help: 'wizard:correctionHelp' },
} as const satisfies Readonly<Record<LedgerPurpose, Readonly<Record<'name' | 'help', MessageKey>>>>

/** A function as it is shown, with its box of the VAT return where it has one. */
export function functionLine(name: string): string {
  const box = functionOf(name)?.box
  return box ? `${functionText(name)}, ${translate('wizard:inBox', { box })}` : functionText(name)
}

export function sideText(code: string): string {
  const name = codeNames[code]
  return name ? translate(name) : code
}

/** Function, side of the books and category of a ledger in one line (§2), in words where there are any. */
export function aboutText({
  function: name,
  code = '',
  category = '',
}: Pick<Ledger, 'function'> & Partial<Ledger>): string {
  return [functionLine(name), sideText(code), category]
    .filter((text) => text !== '')
    .map(isolated)
    .join(', ')
}

/** A verdict in a word or two, in fewer where lines are short, and how much it matters. */
export const verdicts = {
  // One that fits may have a number that another purpose has too.
  fits: { name: 'wizard:verdictFits', short: 'wizard:verdictFits', kind: 'warning' },
  doubtful: { name: 'wizard:verdictDoubtful', short: 'wizard:verdictDoubtful', kind: 'warning' },
  refused: { name: 'wizard:verdictRefused', short: 'wizard:verdictRefusedShort', kind: 'failure' },
  unknown: { name: 'wizard:verdictUnknown', short: 'wizard:verdictUnknown', kind: 'information' },
} as const satisfies Record<Verdict['kind'], { name: MessageKey; short: MessageKey; kind: Kind }>

/** The verdict on a ledger in a list, whose lines are short; undefined where nothing speaks against it. */
export function verdictWord({ kind, reasons }: Verdict): string | undefined {
  return reasons.length === 0 ? undefined : translate(verdicts[kind].short)
}

/** What is to be known of a ledger before it is booked on, in sentences. */
export function remarkTexts({ sharedWith, reasons }: Omit<LedgerWarning, 'kind'>): string[] {
  return [
    ...(sharedWith
      ? [translate('wizard:warnShared', { other: inSentence(translate(sharedWith)) })]
      : []),
    ...reasons.map(({ key, parameters }) => translate(key, parameters)),
  ]
}

/** The same where no verdict stands beside it: it begins with that. */
export function warningTexts({ sharedWith, kind, reasons }: LedgerWarning): string[] {
  const shared = remarkTexts({ sharedWith, reasons: [] })
  if (reasons.length === 0) return shared
  const [word, told] = [translate(verdicts[kind].name), remarkTexts({ sharedWith: null, reasons })]
  const begun = `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${inSentence(told.join(' '))}`
  return [begun, ...shared]
}

type Reported = Report['ledgers'][number]['origin']

/** How a ledger stands: what that means, and in the few words of its row. */
interface Standing {
  kind: Kind
  row: MessageKey
}

/** One that nobody has asked about yet is no failure, and a dry run makes nothing. */
const standings: Readonly<
  Record<Exclude<LedgerState['status'], 'existing'> | 'refused' | Reported, Standing>
> = {
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

/** What is settled against a warning is as much as that says. */
export function standingOf({ state, warning }: Pick<LedgerView, 'state' | 'warning'>): Standing {
  if (state.status === 'existing') {
    const standing = standings[state.origin]
    if (!warning || standing.kind !== 'success') return standing
    return { ...standing, kind: verdicts[warning.kind].kind }
  }
  const isRefused = state.status === 'missing' && state.error !== null
  return standings[isRefused ? 'refused' : state.status]
}

/** How an existing ledger came to be used, as the report says that. */
export function originText(origin: Reported, warning: object | null | undefined): string {
  const isAnyway = origin === 'accepted' && warning
  return translate(isAnyway ? 'wizard:originAcceptedAnyway' : standings[origin].row)
}
