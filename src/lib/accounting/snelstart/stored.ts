import { isSet } from '../../api/endpoint.ts'
import type { Place } from '../../domain/place.ts'
import { findTemplate } from './calls.ts'
import { wizardChoices, templateNames } from './choices.ts'
import { listChangedSettings, createSettings } from './company-settings.ts'
import { ledgerLabels, requiredPurposes, type RequiredLedgerPurpose } from './ledgers.ts'
import { judgeLedger, createWarning } from './suitability.ts'
import {
  describePlace,
  collectWizardDecisions,
  isMissingValue,
  isReportOnlyRow,
  createSummary,
  type Report,
  type SummaryInput,
} from './summary.ts'

export interface StoredSetup extends SummaryInput {
  place: Place
  numbers: Readonly<Record<RequiredLedgerPurpose, string | null>>
  at: number
}

/** True if all ledgers, templates and the relation that settings name exist. */
export function isSetupComplete(stored: StoredSetup): boolean {
  const { current, templates, ledgers, numbers, relation } = stored
  const isMissing = requiredPurposes.some(
    (each) =>
      isMissingValue(ledgers[each]) && (each !== 'cash_differences' || numbers[each] !== null),
  )
  const areTemplatesThere = templateNames.every((name) => {
    const id = current[wizardChoices[name].setting]
    return !isSet(id) || findTemplate(templates ?? [], id)
  })
  return !isMissing && areTemplatesThere && !isMissingValue(relation)
}

/** True if the wizard would store the same values again. */
export const isSetupCurrent = (stored: StoredSetup): boolean =>
  isSetupComplete(stored) &&
  listChangedSettings(
    stored.current,
    createSettings(collectWizardDecisions(stored), stored.current),
  ).length === 0

const goneLedger = { description: '', function: '', origin: 'gone' } as const

/** Creates a report of the stored settings, compared with `previous`. */
export function createStoredReport(stored: StoredSetup, previous: Report | null): Report {
  const { place, at, numbers, ledgers } = stored
  const about = describePlace(place, stored.current, at)
  const last = previous?.book === about.book ? previous : null
  const before = new Map(last?.settings.map(({ label, value }) => [label, value]))
  return {
    ...about,
    isDryRun: false,
    ...(last && { lastAt: last.at }),
    ledgers: requiredPurposes.flatMap((purpose): Report['ledgers'] => {
      const [label, number, found] = [ledgerLabels[purpose], numbers[purpose], ledgers[purpose]]
      if (number === null) return []
      if (isMissingValue(found)) return [{ ...goneLedger, label, number }]
      const same = requiredPurposes.find((each) => each !== purpose && numbers[each] === number)
      const warning = createWarning(judgeLedger(purpose, found), same ? ledgerLabels[same] : null)
      const was = last?.ledgers.find((each) => each.label === label)
      const isSame =
        !was ||
        (['number', 'description', 'function'] as const).every((it) => was[it] === found[it])
      const origin = isSame ? 'named' : 'changed'
      return [{ ...found, label, origin, ...(warning && { warning }) }]
    }),
    relation: null,
    products: last?.products ?? [],
    settings: createSummary(stored).flatMap((row): Report['settings'] => {
      const { label } = row
      const [was, value] = [before.get(label), row.now ? row.now.value : row.value]
      const held = isMissingValue(row.value) ? was : (value ?? was)
      if (isReportOnlyRow(row)) return held ? [{ label, value: held }] : []
      if (was === undefined) return [{ label, value }]
      const isChanged = JSON.stringify(was) !== JSON.stringify(value)
      return [{ label, value, now: { value: was, isChanged } }]
    }),
  }
}
