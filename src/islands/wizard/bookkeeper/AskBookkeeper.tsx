import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { purposeTexts } from '../../../lib/accounting/snelstart/ledgers.ts'
import { verdictTexts } from '../../../lib/accounting/snelstart/suitability.ts'
import { administrationLabel, type Place } from '../../../lib/domain/place.ts'
import { isolateDirection, type MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { mailAddressLimit } from '../../../lib/limits.ts'
import { createMailAddress } from '../../../lib/mail-address.ts'
import {
  sortBySeverity,
  listRequiredLedgerViews,
  type LedgerView,
  type LedgerViews,
} from '../../../stores/wizard/ledger-views.ts'
import { getSignedInPortal } from '../../../stores/shell/portal.ts'
import type { ExampleBookings } from '../../../stores/wizard/example-day.ts'
import type { CouplingSetup } from '../../../stores/wizard/setup.ts'
import { Button, ButtonLink, PrintButton } from '../../ui/Button.tsx'
import { useCopying } from '../../ui/Reason.tsx'
import { LabelledValues } from '../../ui/Text.tsx'
import {
  formatLedgerDetails,
  formatOrigin,
  listRemarks,
  getLedgerPresentation,
} from '../ledgers/ledger-texts.ts'
import { DayTable, Printable, Table } from '../saving/ReportView.tsx'
import { formatAmount, formatExampleDayNote } from '../summary/ExampleDay.tsx'

/** Shows selected ledgers, to print or send to a bookkeeper. */
export function AskBookkeeper({ setup }: { setup: CouplingSetup }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{translate('wizard:askBookkeeper')}</h3>{' '}
        <span className="help">{translate('wizard:askWhy')}</span>
      </summary>
      {isOpen && <SheetView setup={setup} />}
    </details>
  )
}

function SheetView({ setup }: { setup: CouplingSetup }) {
  const views = useStore(setup.$ledgers)
  const day = useStore(setup.exampleDay.$day)
  const { person } = getSignedInPortal()
  const sheet = useMemo(
    () => createBookkeeperSheet(setup.place, views, day),
    [setup.place, views, day],
  )
  const { copy, copyStatus } = useCopying(formatSheet(sheet))
  return (
    <Printable
      title={translate('wizard:askTitle')}
      actions={
        <>
          <p className="kept help">{translate('wizard:askHelp')}</p>
          <p className="buttons">
            <PrintButton />
            <Button text="wizard:askCopy" onClick={copy} />
            <ButtonLink text="links:mail" href={createBookkeeperMail(sheet, person.name)} />
          </p>
          {copyStatus}
        </>
      }
    >
      <SheetContent {...sheet} />
    </Printable>
  )
}

/** Question to a bookkeeper, formatted for print, clipboard and e-mail. */
type Sheet = ReturnType<typeof createBookkeeperSheet>

export const createBookkeeperSheet = (place: Place, views: LedgerViews, day: ExampleBookings) => ({
  administration: administrationLabel(place.administration),
  location: place.location.name,
  lines: sortBySeverity(listRequiredLedgerViews(views)).map(lineOf),
  day,
})

function noteOf({ purpose, verdict }: LedgerView): MessageKey | null {
  if (purpose === 'cash_differences') return 'wizard:cashDifferencesNote'
  return purpose === 'ecr' && verdict?.kind === 'fits' ? 'wizard:daybook' : null
}

function lineOf(view: LedgerView) {
  const { purpose, number, ledger, state, verdict, warning } = view
  const note = noteOf(view)
  return {
    name: translate(purposeTexts[purpose].name),
    number,
    description: ledger?.description ?? '',
    about: ledger ? formatLedgerDetails(ledger) : '',
    verdict: translate(verdictName(view)),
    standing:
      state.status === 'existing' && verdict ? ` (${formatOrigin(state.origin, warning)})` : '',
    remarks: [...(warning ? listRemarks(warning) : []), ...(note ? [translate(note)] : [])],
  }
}

