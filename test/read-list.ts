import type { Message } from '../src/lib/i18n/messages.ts'
import {
  findTable,
  readRows,
  splitText,
  type ColumnMapping,
  type ListTable,
  type ParsedCustomers,
} from '../src/lib/domain/read-list.ts'

/** Returns the table of a pasted list, or an error message. */
export function readTable(text: string, isPolaris = false): ListTable | Message {
  const cells = splitText(text)
  return 'key' in cells ? cells : findTable(cells, isPolaris)
}

/** Reads the rows of a list, by default with suggested columns. */
export function readList(
  text: string,
  isPolaris = false,
  mapping?: ColumnMapping,
): ParsedCustomers {
  const table = readTable(text, isPolaris)
  if ('key' in table) throw new Error(JSON.stringify(table))
  return readRows({ ...table, ...(mapping && { mapping }) })
}
