import { atom, computed, map, readonlyType } from 'nanostores'
import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import {
  listLocations,
  type Location,
  listAdministrations,
  type Administration,
} from '../../lib/api/places.ts'
import { variantOf, activationAddress, wizardOf } from '../../lib/domain/coupling.ts'
import { idsOf, ofIds, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import {
  getCompanySettings,
  type CompanySettings,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import { coupledLookUpLimit, sideBySide } from '../../lib/limits.ts'
import { createEnding, type Ending } from '../coupling/ending.ts'
import { keyWrite } from '../coupling/place.ts'
import {
  readMadeKeys,
  type MadeKey,
  connectMemory,
  type Choice,
  findMadeKey,
  isAt,
  isPending,
  noteMadeKey,
  noteWork,
} from '../coupling/remembered-places.ts'
import { createList, itemsOf, type ListState, retryWhenOnline } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createScreenStore, tellFailure } from '../shell/screen-store.ts'
import { readReseller } from '../../lib/domain/query.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { createRequestCache } from '../gateway/request-cache.ts'

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
  const looks = createRequestCache(portal, sideBySide)
  /** Settings of places, null without a coupling, by the places' names, as far as look-ups were answered. */
  const $stored = atom<ReadonlyMap<string, CompanySettings | null>>(new Map())
  const $coupled = computed([locations.$list, $stored], (list, stored) =>
    itemsOf(list).filter((location) => {
      const place = placeAt($choice.get(), location)
      return place && stored.get(placeName(place))
    }),
  )
  /** Where the settings of the chosen location are, when it is coupled already. */
  const $settings = computed([$place, $stored], (place, stored) =>
    place && stored.get(placeName(place)) ? settingsOf(place) : null,
  )
  const $made = atom<readonly MadeKey[]>([])
  /** Where its approval can be handed over, when it waits for that and its key was made here. */
  const $handOver = computed([$place, $stored, $made], (place, stored, made) => {
    const isWaiting = place && made.some(isAt(place)) && stored.get(placeName(place)) === null
    return isWaiting ? settingsOf(place) : null
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
    looks.renew()
    $choice.set({ administration: chosen, location: null })
    loadLocations()
  }

  function loadLocations(): void {
    if ($choice.get().administration === null) locations.clear()
    else void locations.reload()
  }

  const chooseLocation = (chosen: Location | null) => $choice.setKey('location', chosen)

  /** Looks up whether a place is coupled, unless that is known. */
  function lookUp(place: PlaceIds | null): void {
    if (place && !$stored.get().has(placeName(place))) void tryToRead(place, looks.call)
  }

  /** Reads the settings of a place. A failure changes nothing; once the network is back, they are read again. */
  async function readStored(place: PlaceIds, call: Call): Promise<CompanySettings | null> {
    const signal = looks.signal()
    try {
      const settings = await call(getCompanySettings, ofIds(place), { signal })
      if (!signal.aborted) $stored.set(new Map($stored.get()).set(placeName(place), settings))
      return settings
    } catch (error) {
      if (!signal.aborted) {
        logError(environment, 'the coupling could not be looked up', error)
        retryWhenOnline(environment, error, signal, () => tryToRead(place, call))
      }
      throw error
    }
  }

  /** The same for what is only shown: its failure is logged. */
  const tryToRead = (place: PlaceIds, call: Call) => readStored(place, call).catch(() => null)

  const settingsOf = (place: PlaceIds) => wizardOf(portal, place)

  /** Takes the key that is pending, or makes one, and leaves for its activation page (§4) or its link. */
  async function couple(place: PlaceIds, ending: Ending): Promise<void> {
    const settings = settingsOf(place)
    const gateway = gatewayOf(portal)
    const { owner, written } = gateway
    const key = keyWrite(configuration, place)
    // Of two tabs that are pressed at once, the second takes the key of the first.
    if (!(await environment.hold(`koppelpunt:${key.name}`))) {
      await dialogs.alert({ message: { key: 'connect:otherTab' } })
      return
    }
    let stored: CompanySettings | null
    try {
      stored = await readStored(place, gateway.call)
    } catch (error) {
      await tellFailure(portal, { key: 'connect:lookFailed' }, error)
      return
    }
    const remembered = await findMadeKey(owner, place)
    const pending = remembered && isPending(remembered, stored) ? remembered : null
    if (stored !== null) {
      // The approval replaces the key in use, which is for the user to decide.
      const isAgreed = await dialogs.confirm({
        isRisky: true,
        message: { key: 'connect:coupled' },
        detail: { key: 'connect:newKeyHelp' },
        ...(pending === null && { agree: { key: 'connect:newKey' } }),
        link: { address: settings, label: { key: 'connect:openSettings' } },
      })
      if (!isAgreed) return
      // The accounting package refuses a key that was activated before.
      if (pending === null && written.isAnswered(key.name)) written.forget(key.name)
    }
    const id = pending?.key ?? (await gateway.write(key))?.id
    if (id === undefined) return
    await noteWork(owner, place)
    await noteMadeKey(owner, {
      ...pending,
      ...place,
      key: id,
      approvedBy: 'package',
      replacesAnother: stored !== null,
      isHandedOver: ending === 'handOver' || undefined,
    })
    $made.set(await readMadeKeys(portal))
    await gateway.leave(
      ending === 'handOver' ? settings : activationAddress(configuration, id, settings),
    )
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
