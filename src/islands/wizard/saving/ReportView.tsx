import { useCallback, useInsertionEffect, useMemo, type ReactNode, type Ref } from 'react'
import type {
  ImportState,
  Report,
  ReportDocument,
} from '../../../lib/accounting/snelstart/summary.ts'
import { isolated, type MessageKey } from '../../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../../lib/i18n/page.ts'
import type { DialogLink } from '../../../stores/shell/dialogs.ts'
import { signedInPortal } from '../../../stores/shell/portal.ts'
import { ButtonLink, PrintButton } from '../../ui/Button.tsx'
import { made } from '../../ui/element.ts'
import { takeFocus } from '../../ui/Notice.tsx'
import { shownText, type Fact } from '../../ui/Text.tsx'
import { aboutText, originText, sideText, verdicts, warningTexts } from '../ledgers/ledger-texts.ts'
import { relationTexts } from '../RelationStep.tsx'
import { amountText, dayNote } from '../summary/ExampleDay.tsx'
import documentStyle from './report-document.css?inline'
import reportStyle from './report.css?inline'

interface Props {
  report: ReportDocument
}

/** What is stored now, to read, print and keep. */
export function ReportView({ report }: Props) {
  const nodes = useMemo(() => drawn(report), [report])
  return (
    <Printable title={titleOf(report)} nodes={nodes} focus={takeFocus}>
      <p className="buttons">
        <PrintButton />
        <ReportDownload report={report} />
      </p>
    </Printable>
  )
}

interface PrintableProps {
  title: string
  nodes: readonly Node[]
  focus?: Ref<HTMLHeadingElement> | undefined
  /** What paper has not: of class `kept` or `buttons`. */
  children: ReactNode
}

/** Something to read and print: of a page with one in sight, that alone is printed. */
export function Printable({ title, nodes, focus, children }: PrintableProps) {
  // The script has the styles for the file that it saves: the page gets them from it.
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(reportStyle)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      const others = document.adoptedStyleSheets.filter((each) => each !== sheet)
      document.adoptedStyleSheets = others
    }
  }, [])
  const draw = useCallback((body: HTMLElement | null) => body?.replaceChildren(...nodes), [nodes])
  return (
    <section className="report" aria-label={title}>
      <h2 ref={focus} tabIndex={focus ? -1 : undefined}>
        {title}
      </h2>
      {children}
      <div ref={draw} />
    </section>
  )
}

export function ReportDownload({ report, kind }: Props & { kind?: 'quiet' }) {
  const link = useMemo(() => reportLink(report), [report])
  return (
    <ButtonLink
      text="wizard:downloadReport"
      kind={kind}
      href={link.address.href}
      download={link.download}
    />
  )
}

const importTexts = {
  notAsked: 'wizard:importNotAsked',
  notStarted: 'wizard:importNotStarted',
  started: 'wizard:importStarted',
  perhapsTwice: 'wizard:importPerhapsTwice',
  unknown: 'wizard:importUnknown',
} as const satisfies Readonly<Record<ImportState, MessageKey>>

export const importFacts = ({ products, relations }: Report['imports']): Fact[] => [
  ['wizard:reportImportProducts', translate(importTexts[products])],
  ['wizard:reportImportRelations', translate(importTexts[relations])],
]

function titleOf({ isDryRun, imports }: ReportDocument): string {
  if (!imports) return translate('shell:report')
  return translate(isDryRun ? 'wizard:reportDryRun' : 'wizard:report')
}

/**
 * The facts and tables of a report in the language of the page, for the screen and for the document
 * that is downloaded. A report is kept for one user, so that their name stands in none.
 */
