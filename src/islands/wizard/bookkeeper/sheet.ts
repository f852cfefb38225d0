import { computed, type ReadableAtom } from 'nanostores'
import {
  requiredPurposes,
  type RequiredPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { verdictOf, type Verdict } from '../../../lib/accounting/snelstart/suitability.ts'
import { administrationLabel } from '../../../lib/domain/administration.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { mailAddressLimit } from '../../../lib/limits.ts'
import { mailAddress } from '../../../lib/mail-address.ts'
import type { LedgerState } from '../../../stores/wizard/made/ledger-item.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { made } from '../../ui/element.ts'
import { namesOf, purposeNames, standingOf, warningTexts } from '../ledgers/ledger-texts.ts'
import { drawnFacts, drawnTable } from '../saving/report-document.ts'

/** What a bookkeeper is asked about: the same for paper, the clipboard and an e-mail, in the page's language. */
export interface Sheet {
  administration: string
  location: string
  lines: readonly SheetLine[]
}

/** A ledger as it is, or as it will be made; nothing of it is known before it has been looked up. */
interface SheetLine {
  purpose: string
  number: string
  description: string
  /** Its function and the side of the books that it is on. */
  kind: string
  verdict: string
  /** What there is to know about it, in sentences. */
  remarks: readonly string[]
}

const verdictNames: Readonly<Record<Verdict['kind'], MessageKey>> = {
  fits: 'wizard:verdictFits',
  doubtful: 'wizard:verdictDoubtful',
  refused: 'wizard:verdictRefused',
  unknown: 'wizard:verdictUnknown',
}

/** The sheet of a set-up, which follows what is chosen. */
export function createSheet(setup: Setup): ReadableAtom<Sheet> {
  const { administration, location } = setup.place
  const items = requiredPurposes.map((purpose) => setup.ledgers[purpose])
  const sources = items.flatMap(({ $state, $proposal }) => [$state, $proposal] as const)
  return computed([setup.$ledgerWarnings, ...sources], () => ({
    administration: administrationLabel(administration),
    location: location.name,
    lines: requiredPurposes.map((purpose) => lineOf(setup, purpose)),
  }))
}

function lineOf({ ledgers, $ledgerWarnings }: Setup, purpose: RequiredPurpose): SheetLine {
  const { $state, $number, $proposal } = ledgers[purpose]
  const [state, number] = [$state.get(), $number.get().trim()]
  const isMissing = state.status === 'missing' || state.status === 'creating'
  const proposal = isMissing ? { ...$proposal.get(), number } : null
  const ledger = state.status === 'existing' ? state.ledger : proposal
  const judged = ledger && { ...namesOf(ledger), verdict: verdictOf(purpose, ledger) }
  const { sharedWith = null } = $ledgerWarnings.get()[purpose] ?? {}
  const remarks = warningTexts({ kind: 'fits', reasons: [], ...judged?.verdict, sharedWith })
  const isOwn = purpose === 'cash_differences'
  return {
    purpose: translate(purposeNames[purpose]),
    number,
    description: ledger?.description ?? '',
    kind: [judged?.function, judged?.code].filter(Boolean).join(', '),
    verdict: translate(verdictName(state, judged?.verdict)),
    remarks: isOwn ? [...remarks, translate('wizard:cashDifferencesNote')] : remarks,
  }
}

function verdictName(state: LedgerState, verdict: Verdict | undefined): MessageKey {
  if (!verdict) return standingOf(state).row
  // A dry run makes none.
  if (state.status !== 'existing' || state.origin === 'dryRun') return 'wizard:notCreated'
  const { kind, isDocumented } = verdict
  return kind === 'fits' && !isDocumented ? 'wizard:verdictProbablyFits' : verdictNames[kind]
}

/** Its parts as plain text, in few characters: each counts for three in an address. */
function partsOf({ administration, location, lines }: Sheet): string[] {
  const question = translate('wizard:isThisRight')
  const place = [administration, location].join(', ')
  return [
    `${place}\n${translate('wizard:askIntro')}`,
    ...lines.map(({ purpose, number, description, kind, verdict, remarks }) =>
      [
        `${purpose}: ${number} ${description}`.trim(),
        [kind, verdict].filter(Boolean).join(': '),
        [...remarks, question].join(' '),
      ].join('\n'),
    ),
  ]
}

/** The sheet as plain text. */
export function sheetText(sheet: Sheet): string {
  return partsOf(sheet).join('\n\n')
}

/**
 * The address of an e-mail with the sheet. Where all of it would be too long for some mail programs, it
 * has as many parts as it can, and says where the rest comes.
 */
export function sheetMail(sheet: Sheet): { address: string; isCut: boolean } {
  const parts = partsOf(sheet)
  const subject = translate('wizard:askSubject', { administration: sheet.administration })
  const addressOf = (kept: readonly string[]) => mailAddress({ subject, body: kept.join('\n\n') })
  const whole = addressOf(parts)
  if (whole.length <= mailAddressLimit) return { address: whole, isCut: false }
  const cut = parts.map((_, index) =>
    addressOf([...parts.slice(0, index), translate('wizard:askRest')]),
  )
  const longest = cut.findLast((address) => address.length <= mailAddressLimit)
  return { address: longest ?? addressOf([]), isCut: true }
}

/** The sheet for the screen and for paper, with room for the answers. */
export function drawnSheet({ administration, location, lines }: Sheet): Node[] {
  const answers = (['wizard:yes', 'wizard:no', 'wizard:remark'] as const).map((key) =>
    translate(key),
  )
  return [
    made('p', {}, translate('wizard:askIntro')),
    drawnFacts([
      ['wizard:administration', isolated(administration)],
      ['wizard:location', isolated(location)],
    ]),
    drawnTable(
      'wizard:stepLedgers',
      [
        'wizard:columnPurpose',
        'wizard:ledgerNumber',
        'wizard:ledgerDescription',
        'wizard:ledgerFunction',
        'wizard:verdict',
        'wizard:isThisRight',
      ],
      lines.map(({ purpose, number, description, kind, verdict, remarks }) => [
        [purpose],
        [number],
        [isolated(description)],
        [kind],
        [made('strong', {}, verdict), ...remarks.flatMap((remark) => [made('br', {}), remark])],
        [made('span', { class: 'answer' }, answers.join(' / '))],
      ]),
    ),
  ]
}
