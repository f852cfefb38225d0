import * as z from 'zod/mini'
import type { Report } from '../../../lib/accounting/snelstart/summary.ts'
import type { Environment } from '../../../lib/environment.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { reportLimit } from '../../../lib/limits.ts'
import { keysOf, rememberedInBrowser } from '../../../lib/remembered.ts'
import type { DialogLink } from '../../shell/dialogs.ts'

export interface ReportPage {
  linkTo: (report: Report) => DialogLink
  /** What fills a sentence about a change. */
  changeIn: (row: Report['settings'][number]) => NonNullable<Message['parameters']>
  /** Whether the page has words for a message. */
  isMessageKey: (key: string) => boolean
}

const naming = ['label', 'key', 'sharedWith']

/** Accepts reports whose messages the page has. */
function reportSchema({ isMessageKey }: Pick<ReportPage, 'isMessageKey'>) {
  const isWorded = (part: unknown): boolean =>
    Object.entries(Object(part) as object).every(([name, value]) =>
      typeof value === 'string' ? !naming.includes(name) || isMessageKey(value) : isWorded(value),
    )
  return z.custom<Report>((kept) => {
    const { ledgers, settings } = Object(kept) as Partial<Report>
    return Array.isArray(ledgers) && Array.isArray(settings) && isWorded(kept)
  })
}

/** The last report of a user about a place, until a sign-out; all keys of the user's begin alike. */
export function createKeptReport(
  environment: Environment,
  key: string,
  page: Pick<ReportPage, 'isMessageKey'>,
) {
  const { sharedStorage } = environment
  const schema = reportSchema(page)
  const at = (each: string) => rememberedInBrowser(environment, 'report', each, schema)
  const { read, keep } = at(key)
  const writtenAt = (each: string) => at(each).read()?.at ?? 0

  return {
    read,
    write: (report: Report): void => {
      // Of places that were set up longest ago the reports go, and what is no report.
      const others = keysOf(sharedStorage, key.slice(0, key.lastIndexOf(':') + 1))
        .filter((each) => each !== key)
        .sort((one, other) => writtenAt(other) - writtenAt(one))
      for (const each of others.slice(reportLimit - 1)) sharedStorage.removeItem(each)
      keep(report)
    },
  }
}