function drawn(report: ReportDocument): Node[] {
  const date = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeStyle: 'short' })
  const { imports, relation, products, lastAt } = report
  const facts: Fact[] = [
    [imports ? 'wizard:reportBy' : 'wizard:readBy', signedInPortal().person.name],
    ['wizard:reportDate', date.format(report.at)],
    ['wizard:administration', `${isolated(report.administration)} – ${report.administrationId}`],
    ['wizard:location', `${isolated(report.location)} – ${report.locationId}`],
    ...(imports ? importFacts(imports) : []),
    ...(lastAt ? [['wizard:comparedWith', date.format(lastAt)] as const] : []),
  ]
  if (relation) {
    const { code, name, origin } = relation
    const what = translate(relationTexts[origin])
    facts.push(['wizard:stepRelation', `${code} ${isolated(name)} (${what})`])
  }
  const anyway = report.ledgers.filter(({ warning }) => warning)
  if (anyway.length > 0) {
    const names = anyway.map(({ label }) => translate(label)).join(', ')
    facts.unshift(['wizard:reportAnyway', `${anyway.length}: ${names}`])
  }
  if (products.length > 0) facts.push(['wizard:reportProducts', products.map(isolated).join(', ')])
  // What is stored has nothing beside it where this browser has no report.
  const isAlone = report.settings.every(({ now }) => now === undefined)
  const columnsOf = <Of,>(all: Of[]) => (isAlone ? all.toSpliced(1, 1) : all)
  return [
    drawnFacts(facts),
    drawnTable(
      'wizard:stepLedgers',
      [
        'wizard:reportLedger',
        'wizard:ledgerNumber',
        'wizard:ledgerDescription',
        'wizard:ledgerFunction',
        'wizard:reportStanding',
      ],
      report.ledgers.map(({ label, number, description, origin, warning, ...about }) => {
        const { code = '', category = '' } = about
        const said = originText(origin, warning)
        const isNews = ['accepted', 'created', 'changed', 'gone'].includes(origin)
        return [
          [translate(label)],
          [number],
          [description],
          [aboutText({ ...about, code, category })],
          [
            ...(isNews ? marked('', said, warning ? 'warned' : 'news') : [said]),
            ...(warning ? warningTexts(warning).map((text) => made('div', {}, text)) : []),
          ],
        ]
      }),
    ),
    drawnTable(
      'wizard:reportSettings',
      columnsOf(['wizard:setting', 'wizard:reportBefore', 'wizard:reportAfter']),
      report.settings.map(({ label, value, now }) => {
        const is = shownText(value)
        const after: Cell = now?.isChanged ? marked(is, translate('wizard:reportChanged')) : [is]
        return columnsOf<Cell>([[translate(label)], [now ? shownText(now.value) : ''], after])
      }),
    ),
    ...(report.day ? drawnDay(report.day) : []),
  ]
}

export function drawnDay({ orders, rows }: NonNullable<Report['day']>): Node[] {
  return [
    drawnTable(
      'wizard:exampleDay',
      [
        'wizard:dayWhat',
        'wizard:dayAmount',
        'wizard:ledgerNumber',
        'wizard:ledgerDescription',
        'wizard:daySide',
      ],
      rows.map(({ label, cents, number, description, code, verdict = 'fits' }) => [
        [translate(label)],
        [amountText(cents)],
        verdict === 'fits' ? [number] : marked(number, translate(verdicts[verdict].name), 'warned'),
        [description],
        // All of it passes the register's daybook, on both sides.
        [cents === null ? '' : sideText(code)],
      ]),
    ),
    made('p', {}, dayNote(orders)),
  ]
}

type Cell = readonly (string | Node)[]

/** Something that is as it was not before, or that is to be looked at. */
const marked = (text: string, mark: string, kind: 'news' | 'warned' = 'news'): Cell => [
  `${text} `,
  made('mark', { class: kind }, mark),
]

export function drawnFacts(facts: readonly Fact[]) {
  return made(
    'dl',
    { class: 'facts' },
    ...facts.map(([name, value]) =>
      made('div', {}, made('dt', {}, translate(name)), made('dd', { translate: 'no' }, value)),
    ),
  )
}

export function drawnTable(
  caption: MessageKey,
  keys: readonly MessageKey[],
  rows: readonly Cell[][],
) {
  const head = keys.map((key) => translate(key))
  return made(
    'table',
    {},
    made('caption', {}, translate(caption)),
    made('thead', {}, made('tr', {}, ...head.map((name) => made('th', { scope: 'col' }, name)))),
    made(
      'tbody',
      // A helpdesk and a bookkeeper go by these very words.
      { translate: 'no' },
      ...rows.map(([name = [], ...cells]) =>
        made(
          'tr',
          {},
          made('th', { scope: 'row' }, ...name),
          ...cells.map((cell, index) =>
            made('td', { 'data-column': (head[index + 1] ?? '').replace(/[^?]$/, '$&:') }, ...cell),
          ),
        ),
      ),
    ),
  )
}

/** The report as a document of its own, offered as a download. */
export function reportLink(report: ReportDocument): DialogLink {
  const title = titleOf(report)
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = pageLocale()
  page.head.prepend(
    made('meta', { charset: 'utf-8' }),
    made('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
  )
  page.body.append(made('section', { class: 'report' }, made('h1', {}, title), ...drawn(report)))
  // Not as an element: this page's policy forbids those, also in a document that it only writes.
  const text = page.documentElement.outerHTML.replace(
    '</head>',
    `<style>${reportStyle}${documentStyle}</style></head>`,
  )
  const blob = new Blob([`<!doctype html>${text}`], { type: 'text/html' })
  const day = new Date(report.at).toISOString().slice(0, 10)
  return {
    address: new URL(URL.createObjectURL(blob)),
    label: { key: 'wizard:downloadReport' },
    download: `koppelpunt-${report.administrationId}-${report.locationId}-${day}.html`,
  }
}
