import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { DialogLink } from '../../stores/shell/dialogs.ts'
import type { Report } from '../../stores/wizard/report.ts'
import { shownText } from './shown.ts'
import { originTexts } from './origin-texts.ts'

interface Table {
  caption: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A report in words: what the screen shows and the downloaded document holds. */
export interface ReportDocument {
  title: string
  facts: readonly (readonly [string, string])[]
  tables: readonly Table[]
}

const importTexts = (isStarted: boolean | null) => {
  if (isStarted === null) return translate('wizard:importUnknown')
  return translate(isStarted ? 'wizard:importStarted' : 'wizard:importNotStarted')
}

const relationOrigins = {
  existing: 'wizard:relationExists',
  created: 'wizard:relationCreated',
  dryRun: 'wizard:originDryRun',
} as const

/** The words of a report, in the language of the page. */
export function reportDocument(report: Report): ReportDocument {
  const date = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeStyle: 'short' })
  return {
    title: translate(report.isDryRun ? 'wizard:reportDryRun' : 'wizard:report'),
    facts: [
      [translate('wizard:administration'), `${report.administration} – ${report.administrationId}`],
      [translate('wizard:location'), `${report.location} – ${report.locationId}`],
      [translate('wizard:reportDate'), date.format(report.at)],
      [translate('wizard:reportImportProducts'), importTexts(report.imports.products)],
      [translate('wizard:reportImportRelations'), importTexts(report.imports.relations)],
      ...relationFacts(report.relation),
      ...(report.products.length === 0
        ? []
        : [[translate('wizard:reportProducts'), report.products.join(', ')] as const]),
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
        rows: report.ledgers.map(({ label, number, description, function: name, origin }) => [
          translate(label),
          number,
          description,
          name,
          origin === 'unaccepted' ? '' : translate(originTexts[origin]),
        ]),
      },
      {
        caption: translate('wizard:reportSettings'),
        head: [
          translate('wizard:setting'),
          translate('wizard:reportBefore'),
          translate('wizard:reportAfter'),
        ],
        rows: report.settings.map(({ label, value, now }) => [
          translate(label),
          now ? shownText(now.value) : '',
          shownText(value),
        ]),
      },
    ],
  }
}

function relationFacts(relation: Report['relation']): (readonly [string, string])[] {
  if (relation === null) return []
  const { code, name, origin } = relation
  const what = translate(relationOrigins[origin])
  return [[translate('wizard:stepRelation'), `${code} ${name} (${what})`]]
}

/** The report as a document of its own, offered as a download. */
export function reportLink(report: Report): DialogLink {
  const blob = new Blob([documentText(reportDocument(report))], { type: 'text/html' })
  const day = new Date(report.at).toISOString().slice(0, 10)
  return {
    address: new URL(URL.createObjectURL(blob)),
    label: { key: 'wizard:downloadReport' },
    download: `koppelpunt-${report.administrationId}-${report.locationId}-${day}.html`,
  }
}

const style =
  'body{font-family:sans-serif}table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #999;padding:.25rem .5rem;text-align:left}'

function documentText({ title, facts, tables }: ReportDocument): string {
  const page = document.implementation.createHTMLDocument(title)
  page.documentElement.lang = pageLocale()
  const meta = page.createElement('meta')
  meta.setAttribute('charset', 'utf-8')
  page.head.prepend(meta)

  const add = (parent: Element, name: string, text = '') => {
    const element = page.createElement(name)
    element.textContent = text
    parent.append(element)
    return element
  }
  add(page.body, 'h1', title)
  for (const [name, value] of facts) add(page.body, 'p', `${name}: ${value}`)
  for (const { caption, head, rows } of tables) {
    const table = add(page.body, 'table')
    add(table, 'caption', caption)
    const headRow = add(add(table, 'thead'), 'tr')
    for (const text of head) add(headRow, 'th', text).setAttribute('scope', 'col')
    const body = add(table, 'tbody')
    for (const cells of rows) {
      const row = add(body, 'tr')
      for (const text of cells) add(row, 'td', text)
    }
  }
  // Not as an element: this page's policy forbids those, also in a document that it only writes.
  const text = page.documentElement.outerHTML.replace('</head>', `<style>${style}</style></head>`)
  return `<!doctype html>${text}`
}
