import { Unzip, UnzipInflate, zipSync } from 'fflate'
import readSheets from 'read-excel-file/universal'
import { MessageKeyError } from '../api/errors.ts'
import { workbookByteLimit, workbookRowLimit } from '../limits.ts'

type Chunk = Uint8Array<ArrayBuffer>

/** Matches the parts of an Excel file that define cells. */
const neededParts = /^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+|_rels\/workbook)\.xml/
/** Matches distant cell addresses, which make the parser create millions of cells. */
const farAddress = /\sr=["'](?:[2-9]\d{6}|\d{8}|[^"']*&|(?:[A-Z]{3}|[A-Z]+\d{5})[^<>]*[^/]>)/
/** Number of bytes unpacked per step, because a step may grow a thousandfold. */
const step = 10_000

/**
 * Reads the cells of an Excel file as unformatted texts.
 *
 * @throws MessageKeyError if the file has no sheet with content, is damaged or is too large
 */
export async function readWorkbook(bytes: Uint8Array) {
  try {
    const parts = await unpack(bytes)
    if (!parts['xl/workbook.xml']) throw new MessageKeyError('customers:noText')
    // The archive is not compressed, because the CSP forbids the reader's workers.
    const { buffer } = zipSync(parts, { level: 0 })
    const sheets = await readSheets(buffer, { parseNumber: (digits) => digits })
    const filled = sheets
      .map(({ sheet, data }) => ({ name: sheet, cells: data.map((row) => row.map(textOfCell)) }))
      .filter(({ cells }) => cells.flat().some((cell) => cell !== ''))
    if (filled.length === 0) throw new MessageKeyError('customers:empty')
    return filled
  } catch (error) {
    throw error instanceof MessageKeyError ? error : new MessageKeyError('customers:badWorkbook')
  }
}

const textOfCell = (cell: unknown) =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : String((cell as string | boolean | null) ?? '')

/** Counts the unpacked bytes, because an archive's sizes can be wrong. */
async function unpack(bytes: Uint8Array): Promise<Record<string, Chunk>> {
  const chunks: Record<string, Chunk[]> = {}
  let size = 0
  const archive = new Unzip((file) => {
    if (!neededParts.test(file.name)) return
    const ofFile = (chunks[file.name] ??= [])
    file.ondata = (error, chunk) => {
      size += chunk.length
      if (error ?? size > workbookByteLimit) throw new Error('damaged or too large')
      ofFile.push(chunk)
    }
    file.start()
  })
  archive.register(UnzipInflate)
  for (let at = 0; at < bytes.length; at += step) {
    archive.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  }
  const parts: Record<string, Chunk> = {}
  for (const [name, all] of Object.entries(chunks)) {
    const part = new Blob(all)
    const xml = await part.text()
    if (farAddress.test(xml) || xml.split('<row').length > workbookRowLimit)
      throw new Error('too large')
    parts[name] = new Uint8Array(await part.arrayBuffer())
  }
  return parts
}
