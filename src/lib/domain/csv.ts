import type { Locale } from '../i18n/messages.ts'

/** Matches text that spreadsheets read as a formula, also after apostrophes, which reading the file removes. */
export const formulaPattern = /^(?:[\t\r\n]|[\s']*[=+\-@＝＋－＠])/

/** Returns a cell that spreadsheets read as text. Formulas get an apostrophe (§2). */
const plain = (text: string) => (formulaPattern.test(text) ? `'${text}` : text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

export function formatCsv(rows: readonly (readonly string[])[], locale: Locale): string {
  const delimiter = locale === 'nl' ? ';' : ','
  const lines = rows.map((cells) => cells.map((cell) => quoted(plain(cell))).join(delimiter))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Returns rows as tab-separated lines, to paste into a spreadsheet or message. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(pasted).join('\t')).join('\r\n')
}

/** Returns a cell as one line, with doubled quotation marks, as spreadsheets drop single ones. */
function pasted(cell: string): string {
  const text = plain(cell.replace(/\s+/g, ' ').trim())
  return text.includes('"') ? quoted(text) : text
}
