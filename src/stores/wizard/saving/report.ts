import * as z from 'zod/mini'
import type { Report } from '../../../lib/accounting/snelstart/summary.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { storedReportLimit } from '../../../lib/limits.ts'
import {
  listKeys,
  accessBrowserValue,
  createStorageKey,
  type Owner,
} from '../../../lib/remembered.ts'
import type { DialogLink } from '../../shell/dialogs.ts'

export interface ReportPage {
  linkTo: (report: Report) => Promise<DialogLink>
  /** Returns the message parameters that describe a change. */
  changeIn: (row: Report['settings'][number]) => NonNullable<Message['parameters']>
  isMessageKey: (key: string) => boolean
}

const messageKeyFields = ['label', 'key', 'sharedWith']

/** Accepts only reports whose message keys exist on this page. */
function reportSchema({ isMessageKey }: Pick<ReportPage, 'isMessageKey'>) {
  const hasTexts = (part: unknown): boolean =>
    Object.entries(Object(part) as object).every(([name, value]) =>
      typeof value === 'string'
        ? !messageKeyFields.includes(name) || isMessageKey(value)
        : hasTexts(value),
    )
  return z.custom<Report>((stored) => {
    const { ledgers, settings } = Object(stored) as Partial<Report>
    return Array.isArray(ledgers) && Array.isArray(settings) && hasTexts(stored)
  })
}

/** Opens the user's last report about a location. */
export async function openReportRecord(
  { environment, person }: Owner,
  place: PlaceIds,
  page: Pick<ReportPage, 'isMessageKey'>,
) {
  const { sharedStorage } = environment
  const schema = reportSchema(page)
  const key = await createStorageKey('report', person.id, place)
  const memoryAt = (each: string) => accessBrowserValue(environment, 'report', each, schema)
  const { read, keep } = memoryAt(key)
  const writtenAt = (each: string) => memoryAt(each).read()?.at ?? 0

  return {
    read,
    write: (report: Report): void => {
      // At the storage limit, unreadable and oldest reports are removed.
      const others = listKeys(sharedStorage, key.slice(0, key.lastIndexOf(':') + 1))
        .filter((each) => each !== key)
        .sort((one, other) => writtenAt(other) - writtenAt(one))
      for (const each of others.slice(storedReportLimit - 1)) sharedStorage.removeItem(each)
      keep(report)
    },
  }
}
