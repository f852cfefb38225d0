import type { Locale } from '../../i18n/messages.ts'

/**
 * What a spreadsheet would take for a formula, in the width of either script. What begins with an
 * apostrophe itself is marked by one more, so that reading it takes none away.
 */
const formula = /^(?:[\t\r\n]|[\s']*[=+\-@＝＋－＠])/

/** What a cell says without the apostrophe that makes it text. */
export function unmarked(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/**
 * A CSV file as spreadsheets of a language open it, with the mark of its encoding. No cell of it is a
 * formula: what would be one becomes text by an apostrophe.
 */
export function csvOf(rows: readonly (readonly string[])[], locale: Locale): string {
  const delimiter = locale === 'nl' ? ';' : ','
  const lines = rows.map((cells) => cells.map(cellOf).join(delimiter))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cellOf(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
