import { atom, computed, map, readonlyType } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import {
  listLocations,
  type Location,
  listAdministrations,
  type Administration,
} from '../../lib/api/places.ts'
import { variantOf, activationAddress, wizardOf } from '../../lib/domain/coupling.ts'
import { idsOf, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import { coupledLookUpLimit } from '../../lib/limits.ts'
import { createEnding, type Ending } from '../coupling/ending.ts'
import { keyName } from '../coupling/writes.ts'
import { keyWrite, isConnected } from '../coupling/place.ts'
import {
  readMadeKeys,
  type MadeKey,
  connectMemory,
  type Choice,
  findMadeKey,
  noteMadeKey,
  noteWork,
} from '../coupling/remembered-places.ts'
import {
  createList,
  itemsOf,
  type ListState,
  createLoadSignal,
  retryWhenOnline,
} from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createScreenStore, tellFailure } from '../shell/screen-store.ts'
import { readReseller } from '../../lib/domain/query.ts'
import { gatewayOf } from '../gateway/gateway.ts'

export type Field = 'administration' | 'location'

export type Connect = ReturnType<typeof createConnect>

/** The connect screen (§2, §4): an existing administration and location, coupled. */
export function createConnect(portal: SignedIn) {
  const { environment, configuration, dialogs, person } = portal
  const { call } = readsOf(portal)
  const memory = connectMemory(portal)
  const approver = createEnding(portal)

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
  /** Whoever has one administration couples their own, as far as can be known (§6); see `home.ts`. */
  const $isOwn = computed(administrations.$list, (list) => {
    const isOnly = list.status === 'loaded' && list.items.length === 1 && !list.leftOut
    return isOnly || variantOf(person) === 'polaris'
  })
  const $choice = map<Choice>(begun)
  const placeAt = ({ administration }: Choice, location: Location | null) =>
    administration && location && idsOf({ administration, location })
  const $place = computed($choice, (choice) => placeAt(choice, choice.location))
  const $isRestored = atom(begun.administration !== null && !isGiven)
  /** Attempts to submit an incomplete choice; none once it is complete. */
  const $attempts = atom(0)
  const $isBusy = atom(false)
  /** Fields without a choice; empty until the first attempt to submit. */
  const $missing = computed([$choice, $attempts], (choice, attempts) =>
    attempts > 0 ? missingIn(choice) : [],
  )
  /** Whether places are coupled, by their names, as far as that was answered (contract §4). */
  const $known = atom<ReadonlyMap<string, boolean>>(new Map())
  const asking = new Set<string>()
  const nextSignal = createLoadSignal()
  let signal = nextSignal()
  const $coupled = computed([locations.$list, $known], (list, known) =>
    itemsOf(list).filter((location) => {
      const place = placeAt($choice.get(), location)
      return place && known.get(placeName(place))
    }),
  )
  /** Where the settings of the chosen location are, when it is coupled already. */
  const $settings = computed([$place, $known], (place, known) =>
    place && known.get(placeName(place)) ? settingsOf(place) : null,
  )
  const $made = atom<readonly MadeKey[]>([])
  /** Where its approval can be handed over, when it waits for that and its key was made here. */
  const $handOver = computed([$place, $settings, $made], (place, settings, made) => {
    const isMade = place && made.some((each) => placeName(each) === placeName(place))
    return isMade && settings === null ? settingsOf(place) : null
  })
  $choice.listen((choice) => {
    memory.keep(choice)
    if (choice.administration?.id !== begun.administration?.id) $isRestored.set(false)
    if (missingIn(choice).length === 0) $attempts.set(0)
  })
  $place.listen(lookUp)
  administrations.$list.listen((list) => {
    if (isGone($choice.get().administration, list)) chooseAdministration(null)
  })
  locations.$list.listen((list) => {
    if (isGone($choice.get().location, list)) chooseLocation(null)
    const [only, another] = itemsOf(list)
    const isOnly = only && !another && !('leftOut' in list)
    if (isOnly && $choice.get().location === null) chooseLocation(only)
    // The states that the list shows; of a long list the one that is chosen will do.
    const shown = itemsOf(list).map((location) => placeAt($choice.get(), location))
    if (shown.length <= coupledLookUpLimit) for (const place of shown) lookUp(place)
  })

  function chooseAdministration(chosen: Administration | null): void {
    if (chosen?.id === $choice.get().administration?.id) return
    // What is under way is given up.
    signal = nextSignal()
    asking.clear()
    $choice.set({ administration: chosen, location: null })
    loadLocations()
  }

  function loadLocations(): void {
    if ($choice.get().administration === null) locations.clear()
    else void locations.reload()
  }

  const chooseLocation = (chosen: Location | null) => $choice.setKey('location', chosen)

  /** Finds out whether a place is coupled, unless that is known or under way. */
  function lookUp(place: PlaceIds | null): void {
    const name = place && placeName(place)
    if (name && !asking.has(name) && !$known.get().has(name)) void isCoupledNow(place)
  }

  /**
   * Whether a place is coupled: somebody else may have done it since it was asked for. Where that cannot
   * be had, what was known: the accounting package refuses what cannot be.
   */
  async function isCoupledNow(place: PlaceIds, asked = signal): Promise<boolean> {
    const name = placeName(place)
    asking.add(name)
    try {
      const isCoupled = await isConnected(call, place, { signal: asked })
      if (!asked.aborted) $known.set(new Map($known.get()).set(name, isCoupled))
      return isCoupled
    } catch (error) {
      if (!asked.aborted) {
        asking.delete(name)
        logError(environment, 'the coupling could not be looked up', error)
        retryWhenOnline(environment, error, asked, () => isCoupledNow(place))
      }
      return $known.get().get(name) ?? false
    }
  }

  const settingsOf = (place: PlaceIds) => wizardOf(portal, place)

  /** Makes an unconnected key, or takes the one that waits, and leaves for its activation (§4) or its link. */
  async function couple(place: PlaceIds, ending: Ending): Promise<void> {
    const settings = settingsOf(place)
    const gateway = gatewayOf(portal)
    const key = keyWrite(configuration, place)

    /** Two tabs that are pressed at once make one key: the second finds that of the first. */
    async function isAlone(): Promise<boolean> {
      if (await environment.hold(`koppelpunt:${keyName(place)}`)) return true
      await dialogs.alert({ message: { key: 'connect:otherTab' } })
      return false
    }

    if (!(await gateway.mayWrite(isAlone))) return
    const replacesAnother = await isCoupledNow(place)
    // Another key takes the place of the one in use, which is for the user to decide.
    const isAgreed =
      !replacesAnother ||
      (await dialogs.confirm({
        isRisky: true,
        message: { key: 'connect:coupled' },
        detail: { key: 'connect:newKeyHelp' },
        agree: { key: 'connect:newKey' },
        link: { address: settings, label: { key: 'connect:openSettings' } },
      }))
    if (!isAgreed) return
    await gateway.note(async () => {
      const { written } = gateway
      const isAnswered = written.isAnswered(key.name)
      // A key that was activated activates nothing more; the accounting package would refuse it.
      if (replacesAnother && isAnswered) written.forget(key.name)
      if (replacesAnother || isAnswered) return
      // Another tab's key that still waits is this tab's as well.
      const made = await findMadeKey(portal, place)
      if (made) written.record(key.name, key.request, { id: made.key })
    })
    const made = await gateway.write(key)
    if (made === null) return
    await gateway.note(async () => {
      await noteWork(portal, place)
      await noteMadeKey(portal, {
        ...place,
        key: made.id,
        approvedBy: 'package',
        replacesAnother,
        ...(ending === 'handOver' && { isHandedOver: true }),
      })
      $made.set(await readMadeKeys(portal))
    })
    const approval = activationAddress(configuration, made.id, settings)
    await gateway.leave(ending === 'handOver' ? settings : approval)
  }

  /** Couples what is chosen, once that is complete. */
  async function submit(ending = approver.$ending.get()): Promise<void> {
    const place = $place.get()
    if (place === null) $attempts.set($attempts.get() + 1)
    if (place === null || $isBusy.get()) return
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
  }

  return {
    administrations,
    locations,
    $choice: readonlyType($choice),
    $isOwn,
    $attempts: readonlyType($attempts),
    $missing,
    $isBusy: readonlyType($isBusy),
    $coupled,
    $settings,
    $handOver,
    $isRestored: readonlyType($isRestored),
    reseller: readReseller(environment),
    start: () => {
      void readMadeKeys(portal).then((keys) => $made.set(keys))
      lookUp($place.get())
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
    approver,
    submit,
  }
}

function missingIn(choice: Choice): Field[] {
  return (['administration', 'location'] as const).filter((field) => choice[field] === null)
}

function isGone(chosen: { id: Id } | null, list: ListState<{ id: Id }>): boolean {
  return (
    chosen !== null &&
    list.status === 'loaded' &&
    !list.items.some(({ id }) => String(id) === String(chosen.id))
  )
}

export const connectScreen = createScreenStore(createConnect)
