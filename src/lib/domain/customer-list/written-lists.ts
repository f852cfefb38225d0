import type { Id } from '../../api/endpoint.ts'
import type { Locale } from '../../i18n/messages.ts'
import { csvOf } from './csv.ts'
import { headingOf } from './headings.ts'
import { fieldsOf, textOf, type Row } from './row.ts'

const person = ['Anna de Vries', 'anna@bakkerijdevries.example']
const website = 'https://bakkerijdevries.example'
const company = ['Bakkerij De Vries', '12345678', 'NL', website, 'Markt', '']

/** A list to fill in: the headings and one example. */
export function templateCsv(locale: Locale, isPolaris: boolean): string {
  const headings = fieldsOf(isPolaris).map((field) => headingOf(field, locale))
  return csvOf([headings, isPolaris ? company : [...person, ...company]], locale)
}

/** What became of a row, in the words of the page. */
export interface RowResult {
  row: Row
  state: string
  administration?: Id | undefined
  location?: Id | null | undefined
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
  const fields = fieldsOf(isPolaris)
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
