import type { Id } from '../../api/endpoint.ts'
import type { Locale } from '../../i18n/messages.ts'
import { csvOf } from './csv.ts'
import { headingOf } from './headings.ts'
import { rowFields, textOf, type Row, type RowField } from './row.ts'

const example: Readonly<Record<RowField, string>> = {
  'merchant_info.full_name': 'Anna de Vries',
  'merchant_info.username': 'anna@bakkerijdevries.example',
  'serial_info.serial.name': 'Bakkerij De Vries',
  'serial_info.serial.coc': '12345678',
  'serial_info.serial.country_code': 'NL',
  'serial_info.serial.website_url': 'https://bakkerijdevries.example',
  'serial_info.location.name': 'Markt',
  'subscription.selected': '',
}

const fieldsFor = (isPolaris: boolean) =>
  (Object.keys(rowFields) as RowField[]).filter(
    (field) => !(isPolaris && field.startsWith('merchant_info.')),
  )

/** A list to fill in: the headings and one example. */
export function templateCsv(locale: Locale, isPolaris: boolean): string {
  const fields = fieldsFor(isPolaris)
  return csvOf(
    [fields.map((field) => headingOf(field, locale)), fields.map((field) => example[field])],
    locale,
  )
}

/** What became of a row, in the words of the page. */
export interface RowResult {
  row: Row
  state: string
  administration?: Id | undefined
  location?: Id | undefined
  key?: Id | undefined
  /** What the user is to do; empty: nothing. */
  toDo: string
  /** Where the customer approves the coupling. */
  link?: URL | undefined
}

/** What is told of a row beside what it holds. */
export type ResultColumn = Exclude<keyof RowResult, 'row'>

/**
 * The result of a list: what each row holds, as it can be loaded again, and what became of it.
 *
 * @param headings of the columns about the result, in the page's words and their order
 */
export function resultCsv(
  results: readonly RowResult[],
  headings: Readonly<Record<ResultColumn, string>>,
  locale: Locale,
  isPolaris: boolean,
): string {
  const fields = fieldsFor(isPolaris)
  const columns = Object.keys(headings) as ResultColumn[]
  const lines = results.map(({ row, ...result }) => [
    ...fields.map((field) =>
      field === 'subscription.selected'
        ? (row.values.subscription.selected?.name ?? '')
        : textOf(row.values, field),
    ),
    ...columns.map((column) => String(result[column] ?? '')),
  ])
  const heads = fields.map((field) => headingOf(field, locale))
  return csvOf([[...heads, ...Object.values(headings)], ...lines], locale)
}
