import * as z from 'zod/mini'
import { atom } from 'nanostores'
import {
  getCouplingState,
  couplingStates,
  readCoupling,
  type Coupling,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import { createApiCaller } from '../../lib/api/caller.ts'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { getHttpStatus } from '../../lib/api/errors.ts'
import {
  listAdministrations,
  listLocations,
  locationSchema,
  type Administration,
  type Location,
} from '../../lib/api/places.ts'
import { createUniqueLabel, createSearch } from '../../lib/domain/options.ts'
import { administrationLabel, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import type { Failure } from '../../lib/failure.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import {
  couplingLookupLimit,
  homeRowLimit,
  homeStateLifetime,
  storedHomeStateLimit,
  concurrentCallLimit,
} from '../../lib/limits.ts'
import { accessTabValue, accessUserValue } from '../../lib/remembered.ts'
import {
  openLinkDateRecord,
  readPendingKeys,
  readRecentPlaces,
  type PendingKey,
  type RecentPlace,
} from '../coupling/remembered-places.ts'
import { readDrafts, type Draft } from '../form/drafts.ts'
import { createListStore, getListItems, type ListState } from '../form/list.ts'
import { createRequestCache } from '../gateway/request-cache.ts'
import type { SignedIn } from '../shell/portal.ts'

/** State of a customer (`broken`: refused, `empty`: no location). */
const homeState = z.literal([...couplingStates, 'broken', 'unknown', 'empty'])
export type HomeState = z.infer<typeof homeState>

const locationState = z.object({
  location: z.nullable(locationSchema),
  state: homeState,
  /** Identifier of the accounting administration of a coupling. */
  book: z.optional(id),
  /** Time of the last report or pending approval link. */
  keptAt: z.nullable(z.number()),
})
export type LocationState = z.infer<typeof locationState>

const reading = z.object({
  administration: id,
  at: z.number(),
  locations: z.array(locationState),
  count: z.number(),
})
type Reading = z.infer<typeof reading>

/** State from which the rows and counts of Home are computed. */
export interface HomeData {
  /** A user with several administrations counts as a reseller (§6). */
  view: { status: 'loading' | 'failed' | 'none' | 'merchant' | 'reseller'; failure?: Failure }
  administrations: ReadonlyMap<string, Administration>
  nameOf: (administration: Administration) => string
  find: (query: string) => readonly Administration[]
  readings: ReadonlyMap<string, Reading>
  work: readonly RecentPlace[]
  pendingKeys: ReadonlyMap<string, PendingKey>
  drafts: readonly Draft[]
  /** True if the states of all visible customers are loaded. */
  isSettled: boolean
}

const idOf = ({ id }: { id: Id }) => String(id)

const bookOf = (coupling: Coupling) =>
  typeof coupling === 'string' ? undefined : coupling?.snelstart_administratie_identifier

function viewOf(list: ListState<Administration>): HomeData['view'] {
  if (list.status === 'failed') return { status: 'failed', failure: list.detail }
  if (list.status !== 'loaded') return { status: 'loading' }
  const { items, leftOut: failure } = list
  if (items.length > 1 || failure) return { status: 'reseller', ...(failure && { failure }) }
  return { status: items.length === 1 ? 'merchant' : 'none' }
}

function createListData(list: ListState<Administration>, locale: Locale) {
  const { compare } = new Intl.Collator(locale)
  const items = getListItems(list).toSorted((one, other) => compare(one.name, other.name))
  /** The index is created lazily, because indexing takes long. */
  let search: ReturnType<typeof createSearch<Administration>> | undefined
  return {
    view: viewOf(list),
    administrations: new Map(items.map((each) => [idOf(each), each])),
    nameOf: createUniqueLabel(items, administrationLabel, idOf),
    find: (query: string) => {
      if (query === '') return items
      search ??= createSearch(items, (each) => `${administrationLabel(each)} ${each.id}`)
      return search(query, Infinity).shown
    },
  }
}

/** Creates the store of the administrations and their states. */
export function createHomeData(portal: SignedIn) {
  const { environment, locale } = portal
  const call = createApiCaller(portal)
  const cache = createRequestCache(portal, concurrentCallLimit)
  const list = createListStore(environment, 'administrations', (signal, leftOut) =>
    call(listAdministrations, {}, { signal, leftOut }),
  )
  const memory = accessTabValue(portal, 'home', z.array(reading))
  const $data = atom<HomeData>({
    ...createListData(list.$list.get(), locale),
    readings: new Map(memory.read()?.map((each) => [String(each.administration), each])),
    work: [],
    pendingKeys: new Map(),
    drafts: [],
    isSettled: false,
  })
  const change = (data: Partial<HomeData>) => $data.set({ ...$data.get(), ...data })
  /** Ids of administrations requested since the last reload. */
  const requested = new Set<string>()
  let visible: readonly Administration[] = []
  let pendingCount = 0

  async function readKeptAt(state: HomeState, place: PlaceIds): Promise<number | null> {
    const link = await openLinkDateRecord(portal, place)
    if (state === 'none' || state === 'waiting') return link.read()
    if (state === 'coupled' || state === 'setUp') link.clear()
    if (state !== 'setUp') return null
    const report = await accessUserValue(portal, 'report', z.object({ at: z.number() }), place)
    return report.read()?.at ?? null
  }

  /** Resolves with null if the list was reloaded meanwhile. */
  async function read(administration: Id): Promise<Reading | null> {
    const signal = cache.signal()
    const at = environment.now()
    const headers = { administration }
    const leftOut = (error: unknown) => logError(environment, 'a location was left out', error)
    function stateAfter(error: unknown): HomeState {
      if (signal.aborted) return 'unknown'
      logError(environment, 'the state of a customer could not be looked up', error)
      const status = getHttpStatus(error)
      // A busy service says nothing about the coupling.
      const isRefusal = status !== undefined && status < 500 && status !== 408 && status !== 429
      return isRefusal ? 'broken' : 'unknown'
    }
    const listed = await cache.call(listLocations, { headers }, { leftOut }).catch(stateAfter)
    const all = typeof listed === 'string' ? [] : listed
    const locations: LocationState[] = []
    const placeOf = ({ id }: Location) => ({ administration, location: id })
    const hasKey = (each: Location) => $data.get().pendingKeys.has(placeName(placeOf(each)))
    // A pending key alone does not show the state of its location.
    const ordered = all.toSorted((one, other) => Number(hasKey(other)) - Number(hasKey(one)))
    for (const location of ordered.slice(0, couplingLookupLimit)) {
      if (signal.aborted) return null
      const place = placeOf(location)
      const reading = await readCoupling(cache.call, place).then(
        (coupling) => ({ state: getCouplingState(coupling), book: bookOf(coupling) }),
        (error: unknown) => ({ state: stateAfter(error) }),
      )
      locations.push({ location, ...reading, keptAt: await readKeptAt(reading.state, place) })
    }
    if (all.length === 0) {
      const state = typeof listed === 'string' ? listed : 'empty'
      locations.push({ location: null, state, keptAt: null })
    }
    return signal.aborted ? null : { administration, at, locations, count: all.length }
  }

  function setReading(reading: Reading): void {
    const id = String(reading.administration)
    const others = [...$data.get().readings].filter(([each]) => each !== id)
    change({ readings: new Map([...others, [id, reading]]) })
  }

  async function readAndRemember(administration: Id): Promise<void> {
    requested.add(String(administration))
    pendingCount += 1
    const reading = await read(administration)
    pendingCount -= 1
    if (reading) {
      setReading(reading)
      memory.keep([...$data.get().readings.values()].slice(-storedHomeStateLimit))
    }
    readVisible()
  }

  function readVisible(): void {
    for (const { id } of visible) {
      if (pendingCount === concurrentCallLimit) return
      if (!requested.has(String(id))) void readAndRemember(id)
    }
    const { administrations, isSettled } = $data.get()
    if (pendingCount === 0 && administrations.size > 0 && !isSettled) change({ isSettled: true })
  }

  function renewReadings(): void {
    cache.renew()
    requested.clear()
    readVisible()
  }

  /** Reloads the stored data and the visible administrations. */
  async function renew(): Promise<void> {
    const [work, keys] = await Promise.all([readRecentPlaces(portal), readPendingKeys(portal)])
    const pendingKeys = new Map(keys.map((key) => [placeName(key), key]))
    change({ work, pendingKeys, drafts: await readDrafts(portal), isSettled: false })
    renewReadings()
    const isListed = ({ administration }: PendingKey) =>
      $data.get().administrations.has(String(administration))
    if (!keys.every(isListed))
      await list.renew().catch((error: unknown) => logError(environment, 'not renewed', error))
  }

  /** True if the state is old or may have changed. */
  function isStale({ id }: Administration): boolean {
    const { readings, work } = $data.get()
    const at = readings.get(String(id))?.at ?? 0
    const worked = work.find(({ administration }) => String(administration) === String(id))
    return (worked?.at ?? 0) >= at || at + homeStateLifetime <= environment.now()
  }

  list.$list.listen((state) => change(createListData(state, locale)))
  environment.on('network', () => {
    if (environment.isOnline()) renewReadings()
  })

  return {
    $data,
    /** Reads the visible administrations, or all administrations of a short list. */
    show: (administrations: readonly Administration[]): void => {
      const all = $data.get().find('')
      const others = all.length > homeRowLimit ? [] : all.filter(isStale)
      visible = [...administrations, ...others]
      readVisible()
    },
    renew,
    start: async (): Promise<void> => {
      await renew()
      await list.load()
    },
    retry: list.reload,
    readAgain: (administration: Id): void => {
      const reading = $data.get().readings.get(String(administration))
      if (reading) setReading({ ...reading, at: 0 })
      requested.delete(String(administration))
      readVisible()
    },
  }
}
