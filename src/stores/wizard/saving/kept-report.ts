import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import * as z from 'zod/mini'
import type { Summary } from '../../../lib/accounting/snelstart/summary.ts'
import { logError, type Environment } from '../../../lib/environment.ts'
import { reportLimit } from '../../../lib/limits.ts'
import { readJson } from '../../../lib/stored.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { isForgotten, keysOf } from '../../session/user-memory.ts'
import type { DialogLink } from '../../shell/dialogs.ts'
import type { WizardChoices } from '../choices.ts'
import type { Day } from '../example-day.ts'
import type { LedgerViews } from '../made/ledger-views.ts'
import { onRecord, reportOf, reportSchema, type Report, type ReportPage } from './report.ts'

const dated = z.object({ at: z.number() })

/**
 * The last report of a user about a place, which this browser keeps until a sign-out.
 *
 * @param key that of `reportKey`: it begins with what all reports of the same user have
 */
export function createKeptReport(
  environment: Environment,
  key: string,
  page: Pick<ReportPage, 'isMessageKey'>,
) {
  const { sharedStorage } = environment

  /** Makes room: of places that were set up longest ago the reports go, and what is no report. */
  function removeOldest(): void {
    const writtenAt = (each: string) => dated.safeParse(readJson(sharedStorage, each)).data?.at ?? 0
    const others = keysOf(sharedStorage, key.slice(0, key.lastIndexOf(':') + 1))
      .filter((each) => each !== key)
      .sort((one, other) => writtenAt(other) - writtenAt(one))
    for (const each of others.slice(reportLimit - 1)) sharedStorage.removeItem(each)
  }

  return {
    /** Null where there is none, and for what this version of the portal cannot read. */
    read: () => {
      const stored = readJson(sharedStorage, key)
      if (stored === undefined) return null
      const { data, error } = reportSchema(page).safeParse(stored)
      if (error) environment.log('the report that this browser keeps is not usable')
      return data ?? null
    },
    /** Returns whether it is kept. Never fails: storage may be full, or blocked. */
    write: (report: Report) => {
      if (isForgotten(environment)) return false
      try {
        removeOldest()
        sharedStorage.setItem(key, JSON.stringify(report))
        return true
      } catch (error) {
        logError(environment, 'this browser could not keep the report', error)
        return false
      }
    },
  }
}

export type Reports = ReturnType<typeof createReports>

/** The last report of a place: the kept one, until another one is written. */
export function createReports(
  choices: WizardChoices,
  page: ReportPage,
  $summary: ReadableAtom<Summary>,
  $day: ReadableAtom<Day>,
  $ledgers: ReadableAtom<LedgerViews>,
) {
  const kept = createKeptReport(choices.environment, choices.reportKey, page)
  const $report = atom(kept.read())
  const $isReportKept = atom($report.get() !== null)
  return {
    $report: readonlyType($report),
    /** Whether this browser keeps it. */
    $isReportKept: readonlyType($isReportKept),
    /** Says what is saved. */
    write: ({ isDryRun }: Gateway) =>
      onRecord(
        reportOf(choices, $summary.get(), $day.get(), $ledgers.get(), isDryRun),
        $report.get(),
      ),
    keep: (report: Report) => {
      $report.set(report)
      $isReportKept.set(kept.write(report))
    },
    /** Offers a report as a download. */
    linkTo: (report: Report): DialogLink => {
      const isPromised = report.isDryRun || $isReportKept.get()
      const label = { key: 'wizard:downloadReportUnkept' } as const
      return { ...page.linkTo(report), ...(!isPromised && { label }) }
    },
  }
}
