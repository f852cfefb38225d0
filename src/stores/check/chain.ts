import { atom, readonlyType, type WritableAtom } from 'nanostores'
import { isSameSetting } from '../../lib/accounting/snelstart/company-settings.ts'
import { getDefaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { isSetupComplete, type StoredSetup } from '../../lib/accounting/snelstart/stored.ts'
import { formatLedger, requiredPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import { isLedgerRefused } from '../../lib/accounting/snelstart/suitability.ts'
import { findLedgerNumber } from '../../lib/accounting/snelstart/choices.ts'
import type { CompanyInfo } from '../../lib/accounting/snelstart/calls.ts'
import {
  getCompanySettings,
  isCouplingSetUp,
  type CompanySettings,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import {
  collectWizardDecisions,
  isMissingValue,
  createSummary,
  type Summary,
} from '../../lib/accounting/snelstart/summary.ts'
import { listLocations } from '../../lib/api/places.ts'
import { getPlaceIds, encodePlace, type Place } from '../../lib/domain/place.ts'
import { logFailure, isSignInMessage } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { couplingLookupLimit, concurrentCallLimit } from '../../lib/limits.ts'
import { getWizardUrl } from '../../lib/domain/coupling.ts'
import { createConcurrencyLimit } from '../form/list.ts'
import { getGateway } from '../gateway/gateway.ts'
import type { SignedIn } from '../shell/portal.ts'
import { openCashDifferencesRecord } from '../wizard/draft.ts'
import { createAccountingImports, type CompletionState } from '../wizard/saving/imports.ts'
import {
  createSetupSaver,
  getSetupLockName,
  type SaveTarget,
  type SetupSaver,
} from '../wizard/saving/saving.ts'

interface RowBase {
  place: Place
  message?: Message | null
}

/** Target location that is coupled with the same book as the source. */
export interface CopyTarget extends RowBase {
  /** The status after a dry run is `tried`. */
  status: 'offered' | 'busy' | 'failed' | 'tried' | 'done'
  isChosen: boolean
  isSetUp: boolean
  saving: SetupSaver
  $settings: WritableAtom<CompanySettings>
  $info: WritableAtom<CompanyInfo>
}

/** Row of a target location (`otherBook`: coupled with a different book). */
export type LocationRow =
  | (RowBase & {
      status: 'idle' | 'loading' | 'uncoupled' | 'unread' | 'otherBook' | 'ownLedger'
    })
  | CopyTarget

export type SettingsCopier = Awaited<ReturnType<typeof createSettingsCopier>>

export const isCopyTarget = (row: LocationRow): row is CopyTarget => 'saving' in row

export const listDueRows = (rows: readonly LocationRow[]): CopyTarget[] =>
  rows.filter(isCopyTarget).filter(({ isChosen, status }) => isChosen && status !== 'done')

/**
 * Creates the store that copies settings to other locations (product §2, "A chain at once").
 *
 * @throws if the locations cannot be listed
 */
export async function createSettingsCopier(
  portal: SignedIn,
  stored: StoredSetup,
  readSource: () => Promise<StoredSetup | null>,
) {
  const { environment, dialogs } = portal
  const { place } = stored
  const { administration } = place
  const { snelstart_administratie_identifier: book } = stored.current
  /** Ledgers that are not copied, because SnelStart refuses them. */
  const refused = requiredPurposes.flatMap((purpose) => {
    const ledger = stored.ledgers[purpose]
    return !isMissingValue(ledger) && isLedgerRefused(purpose, ledger) ? [{ purpose, ledger }] : []
  })
  const uncopiedPurposes = refused.map(({ purpose }) => purpose)
  const refusedText = refused.map(({ ledger }) => formatLedger(ledger)).join(', ')
  const headers = { administration: administration.id }
  const others = (await getGateway(portal).call(listLocations, { headers })).filter(
    ({ id }) => String(id) !== String(place.location.id),
  )
  const $state = atom<{ status: 'choosing' } | CompletionState>({ status: 'choosing' })
  const $rows = atom(
    others.map((location): LocationRow => ({
      place: { administration, location },
      status: 'idle',
    })),
  )
  let savedBy = getGateway(portal)

  const imports = createAccountingImports(
    { portal, place },
    {
      $state,
      reset: () => $state.set({ status: 'choosing' }),
      isSending: () => settableRows().some(({ saving }) => saving.isLoading()),
      questionTexts: ({ gateway }) => ({ before: endTexts(gateway) }),
      forget: async ({ gateway: { owner }, places }) => {
        const number = stored.numbers.cash_differences
        if (number === null) return
        for (const each of places)
          (await openCashDifferencesRecord(owner, getPlaceIds(each), book)).keep(number)
      },
    },
  )

  function endTexts({ isDryRun }: { isDryRun: boolean }): readonly [Message, ...Message[]] {
    if (isDryRun) return [{ key: 'wizard:doneDryRun' }]
    const count = doneRows().length
    const key = count === 1 ? 'check:chainEndOne' : 'check:chainEnd'
    const end: Message = { key, parameters: { count: String(count) } }
    if (!refusedText) return [end]
    return [end, { key: 'check:chainNotCopied', parameters: { ledgers: refusedText } }]
  }

  const replaceRow = (row: LocationRow) =>
    $rows.set($rows.get().map((each) => (each.place === row.place ? row : each)))
  const settableRows = () => $rows.get().filter(isCopyTarget)
  const doneRows = () => settableRows().filter(({ status }) => status === 'done')
  const currentRow = (row: CopyTarget) => settableRows().find(({ place }) => place === row.place)

  function summaryOfRow({ $settings, $info }: CopyTarget): Summary {
    const current = $settings.get()
    const { currentRelation: relation } = stored
    const isSameRelation =
      relation !== null && String(relation.id) === String(getDefaultRelation(current))
    return createSummary({
      ...stored,
      current,
      info: $info.get(),
      keptPurposes: uncopiedPurposes,
      currentRelation: isSameRelation ? relation : null,
    })
  }

  function rowOf(place: Place, settings: CompanySettings | null): LocationRow {
    if (settings === null) return { place, status: 'uncoupled' }
    if (!isSameSetting(settings.snelstart_administratie_identifier, book))
      return { place, status: 'otherBook' }
    if (uncopiedPurposes.some((purpose) => findLedgerNumber(purpose, settings) === null))
      return { place, status: 'ownLedger' }
    const $settings = atom(settings)
    const $info = atom(stored.info)
    return {
      place,
      status: 'offered',
      isChosen: false,
      isSetUp: isCouplingSetUp(settings),
      saving: createSetupSaver({ portal, place, $settings, $info }),
      $settings,
      $info,
    }
  }

  async function readSettings({ place }: LocationRow): Promise<void> {
    try {
      replaceRow(
        rowOf(place, await getGateway(portal).call(getCompanySettings, encodePlace(place))),
      )
    } catch (error) {
      const message = logFailure(environment, 'another location could not be read', error)
      replaceRow({ place, status: 'unread', message })
    }
  }

  async function readRows(rows: readonly LocationRow[]): Promise<void> {
    const inTurn = createConcurrencyLimit(concurrentCallLimit)
    for (const { place } of rows) replaceRow({ place, status: 'loading' })
    await Promise.all(rows.map((row) => inTurn(() => readSettings(row))))
  }

  /** Alerts if the settings of the source location have changed. */
  async function verifySource(): Promise<boolean> {
    if (!(await environment.hold(getSetupLockName(place)))) {
      await dialogs.alert({ message: { key: 'wizard:otherTab' } })
      return false
    }
    const fresh = await readSource()
    // Prices belong to the accounting administration and are not copied.
    const copiedParts = (source: StoredSetup) => [
      { ...collectWizardDecisions(source), info: null },
      source.ledgers,
    ]
    const isSame =
      fresh !== null &&
      isSetupComplete(fresh) &&
      isSameSetting(fresh.current.snelstart_administratie_identifier, book) &&
      isSameSetting(copiedParts(fresh), copiedParts(stored))
    if (!isSame) await dialogs.alert({ message: { key: 'check:chainSourceChanged' } })
    return isSame
  }

  /** Resolves with false if the source settings have changed. */
  async function saveRow(row: CopyTarget, retried: ReadonlySet<SaveTarget>): Promise<boolean> {
    const { saving, $info } = row
    const update = (status: CopyTarget['status'], message: Message | null = null) =>
      replaceRow({ ...row, status, message })
    const gateway = getGateway(portal)
    update('busy')
    try {
      if (!(await verifySource())) {
        replaceRow(row)
        return false
      }
      const fresh = await saving.read(gateway)
      const decided = collectWizardDecisions({
        ...stored,
        info: $info.get(),
        keptPurposes: uncopiedPurposes,
      })
      const merged =
        typeof fresh === 'string'
          ? fresh
          : (saving.merge(fresh, decided) ?? 'wizard:changedElsewhere')
      if (merged === 'wizard:otherBook') replaceRow({ place: row.place, status: 'otherBook' })
      else if (typeof merged === 'string') update('failed', { key: merged })
      else {
        await imports.begin({ gateway, places: [row.place] })
        await saving.save(gateway, merged, retried)
        const isSent = saving.isSaved() && !gateway.isDryRun
        if (isSent) savedBy = gateway
        if (isSent) update('done')
        else update(saving.isSaved() ? 'tried' : 'failed')
      }
    } catch (error) {
      update('failed', logFailure(environment, 'another location could not be set up', error))
    }
    return true
  }

  /** True if a save failed because the session has ended. */
  function isSignedOut(row: CopyTarget | undefined): boolean {
    const lines = Object.values(row?.saving.$lines.get() ?? {})
    const failures = lines.map((line) => line.status === 'error' && line.message)
    return [row?.message, ...failures].some((message) => message && isSignInMessage(message))
  }

  async function saveRows(
    rows: readonly CopyTarget[],
    retried: ReadonlySet<SaveTarget> = new Set(),
  ): Promise<void> {
    let areSaved = true
    for (const each of rows) {
      const row = currentRow(each)
      if (!row || (!row.isChosen && retried.size === 0)) continue
      if (!(await saveRow(row, retried))) return
      areSaved &&= currentRow(row)?.status === 'done'
      if (isSignedOut(currentRow(row))) break
    }
    const isUnread = $rows.get().some(({ status }) => status === 'unread' || status === 'loading')
    if (areSaved && !isUnread && listDueRows($rows.get()).length === 0) await leave()
  }

  const leave = () =>
    imports.ask({ gateway: savedBy, places: doneRows().map(({ place }) => place) })

  return {
    place,
    wizardOf: ({ place }: LocationRow) => getWizardUrl(portal, getPlaceIds(place)),
    $state: readonlyType($state),
    $rows: readonlyType($rows),
    $isRunning: imports.$isBusy,
    refusedText,
    endTexts,
    summaryOf: summaryOfRow,
    readMore: () =>
      readRows(
        $rows
          .get()
          .filter(({ status }) => status === 'idle')
          .slice(0, couplingLookupLimit),
      ),
    readAgain: (row: LocationRow) => readRows([row]),
    choose: (row: CopyTarget, isChosen: boolean) => replaceRow({ ...row, isChosen }),
    run: () => imports.press(() => saveRows(listDueRows($rows.get()))),
    retry: (row: CopyTarget, save: SaveTarget) =>
      imports.press(() => saveRows([row], new Set([save]))),
    leave: () => imports.press(leave),
    retryImports: imports.retry,
    goOn: imports.goOn,
  }
}
