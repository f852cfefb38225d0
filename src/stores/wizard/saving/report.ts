import type { ReadableAtom } from 'nanostores'
import * as z from 'zod/mini'
import {
  ledgerLabels,
  ledgerPurposes,
  requiredPurposes,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { paysInvoices } from '../../../lib/accounting/snelstart/choices.ts'
import {
  aboutPlace,
  onRecord,
  productLabel,
  type Report,
  reportVersion,
  type Summary,
} from '../../../lib/accounting/snelstart/summary.ts'
import { productsIn } from '../../../lib/accounting/snelstart/values.ts'
import type { Environment } from '../../../lib/environment.ts'
import { reportLimit } from '../../../lib/limits.ts'
import { keysOf, rememberedInBrowser } from '../../../lib/remembered.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { DialogLink } from '../../shell/dialogs.ts'
import type { Wizard } from '../wizard.ts'
import type { Day } from '../example-day.ts'
import type { LedgerViews } from '../ledger-views.ts'

export interface ReportPage {
  linkTo: (report: Report) => DialogLink
  /** Whether the page has words for a message. */
  isMessageKey: (key: string) => boolean
}

const naming = ['label', 'key', 'sharedWith']

/** The portal alone writes reports: its version tells the shape, and the page which messages are gone. */
function reportSchema({ isMessageKey }: Pick<ReportPage, 'isMessageKey'>) {
  const isWorded = (part: unknown): boolean =>
    Object.entries(Object(part) as object).every(([name, value]) =>
      typeof value === 'string' ? !naming.includes(name) || isMessageKey(value) : isWorded(value),
    )
  return z.custom<Report>(
    (kept) => (Object(kept) as Partial<Report>).version === reportVersion && isWorded(kept),
  )
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

export type Reports = ReturnType<typeof createReports>

/** The last report of a place, and what the next one says. */
export function createReports(
  { environment, reportKey, place, draft, relation, $values }: Wizard,
  page: ReportPage,
  $summary: ReadableAtom<Summary>,
  $day: ReadableAtom<Day>,
  $ledgers: ReadableAtom<LedgerViews>,
) {
  const kept = createKeptReport(environment, reportKey, page)

  function write({ isDryRun }: Gateway): Report {
    const [values, views, walkIn] = [$values.get(), $ledgers.get(), relation.$state.get()]
    const { orders, rows } = $day.get()
    const purposes = paysInvoices(values) ? ledgerPurposes : requiredPurposes
    const report: Report = {
      ...aboutPlace(place, environment.now()),
      isDryRun,
      imports: { products: 'notAsked', relations: 'notAsked' },
      ledgers: purposes.flatMap((purpose) => {
        const { state, warning } = views[purpose]
        if (state.status !== 'existing') return []
        const { ledger, origin } = state
        return [{ label: ledgerLabels[purpose], ...ledger, origin, ...(warning && { warning }) }]
      }),
      relation:
        walkIn.status === 'existing'
          ? { code: walkIn.relation.code, name: walkIn.relation.name, origin: walkIn.origin }
          : null,
      products: productsIn(values)
        .filter(({ id }) => draft.isCreated(id))
        .map(productLabel),
      settings: $summary.get(),
      day: {
        orders,
        rows: rows.map(({ label, cents, number, description, code, verdict }) => ({
          ...{ label, cents, number, description, code },
          ...(verdict !== 'fits' && { verdict }),
        })),
      },
    }
    return onRecord(report, kept.read())
  }

  return { last: kept.read, write, keep: kept.write, linkTo: page.linkTo }
}
