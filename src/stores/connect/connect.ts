import { atom, computed, map, readonlyType } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { listLocations, type Location } from '../../lib/api/locations.ts'
import { listAdministrations, type Administration } from '../../lib/api/serials.ts'
import { variantOf } from '../../lib/domain/coupling.ts'
import { idsOf, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import type { Person } from '../../lib/identity/user.ts'
import { coupledLookUpLimit } from '../../lib/limits.ts'
import { createCouplings } from './couplings.ts'
import type { Ending } from '../coupling/writes.ts'
import {
  readMadeKeys,
  type MadeKey,
  connectMemory,
  type Choice,
} from '../coupling/remembered-places.ts'
import { wizardOf } from '../coupling/place.ts'
import { createList, itemsOf, type ListState } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { Portal } from '../shell/portal.ts'
import { readReseller } from '../form/reseller.ts'
import { tellFailure } from '../shell/tell-failure.ts'

export type Field = 'administration' | 'location'

export type Connect = ReturnType<typeof createConnect>

/** Follows the choice: the form is used without it. */
const loadSubmit = () => import('./couple.ts')

/** The connect screen (§2, §4): an existing administration and location, coupled. */
export function createConnect(portal: Portal, person: Pick<Person, 'id' | 'version'>) {
  const { environment, configuration } = portal
  const user = person.id
  const { call } = readsOf(portal, user)
  const memory = connectMemory(environment, user)

  const administrations = createList(environment, 'administrations', (signal, leftOut) =>
    call(listAdministrations, {}, { signal, leftOut }),
  )
  const locations = createList(environment, 'locations', async (signal, leftOut) => {
    const { administration } = $choice.get()
    if (administration === null) return []
    const headers = { administration: administration.id }
    return call(listLocations, { headers }, { signal, leftOut })
  })
  const { isGiven, ...begun } = memory.read() ?? { administration: null, location: null }
  const $choice = map<Choice>(begun)
  const placeAt = ({ administration }: Choice, location: Location | null) =>
    administration && location && idsOf({ administration, location })
  const $place = computed($choice, (choice) => placeAt(choice, choice.location))
  const $isRestored = atom(begun.administration !== null && !isGiven)
  const $wasAttempted = atom(false)
  const $isBusy = atom(false)
  /** Fields without a choice; empty until the first attempt to submit. */
  const $missing = computed([$choice, $wasAttempted], (choice, wasAttempted) =>
    wasAttempted ? missingIn(choice) : [],
  )
  const couplings = createCouplings(environment, call)
  /** Those of the locations that are known to be coupled already. */
  const $coupled = computed([locations.$list, couplings.$known], (list, known) =>
    itemsOf(list).filter((location) => {
      const place = placeAt($choice.get(), location)
      return place !== null && known.get(placeName(place))
    }),
  )
  /** Whether every location of the list was looked up, so that nothing is left to be told. */
  const $areAllKnown = atom(false)
  /** Where the settings of the chosen location are, when it is coupled already. */
  const $settings = computed([$place, couplings.$known], (place, known) =>
    place && known.get(placeName(place)) ? settingsOf(place) : null,
  )
  const $made = atom<readonly MadeKey[]>([])
  /** Where its approval can be handed over, when it waits for that and its key was made here. */
  const $handOver = computed([$place, $settings, $made], (place, settings, made) => {
    const isMade = place && made.some((each) => placeName(each) === placeName(place))
    return isMade && settings === null ? settingsOf(place) : null
  })
  $choice.listen((choice) => {
    memory.writeSoon(choice)
    if (choice.administration?.id !== begun.administration?.id) $isRestored.set(false)
    if (missingIn(choice).length === 0) $wasAttempted.set(false)
  })
  administrations.$list.listen((list) => {
    if (isGone($choice.get().administration, list)) chooseAdministration(null)
  })
  locations.$list.listen((list) => {
    if (isGone($choice.get().location, list)) chooseLocation(null)
    const [only, another] = itemsOf(list)
    const isOnly = only && !another && !('leftOut' in list)
    if (isOnly && $choice.get().location === null) chooseLocation(only)
    $areAllKnown.set(false)
    if (list.status === 'loaded') void lookUpAll(list.items)
  })

  function chooseAdministration(chosen: Administration | null): void {
    if (chosen?.id === $choice.get().administration?.id) return
    couplings.abandon()
    $choice.set({ administration: chosen, location: null })
    prepare()
    loadLocations()
  }

  function loadLocations(): void {
    if ($choice.get().administration === null) locations.clear()
    else void locations.reload()
  }

  function chooseLocation(chosen: Location | null): void {
    $choice.setKey('location', chosen)
    prepare()
  }

  /** Prepares to submit what is chosen, once it is complete. */
  function prepare(): void {
    const place = $place.get()
    if (place === null) return
    void couplings.find(place)
    loadSubmit().catch((error: unknown) => {
      logError(environment, 'the submit could not be fetched', error)
    })
  }

  /** The states that the list shows; of a long list the one that is chosen will do. */
  async function lookUpAll(listed: readonly Location[]): Promise<void> {
    if (listed.length > coupledLookUpLimit) return
    const choice = $choice.get()
    const places = listed.map((each) => placeAt(choice, each)).filter((place) => place !== null)
    await Promise.all(places.map(couplings.find))
    if (itemsOf(locations.$list.get()) === listed) $areAllKnown.set(true)
  }

  async function showMade(): Promise<void> {
    $made.set(await readMadeKeys(environment, user))
  }

  const settingsOf = (place: PlaceIds) => wizardOf(portal, place, variantOf(person))

  /** Couples what is chosen (`couple.ts`). Resolves with whether the choice was complete. */
  async function submit(ending: Ending = 'approval'): Promise<boolean> {
    const place = $place.get()
    $wasAttempted.set(true)
    if (place === null) return false
    if ($isBusy.get()) return true
    try {
      $isBusy.set(true)
      memory.write($choice.get())
      const { couple } = await loadSubmit()
      await couple({
        ...{ portal, user, place, ending },
        settings: settingsOf(place),
        isCoupled: () => couplings.findAnew(place),
        onMade: showMade,
      })
    } catch (error) {
      const parameters = { provider: configuration.provider.name }
      await tellFailure(portal, { key: 'failure:creatingLocation', parameters }, error)
    } finally {
      $isBusy.set(false)
    }
    return true
  }

  return {
    administrations,
    /** Those of the chosen administration. */
    locations,
    $choice: readonlyType($choice),
    $missing,
    $isBusy: readonlyType($isBusy),
    $coupled,
    $areAllKnown: readonlyType($areAllKnown),
    $settings,
    $handOver,
    /** Whether what is chosen was chosen before, by an earlier load of the page. */
    $isRestored: readonlyType($isRestored),
    reseller: readReseller(environment),
    /** Loads the lists, and looks at a location that was chosen before. */
    start: () => {
      void showMade()
      prepare()
      void administrations.reload()
      loadLocations()
    },
    chooseAdministration,
    chooseLocation,
    /** Chooses nothing. A key that was made, or may have been, stays remembered with its location. */
    discard: () => {
      chooseAdministration(null)
      return true
    },
    submit,
  }
}

function missingIn(choice: Choice): Field[] {
  return (['administration', 'location'] as const).filter((field) => choice[field] === null)
}

/** Whether what was chosen is no longer on offer. */
function isGone(chosen: { id: Id } | null, list: ListState<{ id: Id }>): boolean {
  return (
    chosen !== null &&
    list.status === 'loaded' &&
    !list.items.some(({ id }) => String(id) === String(chosen.id))
  )
}