function verdictName(view: LedgerView): MessageKey {
  const { state, ledger, verdict } = view
  const isMade = state.status === 'existing' && state.origin !== 'dryRun'
  if (ledger && !isMade) return 'wizard:notCreated'
  if (!verdict) return getLedgerPresentation(view).row
  const { kind, isDocumented } = verdict
  return kind === 'fits' && !isDocumented ? 'wizard:verdictProbablyFits' : verdictTexts[kind].name
}

const answersText = () =>
  (['wizard:yes', 'wizard:no', 'wizard:remark'] as const).map((key) => translate(key)).join(' / ')

const introText = ({ administration, location }: Sheet) =>
  `${administration}, ${location}\n${translate('wizard:askIntro')}`

const dayText = ({ day }: Sheet) =>
  [
    translate('wizard:exampleDay'),
    ...day.rows.map(
      ({ label, cents, number }) =>
        `${[translate(label), formatAmount(cents)].filter(Boolean).join(', ')}: ${number}`,
    ),
    formatExampleDayNote(day),
  ].join('\n')

export function formatSheet(sheet: Sheet): string {
  const question = `${translate('wizard:isThisRight')} ${answersText()}`
  const texts = sheet.lines.map(({ name, number, description, about, verdict, ...line }) =>
    [
      `${name}: ${number} ${description}`.trim(),
      [about, verdict].filter(Boolean).join(': ') + line.standing,
      [...line.remarks, question].join(' '),
    ].join('\n'),
  )
  return [introText(sheet), ...texts, dayText(sheet)].join('\n\n')
}

/** Returns the `mailto:` URL, shortened for mail programs. */
export function createBookkeeperMail(sheet: Sheet, person: string): string {
  const question = translate('wizard:isThisRight')
  const parts = [
    { name: '', text: `${translate('wizard:askGreeting')}\n\n${introText(sheet)}` },
    ...sheet.lines.map(({ name, number, description, about, verdict }) => ({
      name,
      text: `${name}: ${[number, description, about, verdict].filter(Boolean).join(', ')}. ${question}`,
    })),
    ...sheet.lines
      .filter(({ remarks }) => remarks.length > 0)
      .map(({ name, remarks }) => ({
        name: translate('wizard:askRemarks'),
        text: `${name}: ${remarks.join(' ')}`,
      })),
    { name: translate('wizard:exampleDay'), text: dayText(sheet) },
  ]
  const subject = translate('wizard:askSubject', { administration: sheet.administration })
  const addresses = parts.map((_, index) => {
    const rest = [...new Set(parts.slice(index).flatMap(({ name }) => name || []))].join(', ')
    const texts = parts.slice(0, index).map(({ text }) => text)
    const body = [...texts, translate('wizard:askRest', { rest, person })].join('\n\n')
    return createMailAddress({ subject, body })
  })
  return addresses.findLast(({ length }) => length <= mailAddressLimit) ?? 'mailto:'
}

const SheetContent = ({ administration, location, lines, day }: Sheet) => (
  <>
    <p>{translate('wizard:askIntro')}</p>
    <LabelledValues
      facts={[
        ['wizard:administration', isolateDirection(administration)],
        ['wizard:location', isolateDirection(location)],
      ]}
    />
    <Table
      caption="wizard:stepLedgers"
      columns={[
        'wizard:columnPurpose',
        'wizard:ledgerNumber',
        'wizard:ledgerDescription',
        'wizard:ledgerFunction',
        'wizard:verdict',
        'wizard:isThisRight',
      ]}
      rows={lines.map(({ name, number, description, about, verdict, standing, remarks }) => [
        name,
        number,
        isolateDirection(description),
        about,
        <>
          <strong>{verdict}</strong>
          {standing}
          {remarks.map((remark) => (
            <div key={remark}>{remark}</div>
          ))}
        </>,
        <span className="answer">{answersText()}</span>,
      ])}
    />
    <DayTable {...day} />
  </>
)
