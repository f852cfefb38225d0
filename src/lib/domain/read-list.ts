import { parse, type ParseResult } from 'papaparse'
import type { Locale, Message } from '../i18n/messages.ts'
import { listRowLimit } from '../limits.ts'
import {
  customerFields,
  fieldNames,
  listFields,
  getHeading,
  initialCustomer,
  isOptional,
  getText,
  tidyText,
  setText,
  type BoardingValues,
  type FieldName,
} from './customer.ts'
import { formula } from './csv.ts'
import { cleanText } from './text.ts'

export interface ReadRow {
  /** Values of the customer in the row. The subscription is found by `plan`. */
  values: BoardingValues
  /** Name or id of a subscription; empty if the list has none. */
  plan: string
}

export interface ReadList {
  rows: readonly ReadRow[]
  ignoredHeadings: readonly string[]
  /** Numbers of rows, from 1, with more cells than headings, whose values may be in the wrong columns. */
  longRows: readonly number[]
}

/** List whose columns for some fields are unclear, so that the user has to choose them. */
export interface UnclearColumns {
  missingFields: readonly FieldName[]
  /** Unused columns by index, each labelled with its heading and an example. */
  columns: readonly { index: number; label: string }[]
}

interface Reading {
  locale: Locale
  /** True if the list has no merchant columns (§2, merchant_info). */
  isPolaris: boolean
}

const delimiters = [';', ',', '\t', '|']
/** Number of lines in which headings are searched, because other systems write titles above the headings. */
const headingLines = 10
const fullName = 'merchant_info.full_name'

/**
 * Parses the text of a list. Columns are found by their headings in any order (§2), or given by `chosen`.
 * Returns a message if the list cannot be read.
 */
export function readList(
  text: string,
  { locale, isPolaris }: Reading,
  chosen: ReadonlyMap<number, FieldName> = new Map(),
): ReadList | UnclearColumns | Message {
  // Concatenated files contain byte order marks in the middle.
  const written = text.replaceAll('\uFEFF', '').replace(/\r\n?/g, '\n')
  // Matches blank lines at the start, and the line `sep=` that tells spreadsheets the delimiter.
  const start = /^(?:sep=.\n)?(?:[ \t,;|]*\n)*/i.exec(written)?.[0] ?? ''
  const body = written.slice(start.length)
  if (body.trim() === '') return { key: 'customers:empty' }
  // The file is an HTML page that was saved as a spreadsheet.
  if (/^\s*</.test(body)) return { key: 'customers:noText' }

  const { data, errors } = parsed(body)
  const [unclosed] = errors.filter(({ type }) => type === 'Quotes')
  if (unclosed) {
    const before = start + body.slice(0, unclosed.index)
    return { key: 'customers:quotes', parameters: { line: String(before.split('\n').length) } }
  }

  const lines = data.map((cells) => cells.map(tidyCell))
  const { knownCount, at } = knownIn(lines)
  const top = lines[at] ?? []
  // A first line with an e-mail address but without known headings is a customer.
  const isCustomer = knownCount === 0 && top.some((cell) => cell.includes('@'))
  const headings = isCustomer ? top.map(() => '') : top
  const below = lines.slice(isCustomer ? at : at + 1)
  const filled = below.filter((cells) => cells.some((cell) => cell !== ''))
  const fields = listFields(isPolaris)
  const found = headings.map((heading) => fields.find((field) => field === findField(heading)))
  const taken = [...chosen.values()]
  const hasParts = fields.includes(fullName) && ![...found, ...taken].includes(fullName)
  const used = found.map((field, index) => {
    if (chosen.has(index)) return chosen.get(index)
    if (hasParts && namePartOf(headings[index] ?? '') >= 0) return fullName
    const isClear = found.indexOf(field) === found.lastIndexOf(field)
    return field && isClear && !taken.includes(field) ? field : undefined
  })
  const isNeeded = (field: FieldName) => !isOptional(field) || found.includes(field)
  const absent = fields.filter((field) => !used.includes(field) && isNeeded(field))
  if (absent.length > 0 && chosen.size === 0) {
    const columns = headings.flatMap((heading, index) => {
      const example = filled[0]?.[index]
      const label = `${heading || index + 1}${example ? ` (${example})` : ''}`
      return used[index] ? [] : [{ index, label }]
    })
    if (columns.length >= absent.length) return { missingFields: absent, columns }
  }
  const missing = absent.filter((field) => !isOptional(field))
  if (missing.length > 0) {
    const lacking = missing.map((field) => getHeading(field, locale)).join(', ')
    return { key: 'customers:lacks', parameters: { headings: lacking } }
  }
  if (filled.length > listRowLimit) {
    const parameters = { count: String(filled.length), limit: String(listRowLimit) }
    return { key: 'customers:tooMany', parameters }
  }

  // Joins the parts of a name in their usual order.
  const part = (index: number) => namePartOf(headings[index] ?? '')
  const ofParts = [...used.entries()].sort(([one], [other]) => part(one) - part(other))
  const customers = filled
    .map((cells) => ({ cells, row: rowOf(cells) }))
    .filter(({ row }) => !fields.every(isOfExample(row.values)))
  if (customers.length === 0) return { key: 'customers:headingsOnly' }
  return {
    rows: customers.map(({ row }) => row),
    ignoredHeadings: headings.filter((heading, index) => heading !== '' && !used[index]),
    longRows: customers.flatMap(({ cells }, index) =>
      cells.slice(headings.length).some((cell) => cell !== '') ? [index + 1] : [],
    ),
  }

  function rowOf(cells: readonly string[]): ReadRow {
    let [values, plan] = [initialCustomer, '']
    for (const [index, field] of ofParts) {
      const cell = cells[index] ?? ''
      if (field === 'subscription.selected') plan = /^null$/i.test(cell) ? '' : cell
      // An empty cell keeps the initial value, such as the country.
      else if (field && tidyText(field, cell) !== '') {
        const before = field === fullName ? `${values.merchant_info.full_name} ` : ''
        values = setText(values, field, before.trimStart() + tidyText(field, cell))
      }
    }
    return { values, plan }
  }
}

