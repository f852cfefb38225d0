import { strToU8, zipSync } from 'fflate'

/** Cell: text, number, number with leading zeros, date, or raw XML. */
type Cell = string | number | { zeros: number } | { day: number } | { xml: string }

interface Looks {
  /** True to store texts in cells, not in the string table. */
  isInline?: boolean
  /** XML after the rows with cells, such as empty rows. */
  after?: string
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Returns an Excel file with cells by sheet name. */
export function createWorkbook(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  { isInline = false, after = '' }: Looks = {},
): Uint8Array<ArrayBuffer> {
  const texts: string[] = []
  const createCell = (cell: Cell, address: string): string => {
    const start = `<c r="${address}"`
    if (typeof cell === 'number') return `${start}><v>${cell}</v></c>`
    if (typeof cell === 'object') {
      if ('zeros' in cell) return `${start} s="1"><v>${cell.zeros}</v></c>`
      if ('day' in cell) return `${start} s="2"><v>${cell.day}</v></c>`
      return `${start} ${cell.xml}`
    }
    if (cell === '') return ''
    if (isInline) return `${start} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
    return `${start} t="s"><v>${texts.push(cell) - 1}</v></c>`
  }
  const names = Object.keys(sheets)
  const parts = Object.values(sheets).map((rows, index) => {
    const lines = rows.map((cells, row) => {
      const xml = cells.map((cell, column) =>
        createCell(cell, `${letters[column] ?? ''}${row + 1}`),
      )
      return `<row r="${row + 1}">${xml.join('')}</row>`
    })
    const xml = `<worksheet xmlns="${main}"><sheetData>${lines.join('')}${after}</sheetData></worksheet>`
    return [`xl/worksheets/sheet${index + 1}.xml`, xml] as const
  })
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${relation}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="00000000"/></numFmts><cellXfs><xf/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts
      .map((text) => `<si><t>${escaped(text)}</t></si>`)
      .join('')}</sst>`,
    ...Object.fromEntries(parts),
  }
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
  )
}

/** Returns a ZIP archive that is not an Excel file. */
export const createArchive = () => zipSync({ 'Index/Document.iwa': strToU8('x') })
