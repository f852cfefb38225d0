import type { Locale } from '../i18n/messages.ts'

/** Text that a spreadsheet would read as a formula, also behind an apostrophe, so that reading removes none. */
export const formula = /^(?:[\t\r\n]|[\s']*[=+\-@＝＋－＠])/

/** Returns a cell that spreadsheets read as text: a formula gets an apostrophe (§2). */
const plain = (text: string) => (formula.test(text) ? `'${text}` : text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

export function csvOf(rows: readonly (readonly string[])[], locale: Locale): string {
  const delimiter = locale === 'nl' ? ';' : ','
  const lines = rows.map((cells) => cells.map((cell) => quoted(plain(cell))).join(delimiter))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** A table to be pasted into a spreadsheet or a message: each row a line, its cells parted by tabs. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(pasted).join('\t')).join('\r\n')
}

/** A cell in one line. What is pasted loses quotation marks that are not doubled, and what follows them. */
function pasted(cell: string): string {
  const text = plain(cell.replace(/\s+/g, ' ').trim())
  return text.includes('"') ? quoted(text) : text
}
