import { useEffect, useInsertionEffect, useState, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { verdictTexts } from '../../../lib/accounting/snelstart/suitability.ts'
import type {
  ImportState,
  ImportStates,
  Report,
} from '../../../lib/accounting/snelstart/summary.ts'
import { isolateDirection, type MessageKey } from '../../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../../lib/i18n/page.ts'
import type { DialogLink } from '../../../stores/shell/dialogs.ts'
import { getSignedInPortal } from '../../../stores/shell/portal.ts'
import { ButtonLink, PrintButton } from '../../ui/Button.tsx'
import { focusHeading } from '../../ui/Notice.tsx'
import { LabelledValues, formatValue, type LabelledValue } from '../../ui/Text.tsx'
import {
  formatLedgerDetails,
  formatOrigin,
  formatBookSide,
  formatLedgerWarning,
} from '../ledgers/ledger-texts.ts'
import { relationTexts } from '../RelationStep.tsx'
import { formatAmount, formatExampleDayNote } from '../summary/ExampleDay.tsx'
import documentStyle from './report-document.css?inline'
import reportStyle from './report.css?inline'

interface ReportProps {
  report: Report
}

export const ReportView = ({ report }: ReportProps) => (
  <Printable
    title={titleOf(report)}
    focus={focusHeading}
    actions={
      <p className="buttons">
        <PrintButton />
        <ReportDownload report={report} />
      </p>
    }
  >
    <ReportContent report={report} />
  </Printable>
)

interface PrintableProps {
  title: string
  focus?: Ref<HTMLHeadingElement> | undefined
  /** Elements with the class `kept` or `buttons`, which print styles hide. */
  actions: ReactNode
  children: ReactNode
}

/** Document that is printed alone, without the rest of the page. */
export function Printable({ title, focus, actions, children }: PrintableProps) {
  // Applies the style sheet that the downloaded file also contains.
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(reportStyle)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      const others = document.adoptedStyleSheets.filter((each) => each !== sheet)
      document.adoptedStyleSheets = others
    }
  }, [])
  return (
    <section className="report" aria-label={title}>
      <h2 ref={focus} tabIndex={focus ? -1 : undefined}>
        {title}
      </h2>
      {actions}
      <div>{children}</div>
    </section>
  )
}

export function ReportDownload({ report, kind }: ReportProps & { kind?: 'quiet' }) {
  const [link, setLink] = useState<DialogLink | null>(null)
  // React cannot render a second root inside an effect.
  useEffect(() => queueMicrotask(() => setLink(createReportLink(report))), [report])
  return (
    <ButtonLink
      text="wizard:downloadReport"
      kind={kind}
      href={link?.address.href}
      download={link?.download}
    />
  )
}

const importTexts = {
  notAsked: 'wizard:importNotAsked',
  notStarted: 'wizard:importNotStarted',
  failed: 'wizard:importFailed',
  started: 'wizard:importStarted',
  perhapsTwice: 'wizard:importPerhapsTwice',
  unknown: 'wizard:importUnknown',
} as const satisfies Readonly<Record<ImportState, MessageKey>>

export const listImportStates = ({ products, relations }: ImportStates): LabelledValue[] => [
  ['wizard:reportImportProducts', translate(importTexts[products])],
  ['wizard:reportImportRelations', translate(importTexts[relations])],
]

function titleOf({ isDryRun, imports }: Report): string {
  if (!imports) return translate('shell:report')
  return translate(isDryRun ? 'wizard:reportDryRun' : 'wizard:report')
}

/** Returns the ledgers with a warning, refused ledgers first. */
const warnedFacts = ({ ledgers }: Report) =>
  (['wizard:verdictRefused', 'wizard:reportAnyway'] as const).flatMap(
    (heading): LabelledValue[] => {
      const names = ledgers
        .filter(({ warning }) => warning && verdictTexts[warning.kind].reported === heading)
        .map(({ label, number }) => `${translate(label)} (${number})`)
      return names.length > 0 ? [[heading, names.join(', ')]] : []
    },
  )

