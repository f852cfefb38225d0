import type { WritableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { getWizardVariant } from '../../../lib/domain/coupling.ts'
import { fieldNames } from '../../../lib/domain/customer.ts'
import type { Encoding } from '../../../lib/domain/encoding.ts'
import type { ColumnMapping, ListTable, ParsedCustomers } from '../../../lib/domain/read-list.ts'
import { MessageKeyError } from '../../../lib/api/errors.ts'
import { createDigest } from '../../../lib/environment.ts'
import { logFailure, type Failure } from '../../../lib/failure.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { listByteLimit } from '../../../lib/limits.ts'
import { accessTabValue } from '../../../lib/remembered.ts'
import type { SignedIn } from '../../shell/portal.ts'

export type ListFile = Pick<Blob, 'size' | 'arrayBuffer'>

export type ListSource =
  | { status: 'none' | 'reading' }
  | { status: 'refused'; message: Message | Failure }
  /** The user has to choose a sheet or an encoding. */
  | {
      status: 'asking'
      question: Message
      options: readonly { id: string; text: string }[]
      choose: (id: string) => Promise<void>
    }
  /** The user has to assign the columns to fields. */
  | { status: 'columns'; table: ListTable; encoding: string | undefined }
  /** `table` is null after a reload, because only rows are stored. */
  | ({ status: 'read'; table: ListTable | null; encoding?: string | undefined } & Pick<
      ParsedCustomers,
      'ignored' | 'long'
    >)

const storedMapping = z.object({
  headings: z.string(),
  fields: z.array(z.object({ field: z.enum(fieldNames), columns: z.array(z.number()) })),
})

/** Reads a customer list from a file or pasted text. */
export function createListReader(
  portal: SignedIn,
  $source: WritableAtom<ListSource>,
  show: (table: ListTable, encoding: string | undefined) => Promise<void>,
) {
  /** Column mappings of the user, by a digest of the headings. */
  const mappings = accessTabValue(portal, 'list-columns', z.array(storedMapping))
  const digestOf = ({ headings }: ListTable) => createDigest(JSON.stringify(headings))
  const refuse = (message: Message | Failure) => $source.set({ status: 'refused', message })

  let lastAttempt = Promise.resolve()

  /** Reads lists one after another, so that the list opened last remains. */
  function attempt(read: () => Promise<void>): Promise<void> {
    lastAttempt = lastAttempt.then(async () => {
      $source.set({ status: 'reading' })
      try {
        await read()
      } catch (error) {
        refuse(logFailure(portal.environment, 'a list could not be read', error))
      }
    })
    return lastAttempt
  }

  /** @param choice sheet or encoding that the user has chosen */
  async function read(bytes: Uint8Array, isPasted: boolean, choice?: string): Promise<void> {
    const [{ decodeText, isZipArchive: isArchive }, { findSheets, splitText }] = await Promise.all([
      import('../../../lib/domain/encoding.ts'),
      import('../../../lib/domain/read-list.ts'),
    ])
    const ask = (question: Message, options: { id: string; text: string }[]) => {
      const choose = (id: string) => attempt(() => read(bytes, isPasted, id))
      $source.set({ status: 'asking', question, options, choose })
    }
    if (isArchive(bytes)) {
      const { readWorkbook } = await import('../../../lib/domain/workbook.ts')
      const sheets = findSheets(await readWorkbook(bytes))
      const options = sheets.map(({ name }) => ({ id: name, text: name }))
      const sheet = sheets.length > 1 ? sheets.find(({ name }) => name === choice) : sheets[0]
      if (sheet) await readCells(sheet.cells, `Excel (${sheet.name})`)
      else ask({ key: 'customers:sheets' }, options)
      return
    }
    const decoded = decodeText(bytes, choice as Encoding | undefined)
    if (!decoded) throw new MessageKeyError('customers:noText')
    const { text, encoding, readings } = decoded
    const options = readings.map((each) => ({
      id: each.encoding,
      text: `${each.words} (${each.encoding})`,
    }))
    const words = readings.find((each) => each.encoding === encoding)?.words
    if (words === undefined) await readCells(splitText(text), isPasted ? undefined : encoding)
    else ask({ key: 'customers:doubtful', parameters: { encoding, words } }, options)
  }

  async function readCells(cells: string[][] | Message, encoding?: string): Promise<void> {
    const { findTable } = await import('../../../lib/domain/read-list.ts')
    const isPolaris = getWizardVariant(portal.person) === 'polaris'
    const table = 'key' in cells ? cells : findTable(cells, isPolaris)
    if ('key' in table) {
      refuse(table)
      return
    }
    const headings = await digestOf(table)
    const stored = mappings.read()?.find((each) => each.headings === headings)
    const mapping: ColumnMapping = stored
      ? Object.fromEntries(stored.fields.map(({ field, columns }) => [field, columns]))
      : table.mapping
    const mapped = { ...table, mapping }
    // Empty headings do not prove that the columns are the same.
    const isKnown = stored && table.headings.some(Boolean)
    if (isKnown || table.isClear) await show(mapped, encoding)
    else $source.set({ status: 'columns', table: mapped, encoding })
  }

  return {
    open: async (file: ListFile, isPasted: boolean): Promise<void> => {
      const parameters = { megabytes: String(listByteLimit / 1_000_000) }
      if (file.size > listByteLimit) refuse({ key: 'customers:tooBig', parameters })
      else await attempt(async () => read(new Uint8Array(await file.arrayBuffer()), isPasted))
    },
    /** Reads the rows, and remembers the columns for lists with equal headings. */
    chooseColumns: async (mapping: ColumnMapping): Promise<void> => {
      const source = $source.get()
      if (!('table' in source) || !source.table) return
      const headings = await digestOf(source.table)
      const others = (mappings.read() ?? []).filter((each) => each.headings !== headings)
      const fields = fieldNames.flatMap((field) => {
        const columns = mapping[field]
        return columns ? [{ field, columns: [...columns] }] : []
      })
      mappings.keep([...others, { headings, fields }])
      await show({ ...source.table, mapping }, source.encoding)
    },
  }
}
