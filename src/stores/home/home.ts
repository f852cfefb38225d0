import { computed, type ReadableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { listAdministrations, type Administration } from '../../lib/api/serials.ts'
import { administrationLabel } from '../../lib/domain/administration.ts'
import { searchOf, type Search } from '../../lib/domain/options.ts'
import { idsOf, placeName } from '../../lib/domain/place.ts'
import type { Person } from '../../lib/identity/person.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { connectMemory, type Choice } from '../connect/memory.ts'
import { readMadeKeys } from '../coupling/made-keys.ts'
import { readWork } from '../coupling/worked-on.ts'
import { hasCreated } from '../coupling/write-names.ts'
import { createList, itemsOf } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { Portal } from '../shell/portal.ts'
import { readDrafts } from './drafts.ts'
import { createRows, type Remembered, type Row } from './rows.ts'
import { createStates, type Known } from './states.ts'

/** Nobody's role is known (§6): who has one administration is shown a shop, and who has several customers. */
export type View =
  | { status: 'loading' }
  | { status: 'failed'; detail: Message }
  | { status: 'none' }
  | { status: 'merchant'; administration: Administration }
  | { status: 'reseller'; administrations: readonly Administration[] }

export interface Home {
  $view: ReadableAtom<View>
  /** What is known of administrations, by id as text: with it the rows change. */
  $known: ReadableAtom<ReadonlyMap<string, Known>>
  /** Loads the administrations. */
  start: () => Promise<void>
  /** Reads anew what this browser knows, and has asked what may have changed: the user is back. */
  renew: () => Promise<void>
  /** Loads the administrations once more. */
  retry: () => Promise<void>
  /** The administrations that a search finds, what needs somebody first as far as it is known now. */
  find: (query: string) => readonly Administration[]
  /** An administration among others. */
  rowOf: (administration: Administration) => Row
  /** The locations of an administration. */
  placesOf: (administration: Administration) => Row[]
  /** What was begun in this tab, and is for no customer of the list yet. */
  drafts: () => Row[]
  /** Has the state asked for of those that are in sight. */
  show: (inSight: readonly Administration[]) => void
  /** Asks for the state of one once more. */
  askAgain: (administration: Id) => void
  /** Chooses what /connect begins with. */
  choose: (choice: Choice) => void
}

/** Home (contract §4): a merchant's shop, or a reseller's customers, each with what is to be done next. */
export function createHome(portal: Portal, person: Pick<Person, 'id' | 'version'>): Home {
  const { environment } = portal
  const user = person.id
  const { call, written } = readsOf(portal, user)
  const connect = connectMemory(environment, user)
  let drafts = readDrafts(environment, user)
  let remembered: Remembered = { work: [], made: new Set(), drafts: drafts.places }
  const rows = createRows(portal, person, () => remembered)
  const states = createStates({ environment, user, call, isAtRest: rows.isAtRest })
  const knownOf = ({ id }: Administration) => states.$known.get().get(String(id))
  let search: { in: readonly Administration[]; find: Search<Administration> } | null = null

  const administrations = createList(environment, 'administrations', (signal) =>
    call(listAdministrations, {}, { signal }),
  )
  const $view = computed(administrations.$list, (list): View => {
    if (list.status === 'failed') return list
    if (list.status !== 'loaded') return { status: 'loading' }
    const [administration, ...others] = list.items
    if (!administration) return { status: 'none' }
    return others.length === 0
      ? { status: 'merchant', administration }
      : { status: 'reseller', administrations: list.items }
  })

  function boardingDraft(): Row[] {
    const name = drafts.newCustomer()
    // A customer that was created is among the administrations.
    const isCreated = remembered.work.some(({ location }) => hasCreated(written, location))
    if (name === null || isCreated) return []
    const title: Message = name
      ? { key: 'home:newCustomer', parameters: { name } }
      : { key: 'home:unnamedCustomer' }
    return [rows.draftOf('boarding', title)]
  }

  function connectDraft(): Row[] {
    const { administration, location } = connect.read() ?? {}
    if (!administration) return []
    const parameters = { administration: administrationLabel(administration) }
    if (!location) return [rows.draftOf('connect', { key: 'home:noLocation', parameters })]
    const chosen = placeName(idsOf({ administration, location }))
    // What somebody went on with has its row.
    if (remembered.work.some((each) => placeName(each) === chosen)) return []
    const both = { ...parameters, location: location.name }
    return [rows.draftOf('connect', { key: 'home:place', parameters: both })]
  }

  async function renew(): Promise<void> {
    const [work, made] = await Promise.all([
      readWork(environment, user),
      readMadeKeys(environment, user),
    ])
    drafts = readDrafts(environment, user)
    remembered = { work, made: new Set(made.map(placeName)), drafts: drafts.places }
    states.renew()
  }

  return {
    $view,
    $known: states.$known,
    start: async () => {
      await renew()
      await administrations.load()
    },
    renew,
    retry: administrations.reload,
    find: (query) => {
      const items = itemsOf(administrations.$list.get())
      // Preparing a search of thousands takes long: not before there is one.
      if (query !== '' && search?.in !== items) {
        search = { in: items, find: searchOf(items, searchedText) }
      }
      const found = query === '' ? items : (search?.find(query, Infinity).shown ?? [])
      // Those that were worked on come before their equals. They are few, and sorting all takes long too.
      const latest = remembered.work.map(
        ({ administration }, index) => [String(administration), index] as const,
      )
      const places = new Map(latest.toReversed())
      const placeOf = ({ id }: Administration) => places.get(String(id)) ?? Infinity
      const worked = found.filter((each) => placeOf(each) < Infinity)
      worked.sort((one, other) => placeOf(one) - placeOf(other))
      const ranked: Administration[][] = []
      for (const each of [...worked, ...found.filter((each) => placeOf(each) === Infinity)]) {
        ;(ranked[rows.rankOf(knownOf(each))] ??= []).push(each)
      }
      return ranked.flat()
    },
    rowOf: (administration) => rows.rowOf(administration, knownOf(administration)),
    placesOf: (administration) => rows.placesOf(administration, knownOf(administration)),
    drafts: () => [...boardingDraft(), ...connectDraft()],
    show: states.show,
    askAgain: states.askAgain,
    choose: (choice) => connect.write({ ...choice, isGiven: true }),
  }
}

function searchedText(administration: Administration): string {
  return `${administrationLabel(administration)} ${administration.id}`
}
