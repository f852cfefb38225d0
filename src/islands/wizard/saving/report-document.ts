import { functionNames } from '../../../lib/accounting/snelstart/ledger-functions.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../../lib/i18n/page.ts'
import type { DialogLink } from '../../../stores/shell/dialogs.ts'
import type { ImportState, Report } from '../../../stores/wizard/saving/report.ts'
import { originTexts, relationTexts } from '../origin-texts.ts'
import style from './report-document.css?inline'
import { shownText } from '../summary/shown.ts'

interface Row {
  /** A pair: our name, and what the accounting package calls it. */
  cells: readonly (string | readonly [name: string, code: string])[]
  /** Stands marked in the last cell, where something is as it was not before. */
  mark: string | null
}

interface Table {
  caption: string
  head: readonly string[]
  rows: readonly Row[]
}

/** A report in words. */
interface ReportWords {
  title: string
  facts: readonly (readonly [string, string])[]
  tables: readonly Table[]
}

/** What became of an import. */
export const importTexts = {
  notAsked: 'wizard:importNotAsked',
  notStarted: 'wizard:importNotStarted',
  started: 'wizard:importStarted',
  perhapsTwice: 'wizard:importPerhapsTwice',
  unknown: 'wizard:importUnknown',
} as const satisfies Readonly<Record<ImportState, MessageKey>>

/**
 * The words of a report, in the language of the page.
 *
 * @param by the name of whoever is signed in: a report is kept for one user, so it stands in none
 */
export function wordsOf(report: Report, by: string): ReportWords {
  const date = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeStyle: 'short' })
  return {
    title: translate(report.isDryRun ? 'wizard:reportDryRun' : 'wizard:report'),
    facts: [
      [translate('wizard:reportBy'), by],
      [translate('wizard:reportDate'), date.format(report.at)],
      [
        translate('wizard:administration'),
        `${isolated(report.administration)} – ${report.administrationId}`,
      ],
      [translate('wizard:location'), `${isolated(report.location)} – ${report.locationId}`],
      [translate('wizard:reportImportProducts'), translate(importTexts[report.imports.products])],
      [translate('wizard:reportImportRelations'), translate(importTexts[report.imports.relations])],
      ...relationFacts(report.relation),
      ...(report.products.length === 0
        ? []
        : [
            [translate('wizard:reportProducts'), report.products.map(isolated).join(', ')] as const,
          ]),
    ],
    tables: [
      {
        caption: translate('wizard:stepLedgers'),
        head: [
          translate('wizard:reportLedger'),
          translate('wizard:ledgerNumber'),
          translate('wizard:ledgerDescription'),
          translate('wizard:ledgerFunction'),
          translate('wizard:reportStanding'),
        ],
        rows: report.ledgers.map(({ label, number, description, function: name, origin }) => {
          const said = origin === 'unaccepted' ? '' : translate(originTexts[origin])
          const isChanged = origin === 'accepted' || origin === 'created'
          const shown = functionNames[name]
          const ours = shown ? translate(shown) : name
          const named = ours === name ? name : ([ours, name] as const)
          return {
            cells: [translate(label), number, description, named, isChanged ? '' : said],
            mark: isChanged ? said : null,
          }
        }),
      },
      {
        caption: translate('wizard:reportSettings'),
        head: [
          translate('wizard:setting'),
          translate('wizard:reportBefore'),
          translate('wizard:reportAfter'),
        ],
        rows: report.settings.map(({ label, value, now }) => ({
          cells: [translate(label), now ? shownText(now.value) : '', shownText(value)],
          mark: now?.isChanged ? translate('wizard:reportChanged') : null,
        })),
      },
    ],
  }
}

function relationFacts(relation: Report['relation']): (readonly [string, string])[] {
  if (relation === null) return []
  const { code, name, origin } = relation
  const what = translate(relationTexts[origin])
  return [[translate('wizard:stepRelation'), `${code} ${isolated(name)} (${what})`]]
}

/** The report as a document of its own, offered as a download. */
export function reportLink(report: Report, by: string): DialogLink {
  const blob = new Blob([documentText(wordsOf(report, by))], { type: 'text/html' })
  const day = new Date(report.at).toISOString().slice(0, 10)
  return {
    address: new URL(URL.createObjectURL(blob)),
    label: { key: 'wizard:downloadReport' },
    download: `koppelpunt-${report.administrationId}-${report.locationId}-${day}.html`,
  }
}

/** The facts and tables of a report, for the screen and for the document that is downloaded. */
export function drawn({ facts, tables }: ReportWords): Node[] {
  const about = elementOf('dl', '', { class: 'facts' })
  for (const [name, value] of facts) {
    const fact = elementOf('div')
    fact.append(elementOf('dt', name), elementOf('dd', value))
    about.append(fact)
  }
  return [about, ...tables.map(drawnTable)]
}

function drawnTable({ caption, head, rows }: Table): Element {
  const table = elementOf('table')
  const body = elementOf('tbody')
  const headRow = elementOf('tr')
  const thead = elementOf('thead')
  headRow.append(...head.map((text) => elementOf('th', text, { scope: 'col' })))
  thead.append(headRow)
  table.append(elementOf('caption', caption), thead, body)
  for (const {
    cells: [name, ...cells],
    mark,
  } of rows) {
    const row = elementOf('tr')
    row.append(cellOf('th', name, { scope: 'row' }))
    row.append(
      ...cells.map((cell, index) => cellOf('td', cell, { 'data-column': head[index + 1] })),
    )
    if (mark !== null) row.lastElementChild?.append(' ', elementOf('mark', mark))
    body.append(row)
  }
  return table
}

function cellOf(tag: 'th' | 'td', cell: Row['cells'][number] = '', attributes: Attributes) {
  if (typeof cell === 'string') return elementOf(tag, cell, attributes)
  const element = elementOf(tag, `${cell[0]} `, attributes)
  element.append(elementOf('small', cell[1]))
  return element
}

type Attributes = Readonly<Record<string, string | undefined>>

function elementOf(name: string, text = '', attributes: Attributes = {}): Element {
  const element = document.createElement(name)
  element.textContent = text
  for (const [attribute, value = ''] of Object.entries(attributes)) {
    element.setAttribute(attribute, value)
  }
  return element
}

function documentText(words: ReportWords): string {
  const page = document.implementation.createHTMLDocument(words.title)
  page.documentElement.lang = pageLocale()
  page.head.prepend(
    elementOf('meta', '', { charset: 'utf-8' }),
    elementOf('meta', '', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
  )
  page.body.append(elementOf('h1', words.title), ...drawn(words))
  // Not as an element: this page's policy forbids those, also in a document that it only writes.
  const text = page.documentElement.outerHTML.replace('</head>', `<style>${style}</style></head>`)
  return `<!doctype html>${text}`
}