/** Contents of a report, plus the user's name (not stored). */
function ReportContent({ report }: ReportProps) {
  const date = new Intl.DateTimeFormat(getPageLocale(), { dateStyle: 'long', timeStyle: 'short' })
  const { isDryRun, imports, relation, products, lastAt, day } = report
  const facts: LabelledValue[] = [
    ...warnedFacts(report),
    [imports ? 'wizard:reportBy' : 'wizard:readBy', getSignedInPortal().person.name],
    ['wizard:reportDate', date.format(report.at)],
    [
      'wizard:administration',
      `${isolateDirection(report.administration)} – ${report.administrationId}`,
    ],
    ['wizard:location', `${isolateDirection(report.location)} – ${report.locationId}`],
    ...(imports && !isDryRun ? listImportStates(imports) : []),
    ...(lastAt ? [['wizard:comparedWith', date.format(lastAt)] as const] : []),
  ]
  if (relation) {
    const { code, name, origin } = relation
    const originName = translate(relationTexts[origin])
    facts.push(['wizard:stepRelation', `${code} ${isolateDirection(name)} (${originName})`])
  }
  if (products.length > 0)
    facts.push(['wizard:reportProducts', products.map(isolateDirection).join(', ')])
  return (
    <>
      <LabelledValues facts={facts} />
      <Table
        caption="wizard:stepLedgers"
        columns={[
          'wizard:reportLedger',
          'wizard:ledgerNumber',
          'wizard:ledgerDescription',
          'wizard:ledgerFunction',
          'wizard:reportStanding',
        ]}
        rows={report.ledgers.map((ledger) => [
          translate(ledger.label),
          ledger.number,
          ledger.description,
          formatLedgerDetails(ledger),
          <LedgerOrigin {...ledger} />,
        ])}
      />
      <SettingsTable settings={report.settings} />
      {day && <DayTable {...day} />}
    </>
  )
}

function LedgerOrigin({ origin, warning }: Report['ledgers'][number]) {
  const text = formatOrigin(origin, warning)
  const isNews = ['accepted', 'created', 'changed', 'gone'].includes(origin)
  return (
    <>
      {isNews ? <mark className={warning ? 'warned' : 'news'}>{text}</mark> : text}
      {warning &&
        formatLedgerWarning(warning).map((sentence) => <div key={sentence}>{sentence}</div>)}
    </>
  )
}

function SettingsTable({ settings }: Pick<Report, 'settings'>) {
  // A first report has no previous values to compare.
  const isAlone = settings.every(({ now }) => now === undefined)
  return (
    <Table
      caption="wizard:reportSettings"
      columns={[
        'wizard:setting',
        ...(isAlone ? [] : ['wizard:reportBefore' as const]),
        'wizard:reportAfter',
      ]}
      rows={settings.map(({ label, value, now }) => [
        translate(label),
        ...(isAlone ? [] : [now ? formatValue(now.value) : '']),
        <>
          {formatValue(value)}{' '}
          {now?.isChanged && <mark className="news">{translate('wizard:reportChanged')}</mark>}
        </>,
      ])}
    />
  )
}

export const DayTable = (day: NonNullable<Report['day']>) => (
  <>
    <Table
      caption="wizard:exampleDay"
      columns={[
        'wizard:dayWhat',
        'wizard:dayAmount',
        'wizard:ledgerNumber',
        'wizard:ledgerDescription',
        'wizard:daySide',
      ]}
      rows={day.rows.map(({ label, cents, number, description, code, verdict = 'fits' }) => [
        translate(label),
        formatAmount(cents),
        <>
          {number}{' '}
          {verdict !== 'fits' && (
            <mark className="warned">{translate(verdictTexts[verdict].name)}</mark>
          )}
        </>,
        description,
        // The day total is debited and credited in the register's daybook.
        cents === null ? '' : formatBookSide(code),
      ])}
    />
    <p>{formatExampleDayNote(day)}</p>
  </>
)

interface TableProps {
  caption: MessageKey
  columns: readonly MessageKey[]
  rows: readonly (readonly [name: string, ...cells: ReactNode[]])[]
}

export function Table({ caption, columns, rows }: TableProps) {
  const names = columns.map((key) => translate(key))
  return (
    <table>
      <caption>{translate(caption)}</caption>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {/* SnelStart's terms stay untranslated, because helpdesk and bookkeeper need them. */}
      <tbody translate="no">
        {rows.map(([rowName, ...cells]) => (
          <tr key={rowName}>
            <th scope="row">{rowName}</th>
            {cells.map((cell, index) => (
              <td key={names[index + 1]} data-column={names[index + 1]?.replace(/[^?]$/, '$&:')}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns a download link, and must not run during a render. */
export function createReportLink(report: Report): DialogLink {
  const title = titleOf(report)
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = getPageLocale()
  const section = page.createElement('section')
  section.className = 'report'
  page.body.append(section)
  const root = createRoot(section)
  flushSync(() =>
    root.render(
      <>
        <h1>{title}</h1>
        <ReportContent report={report} />
      </>,
    ),
  )
  // The styles are added as text, because the CSP blocks style elements.
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${reportStyle}${documentStyle}</style></head>`
  const text = page.documentElement.outerHTML.replace('</head>', () => head)
  root.unmount()
  const blob = new Blob([`<!doctype html>${text}`], { type: 'text/html' })
  const day = new Date(report.at).toLocaleDateString('sv')
  return {
    address: new URL(URL.createObjectURL(blob)),
    label: { key: 'wizard:downloadReport' },
    download: `koppelpunt-${report.administrationId}-${report.locationId}-${day}.html`,
  }
}
