import { atom, computed, readonlyType } from 'nanostores'
import * as snelstart from '../../lib/accounting/snelstart/calls.ts'
import {
  getCouplingState,
  readCoupling,
  type CompanySettings,
  type Coupling,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import {
  createCheckLines,
  type LoadState,
  type CouplingDataStates,
  type CheckLine,
  type OtherLocation,
  type CouplingField,
  type CouplingData,
} from '../../lib/accounting/snelstart/coupling-check.ts'
import { findLedgerNumber } from '../../lib/accounting/snelstart/choices.ts'
import {
  getDefaultRelation,
  parseRelation,
  walkInRelationCode,
} from '../../lib/accounting/snelstart/relations.ts'
import { parseLedger, addSuggestedLedger } from '../../lib/accounting/snelstart/ledgers.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { getHttpStatus } from '../../lib/api/errors.ts'
import {
  getLocation,
  listLocations,
  type Location,
  getAdministration,
} from '../../lib/api/places.ts'
import { findRegistration } from '../../lib/api/registrations.ts'
import {
  getCheckUrl,
  readOpenCheckSection,
  getWizardVariant,
  getWizardUrl,
} from '../../lib/domain/coupling.ts'
import { encodePlaceIds, type Place, type PlaceIds } from '../../lib/domain/place.ts'
import { readPlace, readId } from '../../lib/domain/query.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { logFailure } from '../../lib/failure.ts'
import { localizePath, type Message } from '../../lib/i18n/messages.ts'
import { concurrentCheckReadLimit, couplingLookupLimit } from '../../lib/limits.ts'
import { getDefaultFlow } from '../coupling/writes.ts'
import { createPlaceChooser } from '../coupling/place-choice.ts'
import {
  findPendingKey,
  isApprovalAwaited,
  openConnectDraft,
} from '../coupling/remembered-places.ts'
import { createListStore, getListItems, getOnlyItem, retryWhenOnline } from '../form/list.ts'
import { createRequestCache } from '../gateway/request-cache.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createScreenStore } from '../shell/screen-store.ts'
import { openCashDifferencesRecord } from '../wizard/draft.ts'

/** Read requests that depend on the settings of a coupled location. */
const coupledReads: readonly CouplingField[] = [
  'info',
  'templates',
  'ledgers',
  'cashDifferences',
  'relation',
]

/** Creates the store that checks a coupling without changing anything. */
export function createCheck(
  portal: SignedIn,
  ids: PlaceIds,
  { call, signal, renew, stop } = createRequestCache(portal, concurrentCheckReadLimit),
  listedLocation?: Location,
) {
  const { environment } = portal
  const { administration, location } = ids
  const ofLocation = encodePlaceIds(ids)
  const $otherCount = atom(0)

  /** Reads a coupling, or resolves with `waiting` during a pending approval. */
  async function readSettings(id: Id): Promise<Coupling> {
    const place = { administration, location: id }
    const coupling = await readCoupling(call, place)
    return coupling === null && (await isApprovalAwaited(portal, place)) ? 'waiting' : coupling
  }

  /** Returns the settings of a coupled location, otherwise null. */
  async function readCoupled(id = location): Promise<CompanySettings | null> {
    const settings = await readSettings(id)
    return settings === 'waiting' ? null : settings
  }

  async function readOther({ id, name }: Location): Promise<OtherLocation> {
    const settings = await readCoupled(id)
    return { name, identifier: settings?.snelstart_administratie_identifier ?? null }
  }

  /** The service might not return a new administration or location yet. */
  const readCreated = async <Part extends keyof Place>(part: Part) =>
    (await findPendingKey(portal, ids))?.place?.[part] ?? null

  const reads: { [Name in CouplingField]: () => Promise<CouplingData[Name]> } = {
    administration: async () =>
      (await call(getAdministration, { path: { id: administration } })) ??
      (await readCreated('administration')),
    location: async () =>
      listedLocation ??
      (await call(getLocation, { path: { id: location } })) ??
      (await readCreated('location')),
    registration: () =>
      call(findRegistration, {
        query: { administration_id: administration, location_id: location },
      }),
    settings: () => readSettings(location),
    info: () => call(snelstart.getCompanyInfo, { query: ofLocation.query }),
    templates: () => call(snelstart.listOrderTemplates, ofLocation),
    ledgers: async () => (await call(snelstart.listLedgers, ofLocation)).map(parseLedger),
    async cashDifferences() {
      const settings = await readCoupled()
      if (settings === null) return null
      const book = settings.snelstart_administratie_identifier
      const memory = await openCashDifferencesRecord(portal, ids, book)
      return findLedgerNumber('cash_differences', settings, memory.read())
    },
    payments: async () =>
      snelstart.filterPaymentLedgers(
        ids,
        await call(snelstart.listPaymentLedgers, { headers: ids }),
      ).records,
    async relation() {
      const settings = await readCoupled()
      if (settings === null) return null
      const id = getDefaultRelation(settings)
      if (id !== null) {
        const found = await call(snelstart.getRelation, { ...ofLocation, path: { id } })
        return found && parseRelation(found)
      }
      const query = { ...ofLocation.query, relatiecode: walkInRelationCode }
      const found = await call(snelstart.findRelations, { ...ofLocation, query })
      return found.map(parseRelation).find(({ code }) => code === walkInRelationCode) ?? null
    },
    async others() {
      const locations = await call(listLocations, { headers: ofLocation.headers })
      const others = locations.filter(({ id }) => String(id) !== String(location))
      $otherCount.set(others.length)
      return Promise.all(others.slice(0, couplingLookupLimit).map(readOther))
    },
  }
  const names = Object.keys(reads) as CouplingField[]
  const asking = { status: 'asking' } as const
  const unanswered = Object.fromEntries(names.map((name) => [name, asking])) as CouplingDataStates
  const $answers = atom(unanswered)
  const $lines = computed($answers, createCheckLines)
  const $state = computed($answers, ({ settings }) =>
    settings.status === 'answered' ? getCouplingState(settings.value) : null,
  )

  async function read(name: CouplingField): Promise<void> {
    const readSignal = signal()
    const set = (answer: LoadState<unknown>) => {
      if (!readSignal.aborted) $answers.set({ ...$answers.get(), [name]: answer })
    }
    set(asking)
    try {
      const value = await reads[name]()
      set({ status: 'answered', value })
      if (name !== 'settings' || readSignal.aborted || (await readCoupled()) === null) return
      for (const each of coupledReads) void read(each)
    } catch (error) {
      if (readSignal.aborted) return
      const failure = logFailure(environment, `could not be read for a check: ${name}`, error)
      set({ status: 'failed', failure, code: getHttpStatus(error) })
      retryWhenOnline(environment, error, readSignal, () => read(name))
    }
  }

  function readAll(): void {
    $answers.set(unanswered)
    for (const name of names) if (!coupledReads.includes(name)) void read(name)
  }

  return {
    $lines,
    $state,
    /** Number of other locations of the administration, zero while loading. */
    $otherCount: readonlyType($otherCount),
    reads,
    readAll,
    start: (): void => {
      renew()
      readAll()
    },
    stop,
    /** Stores the checked location as the preselection of /connect. */
    preselect: (): void => {
      const { administration, location } = $answers.get()
      if (administration.status !== 'answered' || location.status !== 'answered') return
      const choice = { administration: administration.value, location: location.value }
      openConnectDraft(portal).write({ ...choice, isGiven: true })
    },
    readAgain: ({ failed }: Pick<CheckLine, 'failed'>): void => {
      for (const name of failed) if ($answers.get()[name].status !== 'asking') void read(name)
    },
  }
}

export interface LocationCheck {
  location: Location
  lines: readonly CheckLine[] | null
  worst: CheckLine | null
}

/** Verdicts that a location's row shows before the others, most severe first. */
const severeVerdicts = ['wrong', 'attention', 'off', 'asking', 'unknown']

/** Creates the store that checks the locations of an administration. */
export function createLocationChecks(portal: SignedIn, administration: Id) {
  const requestCache = createRequestCache(portal, concurrentCheckReadLimit)
  const locations = createListStore(portal.environment, 'locations', () =>
    requestCache.call(listLocations, { headers: { administration } }),
  )
  const $rows = atom<readonly LocationCheck[]>([])

  function check(location: Location): void {
    const place = { administration, location: location.id }
    const { $lines, readAll } = createCheck(portal, place, requestCache, location)
    $lines.subscribe((lines) => {
      const byVerdict = Map.groupBy(lines, ({ verdict }): string => verdict)
      const severe = severeVerdicts.flatMap((verdict) => byVerdict.get(verdict) ?? [])
      const [worst = null] = [...severe, ...lines]
      const row = { location, lines, worst }
      $rows.set($rows.get().map((each) => (each.location === location ? row : each)))
    })
    readAll()
  }

  function checkMore(): void {
    const unchecked = $rows.get().filter(({ lines }) => lines === null)
    for (const { location } of unchecked.slice(0, couplingLookupLimit)) check(location)
  }

  locations.$list.listen((list) => {
    $rows.set(getListItems(list).map((location) => ({ location, lines: null, worst: null })))
    checkMore()
  })

  return {
    $list: locations.$list,
    $rows: readonlyType($rows),
    checkMore,
    start: async (): Promise<void> => {
      requestCache.renew()
      await locations.reload()
    },
    stop: (): void => {
      locations.clear()
      requestCache.stop()
    },
  }
}

export interface CorrectionLink {
  text: Message
  address: URL
  /** Stores the preselection of the linked page before the navigation. */
  prepare?: () => unknown
}

export type CheckScreen = ReturnType<typeof createCheckScreen>

/** Creates the store of the page /check. */
export function createCheckScreen(portal: SignedIn) {
  const { locale } = portal
  const flow = getDefaultFlow(getWizardVariant(portal.person) === 'polaris')
  const address = portal.environment.location()
  const administration = readId(address.searchParams, 'administration')
  const hasLocation = readId(address.searchParams, 'location').status !== 'absent'
  const addressOf = (ids: PlaceIds, isChain?: boolean) =>
    getCheckUrl(getWizardUrl(portal, ids), isChain)
  if (administration.status === 'absent' && !hasLocation) {
    const chooser = createPlaceChooser(portal)
    chooser.administrations.$list.listen((list) => {
      const only = getOnlyItem(list)
      if (only) chooser.chooseAdministration(only)
    })
    return { status: 'choosing', addressOf, ...chooser } as const
  }
  if (administration.status === 'given' && !hasLocation) {
    const { value } = administration
    return {
      status: 'locations',
      administration: value,
      ...createLocationChecks(portal, value),
      addressOf: ({ location }: LocationCheck) =>
        addressOf({ administration: value, location: location.id }),
    } as const
  }
  const place = readPlace(address)
  if (!('administration' in place)) {
    const messages = place.map((key) => ({ key }))
    return { status: 'unusable', messages, flow, start: () => undefined } as const
  }
  const wizard = getWizardUrl(portal, place)
  const check = createCheck(portal, place)

  /** Returns a link to fix the finding. */
  function fixLinkOf({ step, verdict, fixText, fix }: CheckLine): CorrectionLink | null {
    const isWrong = verdict === 'wrong' || verdict === 'attention'
    if (!fixText && !(step && isWrong)) return null
    if (fix && fixText)
      return { text: fixText, address: addSuggestedLedger(withStep(wizard, 'summary'), fix) }
    if (step) return { text: fixText ?? { key: 'check:mend' }, address: withStep(wizard, step) }
    const address = new URL(localizePath(locale, `/${flow}`), wizard)
    if (flow === 'boarding') return { text: { key: 'wizard:toBoarding' }, address }
    return { text: { key: 'wizard:toConnect' }, address, prepare: check.preselect }
  }

  return {
    status: 'checking',
    place,
    shown: readOpenCheckSection(address),
    ...check,
    fixLinkOf,
  } as const
}

export const checkScreen = createScreenStore(createCheckScreen)
