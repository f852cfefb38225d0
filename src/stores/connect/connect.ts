import { atom, computed, map, readonlyType } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { listLocations, type Location } from '../../lib/api/locations.ts'
import { listAdministrations, type Administration } from '../../lib/api/serials.ts'
import { activationAddress, variantOf } from '../../lib/domain/coupling.ts'
import { idsOf, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import type { Person } from '../../lib/identity/person.ts'
import { coupledLookUpLimit } from '../../lib/limits.ts'
import { createCouplings } from './couplings.ts'
import type { Ending } from '../coupling/flow.ts'
import { findMadeKey, noteMadeKey, readMadeKeys, type MadeKey } from '../coupling/made-keys.ts'
import { keyWrite } from '../coupling/key-write.ts'
import { connectMemory, type Choice } from './memory.ts'
import { wizardOf } from '../coupling/place.ts'
import { createList, itemsOf, type ListState } from '../form/list.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { noteWork } from '../coupling/worked-on.ts'
import type { Portal } from '../shell/portal.ts'
import { readReseller } from '../form/reseller.ts'
import { tellFailure } from '../shell/tell-failure.ts'
import { keyName } from '../coupling/write-names.ts'

export type Field = 'administration' | 'location'

export type Connect = ReturnType<typeof createConnect>

/** The connect screen (§2, §4): an existing administration and location, coupled. */
export function createConnect(portal: Portal, person: Pick<Person, 'id' | 'version'>) {
  const { environment, configuration, dialogs } = portal
  const user = person.id
  const { call, written } = gatewayOf(portal, user)
  const memory = connectMemory(environment, user)

  const administrations = createList(environment, 'administrations', (signal) =>
    call(listAdministrations, {}, { signal }),
  )
  const locations = createList(environment, 'locations', async (signal) => {
    const { administration } = $choice.get()
    if (administration === null) return []
    const headers = { administration: administration.id }
    return call(listLocations, { headers }, { signal })
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
    if (choice.administration === null) $isRestored.set(false)
    if (missingIn(choice).length === 0) $wasAttempted.set(false)
  })
  administrations.$list.listen((list) => {
    if (isGone($choice.get().administration, list)) chooseAdministration(null)
  })
  locations.$list.listen((list) => {
    if (isGone($choice.get().location, list)) chooseLocation(null)
    const [only, another] = itemsOf(list)
    if (only && !another && $choice.get().location === null) chooseLocation(only)
    $areAllKnown.set(false)
    if (list.status === 'loaded') void lookUpAll(list.items)
  })

  function chooseAdministration(chosen: Administration | null): void {
    if (chosen?.id === $choice.get().administration?.id) return
    couplings.abandon()
    $choice.set({ administration: chosen, location: null })
    lookUpCoupling()
    loadLocations()
  }

  function loadLocations(): void {
    if ($choice.get().administration === null) locations.clear()
    else void locations.reload()
  }

  function chooseLocation(chosen: Location | null): void {
    $choice.setKey('location', chosen)
    lookUpCoupling()
  }

  function lookUpCoupling(): void {
    const place = $place.get()
    if (place) void couplings.find(place)
  }

  /** The states that the list shows; of a long list the one that is chosen will do. */
  async function lookUpAll(listed: readonly Location[]): Promise<void> {
    if (listed.length > coupledLookUpLimit) return
    const choice = $choice.get()
    const places = listed.map((each) => placeAt(choice, each)).filter((place) => place !== null)
    await Promise.all(places.map(couplings.find))
    if (itemsOf(locations.$list.get()) === listed) $areAllKnown.set(true)
  }

  const settingsOf = (place: PlaceIds) => wizardOf(portal, place, variantOf(person))

  /** Another key takes the place of the one in use, which is for the user to decide. */
  function mayReplaceKey(place: PlaceIds): Promise<boolean> {
    return dialogs.confirm({
      isRisky: true,
      message: { key: 'connect:coupled' },
      detail: { key: 'connect:newKeyHelp' },
      agree: { key: 'connect:newKey' },
      link: { address: settingsOf(place), label: { key: 'connect:openSettings' } },
    })
  }

  const keyOf = (place: PlaceIds) => keyWrite(configuration, 'connect', place)

  /** Another tab's key that still waits is this tab's as well. */
  async function takeMadeKey(place: PlaceIds): Promise<void> {
    const { name, request } = keyOf(place)
    const made = await findMadeKey(environment, user, place)
    if (made !== null && !written.isAnswered(name)) written.record(name, request, { id: made.key })
  }

  /** Two tabs that are pressed at once make one key: the second finds that of the first. */
  async function isAlone(place: PlaceIds): Promise<boolean> {
    if (await environment.hold(`koppelpunt:${keyName(place)}`)) return true
    await dialogs.alert({ message: { key: 'connect:otherTab' } })
    return false
  }

  async function couple(place: PlaceIds, ending: Ending): Promise<void> {
    const gateway = gatewayOf(portal, user)
    if (!(await gateway.mayWrite(() => isAlone(place)))) return
    const coupled = await couplings.findAnew(place)
    if (coupled && !(await mayReplaceKey(place))) return
    if (!coupled) await gateway.note(() => takeMadeKey(place))
    // A key that was activated activates nothing more; the accounting package would refuse it.
    const key = await gateway.write({ ...keyOf(place), isStale: coupled })
    if (key === null) return
    await gateway.note(async () => {
      await noteWork(environment, user, place)
      await noteMadeKey(environment, user, {
        ...place,
        key: key.id,
        approvedBy: 'package',
        replacesAnother: coupled,
        ...(ending === 'handOver' && { isHandedOver: true }),
      })
      $made.set(await readMadeKeys(environment, user))
    })
    const wizard = settingsOf(place)
    const approval = activationAddress(configuration, key.id, wizard)
    await gateway.leave(ending === 'handOver' ? wizard : approval)
  }

  /**
   * Creates an unconnected key and leaves for the coupling-activation page (§4), or for the page with
   * its link; for a location that is coupled already only when the user agrees. A key that was made
   * here and still waits is taken. Resolves with whether the choice was complete.
   */
  async function submit(ending: Ending = 'approval'): Promise<boolean> {
    const place = $place.get()
    $wasAttempted.set(true)
    if (place === null) return false
    if ($isBusy.get()) return true
    try {
      $isBusy.set(true)
      memory.write($choice.get())
      await couple(place, ending)
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
      void readMadeKeys(environment, user).then((made) => $made.set(made))
      lookUpCoupling()
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
