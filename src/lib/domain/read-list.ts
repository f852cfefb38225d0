import { parse, type ParseResult } from 'papaparse'
import type { Message } from '../i18n/messages.ts'
import { listRowLimit } from '../limits.ts'
import {
  customerFields,
  fieldNames,
  listCustomerFields,
  initialCustomer,
  isFieldOptional,
  getText,
  normalizeText,
  setFieldText,
  type BoardingValues,
  type FieldName,
} from './customer.ts'
import { formulaPattern } from './csv.ts'
import { cleanText } from './text.ts'

/** Column indexes by field, in the order in which texts are joined. */
export type ColumnMapping = Partial<Record<FieldName, number[]>>

/** Customers of a list before their columns are assigned to fields. */
export interface ListTable {
  /** Headings of the columns, empty for a list without headings. */
  headings: readonly string[]
  /** Cells of the rows with customers, without the headings. */
  lines: readonly (readonly string[])[]
  /** Index of a column, and its heading with an example. */
  columns: readonly { id: number; text: string }[]
  /** Mapping that the headings suggest or the user has chosen. */
  mapping: ColumnMapping
  /** False if the user has to check the mapping. */
  isClear: boolean
}

const delimiters = [';', ',', '\t', '|']
/** Number of lines searched for headings, because titles may precede the headings. */
const headingLines = 10
const exampleLength = 40
const fullName = 'merchant_info.full_name'
const companyName = 'serial_info.serial.name'
const locationName = 'serial_info.location.name'

/** Splits a text into lines, and each line into cells. */
export function splitText(text: string): string[][] | Message {
  // Concatenated files contain byte order marks in the middle.
  const written = text.replaceAll('\uFEFF', '').replace(/\r\n?/g, '\n')
  // Skips blank lines and the line `sep=` that names the delimiter.
  const start = /^(?:sep=.\n)?(?:[ \t,;|]*\n)*/i.exec(written)?.[0] ?? ''
  const body = written.slice(start.length)
  // The file is HTML that was saved as a spreadsheet.
  if (/^\s*</.test(body)) return { key: 'customers:noText' }
  const { data, errors } = parsed(body)
  const [unclosed] = errors.filter(({ type }) => type === 'Quotes')
  if (!unclosed) return data
  const before = start + body.slice(0, unclosed.index)
  return { key: 'customers:quotes', parameters: { line: String(before.split('\n').length) } }
}

/** Returns the only sheet with known headings, or else all sheets. */
export function findSheets<Sheet extends { cells: string[][] }>(sheets: readonly Sheet[]) {
  const headed = sheets.filter(({ cells }) => knownIn(cells).knownCount > 0)
  return headed.length === 1 ? headed : sheets
}

/** Finds the headings and customers in lines of cells. */
export function findTable(cells: readonly string[][], isPolaris: boolean): ListTable | Message {
  const lines = cells.map((line) => line.map(tidyCell)).filter((line) => line.some(Boolean))
  if (lines.length === 0) return { key: 'customers:empty' }
  const { knownCount, at } = knownIn(lines)
  const top = lines[at] ?? []
  // A first line with an e-mail address is data, not headings.
  const isCustomer = knownCount === 0 && hasAddress(top)
  const headings = isCustomer ? top.map(() => '') : top
  const fields = listCustomerFields(isPolaris)
  const { mapping, isAmbiguous } = suggestMapping(headings, fields)
  const below = lines.slice(isCustomer ? at : at + 1)
  if (below.length > listRowLimit) {
    const parameters = { count: String(below.length), limit: String(listRowLimit) }
    return { key: 'customers:tooMany', parameters }
  }
  const customers = below.filter(
    (line) => !fields.every(isOfExample(readRow(line, mapping).values)),
  )
  if (customers.length === 0) return { key: 'customers:headingsOnly' }
  const columns = headings.flatMap((heading, index) => {
    const example = customers.find((line) => line[index])?.[index] ?? ''
    const text = `${heading || index + 1}${example && ` (${example.slice(0, exampleLength)})`}`
    return heading || example ? [{ id: index, text }] : []
  })
  const isComplete = fields.every((field) => isFieldOptional(field) || mapping[field])
  mapping[locationName] ??= mapping[companyName] ?? []
  return { headings, lines: customers, columns, mapping, isClear: isComplete && !isAmbiguous }
}

export function readRows({ headings, lines, mapping }: ListTable) {
  const used = new Set(Object.values(mapping).flat())
  return {
    rows: lines.map((cells) => readRow(cells, mapping)),
    /** Headings of columns that no field uses. */
    ignored: headings.filter((heading, index) => heading !== '' && !used.has(index)),
    /** Numbers (from 1) of rows with more cells than headings. */
    long: lines.flatMap((cells, index) =>
      cells.slice(headings.length).some((cell) => cell !== '') ? [index + 1] : [],
    ),
  }
}
export type ParsedCustomers = ReturnType<typeof readRows>