/** Returns a predicate of the fields that are as in the example of the template, which is no customer. */
const isOfExample = (values: BoardingValues) => (field: FieldName) =>
  field === 'subscription.selected' || getText(values, field) === customerFields[field].example

/** Parses cells with the delimiter that yields the most known headings, or else the most cells. */
function parsed(body: string): ParseResult<string[]> {
  const [best] = delimiters
    .map((delimiter) => {
      const lines = parseWith(delimiter, body, headingLines).data
      return { delimiter, ...knownIn(lines), count: lines[0]?.length ?? 0 }
    })
    .sort((one, other) => other.knownCount - one.knownCount || other.count - one.count)
  return parseWith(best?.delimiter ?? ',', body)
}

function parseWith(delimiter: string, body: string, preview = 0): ParseResult<string[]> {
  const options = { delimiter, newline: '\n' } as const
  const text = delimiter === '\t' ? quoteLiterals(body) : body
  const result = parse<string[]>(text, { ...options, preview })
  // Programs quote a line as a whole if they use another delimiter.
  const unwrapped = result.data.map((cells) => {
    const [line = '', ...others] = cells
    return others.length > 0 || !line.includes(delimiter)
      ? cells
      : (parse<string[]>(line, options).data[0] ?? cells)
  })
  return { ...result, data: unwrapped }
}

/** In cells from Excel a first quotation mark is a letter, unless another one closes the cell. */
function quoteLiterals(text: string): string {
  return text.replace(
    /(?<=^|[\t\n])(?:("(?:[^"\t]|"")*"(?=[\t\n]|$))|"[^\t\n]*)/g,
    (cell, quoted?: string) => quoted ?? `"${cell.replaceAll('"', '""')}"`,
  )
}

/** Returns the index of the line with the most known headings, and their number. */
function knownIn(lines: readonly (readonly string[])[]): { knownCount: number; at: number } {
  const counts = lines.slice(0, headingLines).map((cells) => cells.filter(findField).length)
  const knownCount = Math.max(0, ...counts)
  return { knownCount, at: Math.max(0, counts.indexOf(knownCount)) }
}

/** Returns a cell as one line, without the apostrophe of text cells. */
const tidyCell = (cell: string) => cleanText(unmarked(cell.trim()))

/** Removes case, accents, spaces and punctuation from a heading. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const headed = new Map(
  fieldNames.flatMap((field) =>
    customerFields[field].headings.split('|').map((name) => [plain(name), field] as const),
  ),
)

export function findField(heading: string): FieldName | undefined {
  return headed.get(plain(heading))
}

const nameParts = ['voornaam|firstname', 'tussenvoegsel|prefix', 'achternaam|lastname|surname']

/** Returns the index of the name part that a heading names; -1 if there is none. */
function namePartOf(heading: string): number {
  return nameParts.findIndex((part) => part.split('|').includes(plain(heading)))
}

function unmarked(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}
