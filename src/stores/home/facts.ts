import * as z from 'zod/mini'
import { atom } from 'nanostores'
import {
  couplingState,
  couplingStates,
  readCoupling,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import {
  listAdministrations,
  listLocations,
  location,
  type Administration,
} from '../../lib/api/places.ts'
import { apartIn, searchOf } from '../../lib/domain/options.ts'
import { administrationLabel, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import type { Failure } from '../../lib/failure.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { coupledLookUpLimit, homeRowLimit, homeStateLimit, sideBySide } from '../../lib/limits.ts'
import { rememberedInTab, rememberedOf } from '../../lib/remembered.ts'
import {
  forgetOldLinks,
  linkOf,
  readMadeKeys,
  readWork,
  type MadeKey,
  type Work,
} from '../coupling/remembered-places.ts'
import { readDrafts, type Draft } from '../form/drafts.ts'
import { createList, itemsOf, type ListState } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import { createRequestCache } from '../gateway/request-cache.ts'
import type { SignedIn } from '../shell/portal.ts'

/** `broken`: the service refuses to tell; `unknown`: it gave no answer; `empty`: there is no location. */
const state = z.literal([...couplingStates, 'broken', 'unknown', 'empty'])
export type State = z.infer<typeof state>

const located = z.object({
  /** Null where there is no location, or none could be listed. */
  location: z.nullable(location),
  state,
  /** Time of a set-up, or noon of the day of a link that may wait, if this browser keeps that. */
  keptAt: z.nullable(z.number()),
})
export type Located = z.infer<typeof located>

const known = z.object({
  administration: id,
  /** Time of the reading; 0 while somebody waits for another one. */
  at: z.number(),
  /** The first locations; one without a location where there is none. */
  locations: z.array(located),
  /** Number of all locations. */
  count: z.number(),
})
type Known = z.infer<typeof known>

/** Everything that Home shows follows from these facts and from the order of its list. */
export interface Facts {
  /** Nobody's role is known (§6): a user with one administration is shown a shop, with several their customers. */
  view: { status: 'loading' | 'failed' | 'none' | 'merchant' | 'reseller'; failure?: Failure }
  /** The user's administrations by id as text, in the order of their names. */
  administrations: ReadonlyMap<string, Administration>
  /** Returns an administration's label, with its id if another one has the same label. */
  nameOf: (administration: Administration) => string
  /** Returns the administrations in whose label or id a text is found. */
  find: (query: string) => readonly Administration[]
  /** Locations of administrations, by the administration's id as text. */
  known: ReadonlyMap<string, Known>
  /** Places that the user worked on. */
  work: readonly Work[]
  /** Keys that were made in this browser and are not known to be approved, by the names of their places. */
  made: ReadonlyMap<string, MadeKey>
  drafts: readonly Draft[]
}

const idOf = ({ id }: { id: Id }) => String(id)

function viewOf(list: ListState<Administration>): Facts['view'] {
  if (list.status === 'failed') return { status: 'failed', failure: list.detail }
  if (list.status !== 'loaded') return { status: 'loading' }
  const { items, leftOut: failure } = list
  if (items.length > 1 || failure) return { status: 'reseller', ...(failure && { failure }) }
  return { status: items.length === 1 ? 'merchant' : 'none' }
}

function listedIn(state: ListState<Administration>, locale: Locale) {
  const { compare } = new Intl.Collator(locale)
  const items = itemsOf(state).toSorted((one, other) => compare(one.name, other.name))
  /** Created at the first search: to index thousands takes long. */
  let search: ReturnType<typeof searchOf<Administration>> | undefined
  return {
    view: viewOf(state),
    administrations: new Map(items.map((each) => [idOf(each), each])),
    nameOf: apartIn(items, administrationLabel, idOf),
    find: (query: string) => {
      if (query === '') return items
      search ??= searchOf(items, (each) => `${administrationLabel(each)} ${each.id}`)
      return search(query, Infinity).shown
    },
  }
}

/** Store of what Home knows: it reads the administrations, and the locations of those in sight. */
export function createFacts(portal: SignedIn) {
  const { environment, locale } = portal
  const reads = readsOf(portal)
  const cache = createRequestCache(portal, sideBySide)
  const list = createList(environment, 'administrations', (signal, leftOut) =>
    reads.call(listAdministrations, {}, { signal, leftOut }),
  )
  const memory = rememberedInTab(portal, 'home', z.array(known))
  const $facts = atom<Facts>({
    ...listedIn(list.$list.get(), locale),
    known: new Map(memory.read()?.map((each) => [String(each.administration), each])),
    work: [],
    made: new Map(),
    drafts: [],
  })
  const note = (facts: Partial<Facts>) => $facts.set({ ...$facts.get(), ...facts })
  /** Administrations that were requested since the last renewal, by id as text. */
  const requested = new Set<string>()
  let inSight: readonly Administration[] = []
  let pending = 0

  async function readKeptAt(state: State, place: PlaceIds): Promise<number | null> {
    const link = await linkOf(portal, place)
    if (state === 'none' || state === 'waiting') return link.read()
    if (state === 'coupled' || state === 'setUp') link.clear()
    const report = await rememberedOf(portal, 'report', z.object({ at: z.number() }), place)
    return state === 'setUp' ? (report.read()?.at ?? null) : null
  }

  /** Reads the locations and their couplings, one call at a time. Returns null if they are renewed meanwhile. */
  async function read(administration: Id): Promise<Known | null> {
    const signal = cache.signal()
    const at = environment.now()
    const headers = { administration }
    const leftOut = (error: unknown) => logError(environment, 'a location was left out', error)
    function failed(error: unknown): State {
      if (signal.aborted) return 'unknown'
      logError(environment, 'the state of a customer could not be looked up', error)
      const status = statusOf(error)
      // A service that is down or busy says nothing about this coupling.
      const isRefusal = status !== undefined && status < 500 && status !== 408 && status !== 429
      return isRefusal ? 'broken' : 'unknown'
    }
    const found = await cache.call(listLocations, { headers }, { leftOut }).catch(failed)
    const all = typeof found === 'string' ? [] : found
    const locations: Located[] = []
    for (const location of all.slice(0, coupledLookUpLimit)) {
      if (signal.aborted) return null
      const place = { administration, location: location.id }
      const state = await readCoupling(cache.call, place).then(couplingState, failed)
      locations.push({ location, state, keptAt: await readKeptAt(state, place) })
    }
    if (all.length === 0) {
      const nowhere = typeof found === 'string' ? found : 'empty'
      locations.push({ location: null, state: nowhere, keptAt: null })
    }
    return signal.aborted ? null : { administration, at, locations, count: all.length }
  }

  function noteKnown(found: Known): void {
    const name = String(found.administration)
    const others = [...$facts.get().known].filter(([each]) => each !== name)
    note({ known: new Map([...others, [name, found]]) })
  }

  function goOn(): void {
    for (const { id } of inSight) {
      if (pending === sideBySide) return
      const name = String(id)
      if (requested.has(name)) continue
      requested.add(name)
      pending += 1
      void read(id).then((found) => {
        pending -= 1
        if (found) {
          noteKnown(found)
          memory.keep([...$facts.get().known.values()].slice(-homeStateLimit))
        }
        goOn()
      })
    }
  }

  function renewStates(): void {
    cache.renew()
    requested.clear()
    goOn()
  }

  /** Reads anew what the browser remembers, and lets the states in sight be read anew. */
  async function renew(): Promise<void> {
    const [work, keys] = await Promise.all([readWork(portal), readMadeKeys(portal)])
    const made = new Map(keys.map((key) => [placeName(key), key]))
    note({ work, made, drafts: readDrafts(portal) })
    forgetOldLinks(environment)
    renewStates()
  }

  /** True if an administration is read out of sight too: it may have changed in another tab. */
  function isToRead({ id }: Administration): boolean {
    const { known, work } = $facts.get()
    const worked = work.find(({ administration }) => String(administration) === String(id))
    return (worked?.at ?? 0) >= (known.get(String(id))?.at ?? 0)
  }

  list.$list.listen((state) => note(listedIn(state, locale)))
  environment.on('network', () => {
    if (environment.isOnline()) renewStates()
  })

  return {
    $facts,
    /** Reads those in sight in their order; of few administrations then those that are unknown or were worked on. */
    show: (administrations: readonly Administration[]): void => {
      const all = $facts.get().find('')
      const others = all.length > homeRowLimit ? [] : all.filter(isToRead)
      inSight = [...administrations, ...others]
      goOn()
    },
    renew,
    start: async (): Promise<void> => {
      await renew()
      await list.load()
    },
    retry: list.reload,
    askAgain: (administration: Id): void => {
      const name = String(administration)
      const found = $facts.get().known.get(name)
      if (found) noteKnown({ ...found, at: 0 })
      requested.delete(name)
      goOn()
    },
  }
}