/** Reads a row's values, and separately its subscription's name or id, empty if missing. */
function readRow(cells: readonly string[], mapping: ColumnMapping) {
  let [values, plan] = [initialCustomer, '']
  for (const field of fieldNames) {
    const texts = mapping[field]?.map((index) => cells[index] ?? '') ?? []
    const text = texts.filter(Boolean).join(' ')
    if (field === 'subscription.selected') plan = /^null$/i.test(text) ? '' : text
    // An empty cell keeps the field's initial value, for example a country.
    else if (normalizeText(field, text) !== '')
      values = setFieldText(values, field, normalizeText(field, text))
  }
  return { values, plan }
}

/** Assigns columns to fields and reports ambiguous headings. */
function suggestMapping(headings: readonly string[], fields: readonly FieldName[]) {
  const keys = headings.map(plain)
  /** Returns the columns in the order of the given headings. */
  const columnsOf = (names: string) =>
    splitHeadings(names).flatMap((name) =>
      keys.flatMap((key, index) => (key === name ? [index] : [])),
    )
  const names = columnsOf('Naam|Name')
  const contacts = columnsOf(customerFields[fullName].headings).filter((at) => !names.includes(at))
  const parts = nameParts.flatMap(columnsOf)
  const hasSurname = columnsOf(nameParts.at(-1) ?? '').length > 0
  // The column "Naam" of a list of relations contains the company.
  const isOfRelations = contacts.length > 0 || hasSurname || columnsOf(relationCodes).length > 0
  const isCompany = isOfRelations && columnsOf(customerFields[companyName].headings).length === 0
  const persons = isCompany ? [] : names
  const mapping: ColumnMapping = {}
  let isAmbiguous = names.length > 0 && (isOfRelations || parts.length > 0)
  for (const field of fields) {
    let columns = columnsOf(customerFields[field].headings)
    if (field === companyName && isCompany) columns = names
    if (field === fullName) columns = contacts.length > 0 ? contacts : persons
    isAmbiguous ||= columns.length > 1
    if (columns.length > 0) mapping[field] = columns.slice(0, 1)
    if (field === fullName && contacts.length === 0 && parts.length > 0)
      mapping[field] = hasSurname ? parts : [...parts, ...persons.slice(0, 1)]
  }
  return { mapping, isAmbiguous }
}

/** True if a field's text equals the template's example. */
const isOfExample = (values: BoardingValues) => (field: FieldName) =>
  field === 'subscription.selected' || getText(values, field) === customerFields[field].example

/** Parses cells with the delimiter that yields the most known headings. */
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
  // Some programs save each row as one quoted cell.
  const unwrapped = result.data.map((cells) => {
    const [line = '', ...others] = cells
    return others.length > 0 || !line.includes(delimiter)
      ? cells
      : (parse<string[]>(line, options).data[0] ?? cells)
  })
  return { ...result, data: unwrapped }
}

/** Quotes Excel cells that start with an unclosed quotation mark. */
function quoteLiterals(text: string): string {
  return text.replace(
    /(?<=^|[\t\n])(?:("(?:[^"\t]|"")*"(?=[\t\n]|$))|"[^\t\n]*)/g,
    (cell, quoted?: string) => quoted ?? `"${cell.replaceAll('"', '""')}"`,
  )
}

/** Finds the line with the most known headings. */
function knownIn(lines: readonly (readonly string[])[]): { knownCount: number; at: number } {
  const counts = lines
    .slice(0, headingLines)
    // A customer's location may be called "Filiaal", which is also a heading.
    .map((cells) => (hasAddress(cells) ? [] : cells))
    .map((cells) => cells.filter((cell) => knownHeadings.has(plain(cell))).length)
  const knownCount = Math.max(0, ...counts)
  return { knownCount, at: Math.max(0, counts.indexOf(knownCount)) }
}

/** Returns a cell as one line without a leading apostrophe. */
const tidyCell = (cell: string) => cleanText(unmarked(cell.trim()))

/** Normalises a heading for comparison with the known headings. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/^billing/, '')

const splitHeadings = (headings: string) => [...new Set(headings.split('|').map(plain))]
const hasAddress = (cells: readonly string[]) => cells.some((cell) => cell.includes('@'))

const knownHeadings = new Set(
  fieldNames.flatMap((field) => splitHeadings(customerFields[field].headings)),
)

/** Headings of the parts of a name, in their usual order. */
const nameParts = ['Voornaam|First name', 'Tussenvoegsel|Prefix', 'Achternaam|Last name|Surname']
/** Headings that only lists of relations have. */
const relationCodes =
  'Relatiecode|Relatienummer|Klantcode|Klantnummer|Debiteurnummer|Code|Customer number|Customer ID'

function unmarked(cell: string): string {
  return cell.startsWith("'") && formulaPattern.test(cell.slice(1)) ? cell.slice(1) : cell
}
