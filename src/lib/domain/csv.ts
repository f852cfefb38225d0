import type { Locale } from '../i18n/messages.ts'

/** Matches text that spreadsheets treat as formulas, even after apostrophes. */
export const formulaPattern = /^(?:[\t\r\n]|[\s']*[=+\-@＝＋－＠])/

/** Adds an apostrophe, so that spreadsheets do not run formulas (§2). */
const plain = (text: string) => (formulaPattern.test(text) ? `'${text}` : text)

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

export function formatCsv(rows: readonly (readonly string[])[], locale: Locale): string {
  const delimiter = locale === 'nl' ? ';' : ','
  const lines = rows.map((cells) => cells.map((cell) => quoted(plain(cell))).join(delimiter))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Returns rows as tab-separated lines to paste into spreadsheets. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(pasted).join('\t')).join('\r\n')
}

/** Quotes cells with quotation marks, because spreadsheets drop the marks otherwise. */
function pasted(cell: string): string {
  const text = plain(cell.replace(/\s+/g, ' ').trim())
  return text.includes('"') ? quoted(text) : text
}
