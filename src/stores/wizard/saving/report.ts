import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import * as z from 'zod/mini'
import {
  ledgerLabels,
  ledgerPurposes,
  requiredPurposes,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { paysInvoices, summaryGroups } from '../../../lib/accounting/snelstart/choices.ts'
import { productLabel, type Summary } from '../../../lib/accounting/snelstart/summary.ts'
import { productsIn } from '../../../lib/accounting/snelstart/values.ts'
import { administrationLabel } from '../../../lib/domain/place.ts'
import type { Environment } from '../../../lib/environment.ts'
import type { Message, MessageKey } from '../../../lib/i18n/messages.ts'
import { reportLimit } from '../../../lib/limits.ts'
import { keysOf, rememberedInBrowser } from '../../../lib/remembered.ts'
import { check } from '../../../lib/validation/rule.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { DialogLink } from '../../shell/dialogs.ts'
import type { Wizard } from '../wizard.ts'
import type { Day } from '../example-day.ts'
import type { LedgerViews } from '../ledger-views.ts'

/** What the page does for a report. */
export interface ReportPage {
  /** Offers the report as a download. */
  linkTo: (report: Report) => DialogLink
  /** Whether the page has words for a message. */
  isMessageKey: (key: string) => boolean
}

/** Raised when the shape changes, or what a message means; messages that are gone are noticed. */
const version = 3

const unknown = { rule: 'invalid', key: 'rules:invalid' } as const

/**
 * What became of an import: while the question is open nobody knows, and after it perhaps neither. That
 * a browser repeated a start by itself nobody can see, where the server cannot tell (contract §4).
 */
const importState = z.literal(['notAsked', 'notStarted', 'started', 'perhapsTwice', 'unknown'])
export type ImportState = z.infer<typeof importState>

/** What became of another location of the administration (product §2, "A chain at once"). */
const otherOutcome = z.literal(['done', 'failed', 'unchosen', 'otherBook', 'uncoupled', 'unread'])
export type OtherOutcome = z.infer<typeof otherOutcome>

/** A report names messages; an earlier version of the portal may have had others. */
function reportSchema({ isMessageKey }: Pick<ReportPage, 'isMessageKey'>) {
  const known = check(unknown, (key) => isMessageKey(String(key)))
  const key = z.string().check(known) as z.ZodMiniType<MessageKey>
  const text = z.optional(z.string())
  // What the reasons of a verdict are filled in with.
  const filled = z.object({ function: text, functions: text, what: text, box: text })
  const message = z.object({ key, parameters: z.optional(filled) }) as z.ZodMiniType<Message>
  const reasons: z.ZodMiniType<readonly Message[]> = z.array(message)
  const verdict = z.literal(['fits', 'doubtful', 'refused', 'unknown'])
  const shown = z.nullable(z.union([z.boolean(), z.string(), z.object({ key })]))
  const settings = z.array(
    z.object({
      label: key,
      value: shown,
      now: z.optional(z.object({ value: shown, isChanged: z.boolean() })),
    }),
  )
  return z.object({
    version: z.literal(version),
    administration: z.string(),
    administrationId: z.string(),
    location: z.string(),
    locationId: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
    /** Then nothing was sent. */
    isDryRun: z.boolean(),
    imports: z.object({ products: importState, relations: importState }),
    ledgers: z.array(
      z.object({
        label: key,
        number: z.string(),
        description: z.string(),
        function: z.string(),
        /** Reports of before say neither these, nor a warning. */
        code: text,
        category: text,
        origin: z.literal(['named', 'accepted', 'unaccepted', 'created', 'dryRun']),
        /** What spoke against it at that time. */
        warning: z.optional(
          z.object({
            sharedWith: z.nullable(key),
            kind: verdict,
            reasons,
          }),
        ),
      }),
    ),
    relation: z.nullable(
      z.object({
        code: z.string(),
        name: z.string(),
        origin: z.literal(['existing', 'created', 'dryRun']),
      }),
    ),
    /** Products that were made here. */
    products: z.array(z.string()),
    settings,
    /** The other locations of the administration, with what was changed; reports of one alone have none. */
    others: z.optional(
      z.array(
        z.object({ location: z.string(), locationId: z.string(), outcome: otherOutcome, settings }),
      ),
    ),
    /** What a day of sales becomes; reports of before have none. */
    day: z.optional(
      z.object({
        orders: z.nullable(z.object({ register: shown, account: shown })),
        rows: z.array(
          z.object({
            label: key,
            /** Null: the whole day. */
            cents: z.nullable(z.number()),
            number: z.string(),
            description: z.string(),
            code: z.string(),
            /** What spoke against it, where anything did. */
            verdict: z.optional(verdict),
          }),
        ),
      }),
    ),
  })
}
/** What was set, created and accepted. */
export type Report = z.infer<ReturnType<typeof reportSchema>>

/** Writes the report of what the summary says, once it is saved. */
function reportOf(
  choices: Wizard,
  summary: Summary,
  { orders, rows }: Day,
  views: LedgerViews,
  isDryRun: boolean,
): Report {
  const { environment, place, draft } = choices
  const values = choices.$values.get()
  const relation = choices.relation.$state.get()
  const purposes = paysInvoices(values) ? ledgerPurposes : requiredPurposes
  return {
    version,
    administration: administrationLabel(place.administration),
    administrationId: String(place.administration.id),
    location: place.location.name,
    locationId: String(place.location.id),
    at: environment.now(),
    isDryRun,
    imports: { products: 'notAsked', relations: 'notAsked' },
    ledgers: purposes.flatMap((purpose) => {
      const { state, warning } = views[purpose]
      if (state.status !== 'existing') return []
      const { ledger, origin } = state
      return [{ label: ledgerLabels[purpose], ...ledger, origin, ...(warning && { warning }) }]
    }),
    relation:
      relation.status === 'existing'
        ? { code: relation.relation.code, name: relation.relation.name, origin: relation.origin }
        : null,
    products: productsIn(values)
      .filter(({ id }) => draft.isCreated(id))
      .map(productLabel),
    settings: settingsIn(summary),
    day: {
      orders,
      rows: rows.map(({ label, cents, number, description, code, verdict }) => ({
        ...{ label, cents, description, code },
        number: number ?? '',
        ...(verdict !== 'fits' && { verdict }),
      })),
    },
  }
}

/** The rows of a summary as a report has them. */
export const settingsIn = (summary: Summary) =>
  summaryGroups.flatMap(({ name }) =>
    summary[name].map(({ label, value, now }) => ({ label, value, ...(now && { now }) })),
  )

/**
 * The report of a set-up that was completed once more: where that changed nothing, what was created,
 * accepted and changed before stays on record.
 */
function onRecord(report: Report, earlier: Report | null): Report {
  if (earlier === null || report.isDryRun) return report
  const hasNews =
    report.settings.some(({ now }) => now?.isChanged === true) ||
    report.ledgers.some(({ origin }) => origin !== 'named') ||
    report.relation?.origin !== 'existing' ||
    report.products.length > 0
  const numbers = ({ ledgers, relation }: Report) =>
    JSON.stringify([ledgers.map(({ number }) => number), relation?.code])
  const before = new Map(earlier.settings.map(({ label, value }) => [label, JSON.stringify(value)]))
  // What no setting holds is asked anew each time: not answered is not taken back.
  const isSame = report.settings.every(
    ({ label, value, now }) =>
      (value === null && now === undefined) || before.get(label) === JSON.stringify(value),
  )
  if (hasNews || !isSame || numbers(report) !== numbers(earlier)) return report
  return { ...earlier, imports: report.imports }
}

const dated = z.object({ at: z.number() })

/**
 * The last report of a user about a place, which this browser keeps until a sign-out.
 *
 * @param key that of `sharedPlaceKey`: it begins with what all reports of the same user have
 */
export function createKeptReport(
  environment: Environment,
  key: string,
  page: Pick<ReportPage, 'isMessageKey'>,
) {
  const { sharedStorage } = environment
  const { read, write } = rememberedInBrowser(environment, 'report', key, reportSchema(page))
  const writtenAt = (each: string) =>
    rememberedInBrowser(environment, 'report', each, dated).read()?.at ?? 0

  /** Makes room: of places that were set up longest ago the reports go, and what is no report. */
  function removeOldest(): void {
    const others = keysOf(sharedStorage, key.slice(0, key.lastIndexOf(':') + 1))
      .filter((each) => each !== key)
      .sort((one, other) => writtenAt(other) - writtenAt(one))
    for (const each of others.slice(reportLimit - 1)) sharedStorage.removeItem(each)
  }

  return {
    read,
    /** Returns whether it is kept. */
    write: (report: Report): boolean => {
      removeOldest()
      return write(report)
    },
  }
}

export type Reports = ReturnType<typeof createReports>

/** The last report of a place: the kept one, until another one is written. */
export function createReports(
  choices: Wizard,
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
