import { atom, type ReadableAtom } from 'nanostores'
import { administrationLabel } from '../../lib/domain/administration.ts'
import { reportAddress, variantOf, wizardAddress } from '../../lib/domain/coupling.ts'
import { idsOf, placeName, type Place, type PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import { localizedPath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import type { Person } from '../../lib/identity/person.ts'
import { hasCreated } from '../coupling/write-names.ts'
import type { Flow } from '../coupling/flow.ts'
import { connectMemory } from '../connect/memory.ts'
import { findPlace, isConnected } from '../coupling/place.ts'
import { readsOf } from '../gateway/reads.ts'
import type { Portal } from '../shell/portal.ts'
import { readDrafts } from './drafts.ts'
import { reportKey } from './report-key.ts'
import { readWork } from '../coupling/worked-on.ts'

/** An entry of Home's list. */
export interface ShownWork {
  title: Message
  states: readonly MessageKey[]
  /** Where the user goes on with it. */
  address: URL
  /** Address of its last report, which this browser keeps. */
  report?: URL
}

export interface RecentItem {
  /** Unique in the list. */
  name: string
  /** Null while it is looked up. */
  shown: ShownWork | null
}

export interface Recent {
  $items: ReadableAtom<readonly RecentItem[]>
  /**
   * Looks up what the user worked on. Never fails: a place that cannot be looked up is shown by its ids,
   * and one that no longer exists is left out.
   */
  start: () => Promise<void>
}

/** Home's list: what this user worked on in this browser, and the drafts of this tab. */
export function createRecent(portal: Portal, person: Pick<Person, 'id' | 'version'>): Recent {
  const { environment, locale } = portal
  const user = person.id
  const { call, written } = readsOf(portal, user)
  const drafts = readDrafts(environment, user)
  const connect = connectMemory(environment, user)
  const $items = atom<readonly RecentItem[]>([])
  const { origin } = environment.location()

  const flowAddress = (flow: Flow) => new URL(localizedPath(locale, `/${flow}`), origin)
  const settingsOf = (place: PlaceIds) => wizardAddress(origin, locale, place, variantOf(person))

  function boardingDraft(places: readonly PlaceIds[]): RecentItem[] {
    const name = drafts.newCustomer()
    // A customer that was created is among the places.
    if (name === null || places.some(({ location }) => hasCreated(written, location))) return []
    const title: Message =
      name === ''
        ? { key: 'home:unnamedCustomer' }
        : { key: 'home:newCustomer', parameters: { name } }
    return [draftOf('boarding', title)]
  }

  function connectDraft(places: readonly PlaceIds[]): RecentItem[] {
    const { administration, location } = connect.read() ?? {}
    if (!administration) return []
    if (!location) {
      const parameters = { administration: administrationLabel(administration) }
      return [draftOf('connect', { key: 'home:administration', parameters })]
    }
    const chosen = placeName(idsOf({ administration, location }))
    if (places.some((place) => placeName(place) === chosen)) return []
    return [draftOf('connect', titleOf({ administration, location }))]
  }

  function draftOf(flow: Flow, title: Message): RecentItem {
    return { name: flow, shown: { title, states: ['home:unfinished'], address: flowAddress(flow) } }
  }

  async function attempt<Value>(looking: Promise<Value>): Promise<Value | undefined> {
    try {
      return await looking
    } catch (error) {
      logError(environment, 'what was worked on could not be looked up', error)
      return undefined
    }
  }

  /** The place with its names; null where it no longer exists. */
  async function find(place: PlaceIds): Promise<Place | null> {
    const [administration, location] = await findPlace(call, place)
    return administration && location && { administration, location }
  }

  async function lookUp(ids: PlaceIds): Promise<ShownWork | null> {
    const [place, isCoupled] = await Promise.all([
      attempt(find(ids)),
      attempt(isConnected(call, ids)),
    ])
    if (place === null) return null
    const title = place ? titleOf(place) : titleOfIds(ids)
    const hasDraft = drafts.places.some((each) => placeName(each) === placeName(ids))
    const address = settingsOf(ids)
    // The wizard's page then shows the link for whoever approves, and offers to start again.
    if (isCoupled === false) return { title, states: ['home:awaitsApproval'], address }
    const isReported = environment.sharedStorage.getItem(await reportKey(user, ids)) !== null
    // Where the look-up failed, the entry leads to the wizard, which looks up again.
    return {
      title,
      states: [
        isCoupled ? 'home:connected' : 'home:stateUnknown',
        ...(hasDraft ? ['home:unfinished' as const] : []),
      ],
      address,
      ...(isReported && { report: reportAddress(address) }),
    }
  }

  async function show(place: PlaceIds): Promise<void> {
    const name = placeName(place)
    const shown = await lookUp(place)
    const others = (item: RecentItem) => item.name !== name
    $items.set(
      shown === null
        ? $items.get().filter(others)
        : $items.get().map((item) => (others(item) ? item : { name, shown })),
    )
  }

  return {
    $items,
    start: async () => {
      const worked = await readWork(environment, user)
      const noted = new Set(worked.map(placeName))
      const others = drafts.places.filter((place) => !noted.has(placeName(place)))
      const places = [...worked, ...others]
      $items.set([
        ...boardingDraft(places),
        ...connectDraft(places),
        ...places.map((place) => ({ name: placeName(place), shown: null })),
      ])
      await Promise.all(places.map(show))
    },
  }
}

function titleOf({ administration, location }: Place): Message {
  const parameters = {
    administration: administrationLabel(administration),
    location: location.name,
  }
  return { key: 'home:place', parameters }
}

function titleOfIds({ administration, location }: PlaceIds): Message {
  const parameters = { administration: String(administration), location: String(location) }
  return { key: 'home:placeIds', parameters }
}
