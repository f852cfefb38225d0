import { isSet } from '../../api/endpoint.ts'
import { administrationLabel, type Place } from '../../domain/place.ts'
import { type CompanyInfo, findTemplate, type LedgerAnswer, type OrderTemplate } from './calls.ts'
import { choices, namedLedger, templateNames } from './choices.ts'
import { isSameSetting, settingsFrom, unsaved } from './company-settings.ts'
import {
  ledgerLabels,
  ledgerOf,
  perPurpose,
  requiredPurposes,
  type Ledger,
  type RequiredPurpose,
} from './ledgers.ts'
import type { Relation } from './relations.ts'
import type { CompanySettings } from './stored-settings.ts'
import { verdictOf } from './suitability.ts'
import {
  decidedIn,
  isLack,
  lacks,
  reportVersion,
  summaryOf,
  type Report,
  type ReportDocument,
  type Summarized,
} from './summary.ts'
import { valuesFrom } from './values.ts'

/** What is stored for a location that is set up, with what it names, as it was read at one time. */
export interface Stored {
  place: Place
  current: CompanySettings
  info: CompanyInfo
  templates: readonly OrderTemplate[]
  ledgers: readonly LedgerAnswer[]
  /** That unknown customers are booked on; null where it is gone. */
  relation: Relation | null
  /** The ledger of cash differences, which no setting names, as this browser remembers it. */
  cashDifferences: string | null
  /** Milliseconds since 1970. */
  at: number
}

/** What the summary is made of, of what is stored. */
export function summarizedOf(stored: Stored): Summarized {
  const { current, info, templates, relation } = stored
  const all = stored.ledgers.map(ledgerOf)
  const number = numbersIn(stored)
  const ledgerAt = (purpose: RequiredPurpose) =>
    all.find((ledger) => ledger.number === number(purpose)) ?? lacks.missing
  return {
    ...{ values: valuesFrom(current), current, info, templates },
    ledgers: perPurpose(ledgerAt),
    correction: null,
    relation: relation ?? lacks.missing,
    currentRelation: relation,
  }
}

const numbersIn =
  ({ current, cashDifferences }: Stored) =>
  (purpose: RequiredPurpose) =>
    purpose === 'cash_differences' ? cashDifferences : namedLedger(purpose, current)

/** Whether all that is stored is still there, and is what the wizard would store of it today. */
export function isWhole(stored: Stored): boolean {
  const { current, templates } = stored
  const summarized = summarizedOf(stored)
  const number = numbersIn(stored)
  const isGone = requiredPurposes.some(
    (purpose) => number(purpose) !== null && isLack(summarized.ledgers[purpose]),
  )
  const areTemplatesThere = templateNames.every((name) => {
    const id = current[choices[name].setting]
    return !isSet(id) || findTemplate(templates, id)
  })
  const isSame = unsaved(current, settingsFrom(decidedIn(summarized), current)).length === 0
  return !isGone && areTemplatesThere && !isLack(summarized.relation) && isSame
}

const goneLedger = { description: '', function: '', code: '', category: '' }

/** What is stored, as a document: what differs from the last report of this browser is marked. */
export function documentOf(stored: Stored, last: Report | null): ReportDocument {
  const { place, at } = stored
  const summarized = summarizedOf(stored)
  const number = numbersIn(stored)
  const before = new Map(last?.settings.map(({ label, value }) => [label, value]))
  return {
    version: reportVersion,
    administration: administrationLabel(place.administration),
    administrationId: String(place.administration.id),
    location: place.location.name,
    locationId: String(place.location.id),
    at,
    isDryRun: false,
    ...(last && { lastAt: last.at }),
    ledgers: requiredPurposes.flatMap((purpose): ReportDocument['ledgers'] => {
      const [label, named, found] = [
        ledgerLabels[purpose],
        number(purpose),
        summarized.ledgers[purpose],
      ]
      if (named === null) return []
      if (isLack(found)) return [{ ...goneLedger, label, number: named, origin: 'gone' }]
      const { kind, reasons } = verdictOf(purpose, found)
      const same = requiredPurposes.find((each) => each !== purpose && number(each) === named)
      const sharedWith = same ? ledgerLabels[same] : null
      const isMarked = sharedWith !== null || reasons.length > 0
      const was = last?.ledgers.find((each) => each.label === label)
      const origin = was && !isSameLedger(was, found) ? 'changed' : 'named'
      return [
        { ...found, label, origin, ...(isMarked && { warning: { sharedWith, kind, reasons } }) },
      ]
    }),
    // A setting holds it.
    relation: null,
    products: [],
    settings: summaryOf(summarized)
      // What no setting holds is nobody's to read, but for the prices of sales.
      .filter(({ now, group }) => now !== undefined || group === 'prices')
      .map(({ label, value, now }) => {
        const held = now ? now.value : value
        const was = before.get(label)
        if (was === undefined) return { label, value: held }
        const isChanged = JSON.stringify(was) !== JSON.stringify(held)
        return { label, value: held, now: { value: was, isChanged } }
      }),
  }
}

const isSameLedger = (was: Pick<Ledger, 'number' | 'description' | 'function'>, is: Ledger) =>
  was.number === is.number && was.description === is.description && was.function === is.function

/** Whether two readings would have the same stored elsewhere. */
export function storesSame(one: Stored, other: Stored): boolean {
  const [mine, theirs] = [one, other].map((each) => decidedIn(summarizedOf(each)))
  return isSameSetting(mine, theirs)
}
