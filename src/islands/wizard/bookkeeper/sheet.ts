import { computed } from 'nanostores'
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
import {
  namesOf,
  purposeNames,
  remarkTexts,
  standingOf,
  verdictNames,
} from '../ledgers/ledger-texts.ts'
import { dayAmount, dayNote, drawnDay, drawnFacts, drawnTable } from '../saving/report-document.ts'

/** What a bookkeeper is asked about: the same for paper, the clipboard and an e-mail, in the page's language. */
export type Sheet = ReturnType<ReturnType<typeof createSheet>['get']>

/** The sheet of a set-up, which follows what is chosen. */
export function createSheet(setup: Setup) {
  const { place, ledgers, $ledgerWarnings, exampleDay } = setup
  const sources = requiredPurposes.flatMap((purpose) => {
    const { $state, $proposal } = ledgers[purpose]
    return [$state, $proposal] as const
  })
  return computed([$ledgerWarnings, exampleDay.$day, ...sources], (_, { orders, rows }) => ({
    administration: administrationLabel(place.administration),
    location: place.location.name,
    lines: requiredPurposes.map((purpose) => lineOf(setup, purpose)),
    day: {
      orders,
      // What is still to be made is booked on as it is proposed.
      rows: rows.map(({ number, ...row }) =>
        number === null ? { ...row, ...lineOf(setup, row.purpose) } : { ...row, number },
      ),
    },
  }))
}

/** A ledger as it is, or as it is proposed; nothing of it is known before it has been looked up. */
function lineOf({ ledgers, $ledgerWarnings }: Setup, purpose: RequiredPurpose) {
  const { $state, $number, $proposal } = ledgers[purpose]
  const [state, number] = [$state.get(), $number.get().trim()]
  const isMissing = state.status === 'missing' || state.status === 'creating'
  const proposal = isMissing ? { ...$proposal.get(), number } : null
  const ledger = state.status === 'existing' ? state.ledger : proposal
  const names = ledger && namesOf(ledger)
  const verdict = ledger && verdictOf(purpose, ledger)
  const { sharedWith = null } = $ledgerWarnings.get()[purpose] ?? {}
  const remarks = remarkTexts({ reasons: verdict?.reasons ?? [], sharedWith })
  const isOwn = purpose === 'cash_differences'
  return {
    name: translate(purposeNames[purpose]),
    number,
    description: ledger?.description ?? '',
    code: ledger?.code ?? '',
    /** Its function, and the side of the books that it is on. */
    kind: [names?.function, names?.code].filter(Boolean).join(', '),
    verdict: translate(verdictName(state, verdict)),
    remarks: isOwn ? [...remarks, translate('wizard:cashDifferencesNote')] : remarks,
  }
}

function verdictName(state: LedgerState, verdict: Verdict | null): MessageKey {
  if (verdict === null) return standingOf(state).row
  // A dry run makes none.
  if (state.status !== 'existing' || state.origin === 'dryRun') return 'wizard:notCreated'
  const { kind, isDocumented } = verdict
  return kind === 'fits' && !isDocumented ? 'wizard:verdictProbablyFits' : verdictNames[kind]
}

/** Its parts as plain text, in few characters: each counts for three in an address. */
function partsOf({ administration, location, lines, day }: Sheet): string[] {
  const question = translate('wizard:isThisRight')
  const place = [administration, location].join(', ')
  return [
    `${place}\n${translate('wizard:askIntro')}`,
    ...lines.map(({ name, number, description, kind, verdict, remarks }) =>
      [
        `${name}: ${number} ${description}`.trim(),
        [kind, verdict].filter(Boolean).join(': '),
        [...remarks, question].join(' '),
      ].join('\n'),
    ),
    [
      translate('wizard:exampleDay'),
      ...day.rows.map(
        ({ label, cents, number }) => `${translate(label)}, ${dayAmount(cents)}: ${number}`,
      ),
      dayNote(day.orders),
    ].join('\n'),
  ]
}

/** The sheet as plain text. */
export function sheetText(sheet: Sheet): string {
  return partsOf(sheet).join('\n\n')
}

/**
 * The address of an e-mail with the sheet. Where all of it would be too long for some mail programs, it
 * has as many parts as it can, and says that there is more.
 */
export function sheetMail(sheet: Sheet): { address: string; isCut: boolean } {
  const parts = partsOf(sheet)
  const subject = translate('wizard:askSubject', { administration: sheet.administration })
  const rest = translate('wizard:askRest')
  const bodies = [...parts.map((_, index) => [...parts.slice(0, index), rest]), parts]
  const addresses = bodies.map((body) => mailAddress({ subject, body: body.join('\n\n') }))
  const address = addresses.findLast(({ length }) => length <= mailAddressLimit) ?? 'mailto:'
  return { address, isCut: address !== addresses.at(-1) }
}

/** The sheet for the screen and for paper, with room for the answers. */
export function drawnSheet({ administration, location, lines, day }: Sheet): Node[] {
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
      lines.map(({ name, number, description, kind, verdict, remarks }) => [
        [name],
        [number],
        [isolated(description)],
        [kind],
        [made('strong', {}, verdict), ...remarks.flatMap((remark) => [made('br', {}), remark])],
        [made('span', { class: 'answer' }, answers.join(' / '))],
      ]),
    ),
    ...drawnDay(day),
  ]
}
