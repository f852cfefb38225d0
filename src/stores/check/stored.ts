import { atom, readonlyType } from 'nanostores'
import { findLedgerNumber } from '../../lib/accounting/snelstart/choices.ts'
import { mapRequiredPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import {
  createStoredReport,
  isSetupCurrent,
  type StoredSetup,
} from '../../lib/accounting/snelstart/stored.ts'
import { isCouplingSetUp } from '../../lib/accounting/snelstart/stored-settings.ts'
import { missingValueTexts, type Report } from '../../lib/accounting/snelstart/summary.ts'
import { createFormValues } from '../../lib/accounting/snelstart/values.ts'
import { getWizardVariant, type CheckPageSection } from '../../lib/domain/coupling.ts'
import type { Environment } from '../../lib/environment.ts'
import { findPlaceProblems, type PlaceIds } from '../../lib/domain/place.ts'
import { logFailure, type Failure } from '../../lib/failure.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { SignedIn } from '../shell/portal.ts'
import { isOwnCoupling } from '../wizard/coupling.ts'
import { openReportRecord, type ReportPage } from '../wizard/saving/report.ts'
import { createSettingsCopier, type SettingsCopier } from './chain.ts'
import { createCheck } from './screen.ts'

export type StoredState =
  | { status: 'loading' }
  | { status: 'failed'; detail: Failure }
  /** `reason` is null if the user already knows the reason. */
  | { status: 'none'; reason: MessageKey | null }
  | { status: 'report'; document: Report }
  | { status: 'chain'; chain: SettingsCopier }

/** Settings copier of each page, which continues after its panel closes. */
const copiers = new WeakMap<Environment, SettingsCopier>()

/** Creates the store that reads saved settings to show or copy them. */
export function createStoredSetup(
  portal: SignedIn,
  ids: PlaceIds,
  show: CheckPageSection,
  page: Pick<ReportPage, 'isMessageKey'>,
) {
  const { environment, person } = portal
  const $stored = atom<StoredState>({ status: 'loading' })

  /** Resolves with null if the location has no coupling or settings. */
  async function read(): Promise<StoredSetup | null> {
    const { reads } = createCheck(portal, ids)
    const [administration, location, current] = await Promise.all([
      reads.administration(),
      reads.location(),
      reads.settings(),
    ])
    if (!administration || !location) return null
    if (findPlaceProblems({ administration, location }).length > 0) return null
    if (current === null || current === 'waiting' || !isCouplingSetUp(current)) return null
    const [info, templates, ledgers, relation, cashDifferences] = await Promise.all([
      reads.info(),
      reads.templates(),
      reads.ledgers(),
      reads.relation(),
      reads.cashDifferences(),
    ])
    const numbers = mapRequiredPurposes((purpose) =>
      findLedgerNumber(purpose, current, cashDifferences),
    )
    return {
      place: { administration, location },
      current,
      info,
      templates,
      numbers,
      ledgers: mapRequiredPurposes(
        (purpose) =>
          ledgers.find(({ number }) => number === numbers[purpose]) ?? missingValueTexts.missing,
      ),
      relation: relation ?? missingValueTexts.missing,
      currentRelation: relation,
      cashDifferences,
      correction: null,
      values: createFormValues(current),
      at: environment.now(),
    }
  }

  async function open(stored: StoredSetup): Promise<StoredState> {
    if (show === 'report') {
      const lastReport = await openReportRecord(portal, ids, page)
      return { status: 'report', document: createStoredReport(stored, lastReport.read()) }
    }
    const isPolaris = getWizardVariant(person) === 'polaris'
    if (isPolaris && !(await isOwnCoupling(portal, stored.place)))
      return { status: 'none', reason: null }
    // Only saved settings are copied, so corrections must be saved first.
    if (!isSetupCurrent(stored)) return { status: 'none', reason: 'check:chainUnsaved' }
    const running = copiers.get(environment)
    if (running?.$isRunning.get()) return { status: 'chain', chain: running }
    const chain = await createSettingsCopier(portal, stored, read)
    copiers.set(environment, chain)
    return { status: 'chain', chain }
  }

  async function load(): Promise<void> {
    $stored.set({ status: 'loading' })
    try {
      const stored = await read()
      if (!stored) {
        $stored.set({ status: 'none', reason: 'check:storedNone' })
        return
      }
      const state = await open(stored)
      $stored.set(state)
      if (state.status === 'chain') await state.chain.readMore()
    } catch (error) {
      const detail = logFailure(environment, 'what is stored could not be read', error)
      $stored.set({ status: 'failed', detail })
    }
  }

  return { $stored: readonlyType($stored), load }
}
