import { computed } from 'nanostores'
import { listAdministrations, type Administration } from '../../lib/api/serials.ts'
import { administrationLabel } from '../../lib/domain/administration.ts'
import { searchOf } from '../../lib/domain/options.ts'
import { idsOf, placeName } from '../../lib/domain/place.ts'
import type { Person } from '../../lib/identity/person.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { workLimit } from '../../lib/limits.ts'
import { connectMemory } from '../connect/memory.ts'
import { readMadeKeys } from '../coupling/made-keys.ts'
import { readWork } from '../coupling/worked-on.ts'
import { hasCreated } from '../coupling/write-names.ts'
import { createList, itemsOf } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { Portal } from '../shell/portal.ts'
import { readDrafts } from './drafts.ts'
import { createRows, type Remembered, type Row } from './rows.ts'
import { createStates } from './states.ts'

/** Nobody's role is known (§6): who has one administration is shown a shop, and who has several customers. */
export type View =
  | { status: 'loading' }
  | { status: 'failed'; detail: Message }
  | { status: 'none' }
  | { status: 'merchant'; administration: Administration }
  | { status: 'reseller'; administrations: readonly Administration[] }

export type Home = ReturnType<typeof createHome>

/** Home (contract §4): a merchant's shop, or a reseller's customers, each with what is to be done next. */
export function createHome(portal: Portal, person: Pick<Person, 'id' | 'version'>) {
  const { environment } = portal
  const user = person.id
  const { call, written } = readsOf(portal, user)
  const connect = connectMemory(environment, user)
  let drafts = readDrafts(environment, user)
  let remembered: Remembered = { work: [], made: new Set(), drafts: drafts.places }
  const rows = createRows(
    portal,
    person,
    () => remembered,
    (choice) => connect.write({ ...choice, isGiven: true }),
    (administration) => states.askAgain(administration),
  )
  const states = createStates({ environment, user, call, isAtRest: rows.isAtRest })
  const knownOf = ({ id }: Administration) => states.$known.get().get(String(id))

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

  /** Made when it is read: preparing a search of thousands takes long. */
  const $search = computed(administrations.$list, (list) => searchOf(itemsOf(list), searchedText))

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

  /** Reads anew what this browser knows, and has asked what may have changed: the user is back. */
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
    /** What is known of administrations, by id as text: with it the rows change. */
    $known: states.$known,
    /** Loads the administrations. */
    start: async (): Promise<void> => {
      await renew()
      await administrations.load()
    },
    renew,
    /** Loads the administrations once more. */
    retry: administrations.reload,
    /** The administrations that a search finds, what needs somebody first as far as it is known now. */
    find: (query: string): readonly Administration[] => {
      const items = itemsOf(administrations.$list.get())
      const found = query === '' ? items : $search.get()(query, Infinity).shown
      const worked = remembered.work.map(({ administration }) => String(administration))
      const latest = new Map(worked.map((name, index) => [name, index] as const).reverse())
      // Among equals what was worked on last, then the order of the list.
      const keyed = found.map((each) => {
        const place = latest.get(String(each.id)) ?? workLimit
        return [rows.rankOf(knownOf(each)) * (workLimit + 1) + place, each] as const
      })
      return keyed.sort(([one], [other]) => one - other).map(([, each]) => each)
    },
    /** An administration among others. */
    rowOf: (administration: Administration): Row =>
      rows.rowOf(administration, knownOf(administration)),
    /** The locations of an administration. */
    placesOf: (administration: Administration): Row[] =>
      rows.placesOf(administration, knownOf(administration)),
    /** What was begun in this tab, and is for no customer of the list yet. */
    drafts: (): Row[] => [...boardingDraft(), ...connectDraft()],
    /** Has the state asked for of those that are in sight. */
    show: states.show,
  }
}

function searchedText(administration: Administration): string {
  return `${administrationLabel(administration)} ${administration.id}`
}
