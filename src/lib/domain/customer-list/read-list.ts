import type { parse, ParseResult } from 'papaparse'
import type { Locale, Message } from '../../i18n/messages.ts'
import { listRowLimit } from '../../limits.ts'
import type { BoardingValues } from '../boarding-values.ts'
import { unmarked } from './csv.ts'
import { fieldOf, headingOf } from './headings.ts'
import { fieldsOf, tidied, withText, type RowField } from './row.ts'

/** What is read of one customer. */
export interface ReadRow {
  /** Without a subscription: which one is meant, what is on offer has to tell. */
  values: BoardingValues
  /** Name or id of a subscription; empty where the list names none. */
  plan: string
}

export interface ReadList {
  rows: readonly ReadRow[]
  /** Headings of columns that are not used. */
  ignored: readonly string[]
  /** Rows, from 1, that have more cells than there are headings: something may stand in another's place. */
  long: readonly number[]
}

interface Reading {
  parse: typeof parse
  locale: Locale
  /** Then nothing is filled in about a merchant (§2). */
  isPolaris: boolean
  /** What a row begins with. */
  initial: BoardingValues
}

const delimiters = [';', ',', '\t']
const optional: ReadonlySet<RowField> = new Set<RowField>([
  'serial_info.serial.coc',
  'serial_info.serial.country_code',
  'serial_info.serial.website_url',
  'subscription.selected',
])

/**
 * Reads the text of a list: its columns by their headings, in any order (§2). A message says why it could
 * not be read.
 */
export function readList(text: string, reading: Reading): ReadList | Message {
  const { locale, isPolaris, initial } = reading
  // Files that were put together have the mark of their encoding amid them.
  const written = text.replaceAll('\uFEFF', '').replace(/\r\n?/g, '\n')
  // Blank lines, and the one by which a file tells a spreadsheet how its cells are parted.
  const start = /^(?:sep=.\n)?(?:[ \t,;]*\n)*/i.exec(written)?.[0] ?? ''
  const body = written.slice(start.length)
  if (body.trim() === '') return { key: 'customers:empty' }
  // A page that is called a spreadsheet.
  if (/^\s*</.test(body)) return { key: 'customers:noText' }

  const { data, errors } = parsed(body, reading.parse)
  const [unclosed] = errors.filter(({ type }) => type === 'Quotes')
  if (unclosed) {
    const before = start + body.slice(0, unclosed.index)
    return { key: 'customers:quotes', parameters: { line: String(before.split('\n').length) } }
  }

  const [headings = [], ...rest] = data.map((cells) => cells.map(tidyCell))
  const fields = fieldsOf(isPolaris)
  const used = headings.map((heading) => fields.find((field) => field === fieldOf(heading)))
  const twice = used.find((field, index) => field && used.indexOf(field) < index)
  if (twice) return { key: 'customers:doubled', parameters: { heading: headingOf(twice, locale) } }
  const lacks = fields.filter((field) => !optional.has(field) && !used.includes(field))
  if (lacks.length > 0) {
    const lacking = lacks.map((field) => headingOf(field, locale)).join(', ')
    return { key: 'customers:lacks', parameters: { headings: lacking } }
  }
  const filled = rest.filter((cells) => cells.some((cell) => cell !== ''))
  if (filled.length === 0) return { key: 'customers:headingsOnly' }
  if (filled.length > listRowLimit) {
    const parameters = { count: String(filled.length), limit: String(listRowLimit) }
    return { key: 'customers:tooMany', parameters }
  }

  return {
    rows: filled.map(rowOf),
    ignored: headings.filter((heading, index) => heading !== '' && !used[index]),
    long: filled.flatMap((cells, index) =>
      cells.slice(headings.length).some((cell) => cell !== '') ? [index + 1] : [],
    ),
  }

  function rowOf(cells: readonly string[]): ReadRow {
    let [values, plan] = [initial, '']
    for (const [index, field] of used.entries()) {
      const cell = cells[index] ?? ''
      // Nothing in a cell is what the form begins with: its country. Databases write it as a word.
      if (!field || cell === '' || (optional.has(field) && /^null$/i.test(cell))) continue
      if (field === 'subscription.selected') plan = cell
      else values = withText(values, field, tidied(field, cell))
    }
    return { values, plan }
  }
}

/** The cells, parted by whatever has most of the headings known, or else most of them. */
function parsed(body: string, parse: Reading['parse']): ParseResult<string[]> {
  const [best] = delimiters
    .map((delimiter) => {
      const [cells = []] = parse<string[]>(body, { delimiter, newline: '\n', preview: 1 }).data
      return { delimiter, known: cells.filter(fieldOf).length, count: cells.length }
    })
    .sort((one, other) => other.known - one.known || other.count - one.count)
  return parse<string[]>(body, { delimiter: best?.delimiter ?? ',', newline: '\n' })
}

/** A cell is one line. Each part is trimmed alone: a pattern for it would take long for long blanks. */
function tidyCell(cell: string): string {
  const parts = cell.split(/\p{Cc}+/u).map((part) => part.trim())
  return unmarked(parts.join(' ').trim())
}
