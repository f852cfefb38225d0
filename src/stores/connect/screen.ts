import { atom, computed, readonlyType } from 'nanostores'
import type { Call } from '../../lib/api/caller.ts'
import type { Location } from '../../lib/api/places.ts'
import { getWizardVariant, getActivationUrl, getWizardUrl } from '../../lib/domain/coupling.ts'
import { getPlaceIds, encodePlaceIds, placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import {
  getCompanySettings,
  type CompanySettings,
} from '../../lib/accounting/snelstart/stored-settings.ts'
import { couplingLookupLimit, concurrentCallLimit } from '../../lib/limits.ts'
import { createApprovalRouteChoice, type ApprovalRoute } from '../coupling/approval-route.ts'
import { describeKeyWrite } from '../coupling/calls.ts'
import { createPlaceChooser, type PlaceField } from '../coupling/place-choice.ts'
import {
  readPendingKeys,
  type PendingKey,
  openConnectDraft,
  type SelectedPlace,
  findPendingKey,
  isSamePlaceAs,
  isKeyPending,
  rememberPendingKey,
  rememberRecentPlace,
} from '../coupling/remembered-places.ts'
import { getListItems, getOnlyItem, retryWhenOnline } from '../form/list.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createScreenStore, notifyFailure } from '../shell/screen-store.ts'
import { readReseller } from '../../lib/domain/query.ts'
import { getGateway } from '../gateway/gateway.ts'
import { createRequestCache } from '../gateway/request-cache.ts'

export type ConnectScreen = ReturnType<typeof createConnectScreen>

/** Creates the store of the connect screen (§2, §4). */
export function createConnectScreen(portal: SignedIn) {
  const { environment, configuration, dialogs, person } = portal
  const memory = openConnectDraft(portal)
  const approvalRouteChoice = createApprovalRouteChoice(portal)

  const { isGiven, ...initial } = memory.read() ?? { administration: null, location: null }
  const { start, ...chooser } = createPlaceChooser(portal, initial)
  const { administrations, locations, $choice, chooseAdministration } = chooser
  /** True if the user probably couples their own shop (§6). */
  const $isOwn = computed(
    administrations.$list,
    (list) => getOnlyItem(list) !== undefined || getWizardVariant(person) === 'polaris',
  )
  const placeAt = ({ administration }: SelectedPlace, location: Location | null) =>
    administration && location && getPlaceIds({ administration, location })
  const $place = computed($choice, (choice) => placeAt(choice, choice.location))
  const $isRestored = atom(initial.administration !== null && !isGiven)
  const $attempts = atom(0)
  const $isBusy = atom(false)
  const $missing = computed([$choice, $attempts], (choice, attempts) =>
    attempts > 0 ? missingIn(choice) : [],
  )
  const looks = createRequestCache(portal, concurrentCallLimit)
  const $stored = atom<ReadonlyMap<string, CompanySettings | null>>(new Map())
  const $coupled = computed([locations.$list, $stored], (list, stored) =>
    getListItems(list).filter((location) => {
      const place = placeAt($choice.get(), location)
      return place && stored.get(placeName(place))
    }),
  )
  const $settings = computed([$place, $stored], (place, stored) =>
    place && stored.get(placeName(place)) ? getWizardUrl(portal, place) : null,
  )
  const $pendingKeys = atom<readonly PendingKey[]>([])
  /** Address of the approval link page while an approval is pending. */
  const $handOver = computed([$place, $stored, $pendingKeys], (place, stored, keys) => {
    const isWaiting =
      place && keys.some(isSamePlaceAs(place)) && stored.get(placeName(place)) === null
    return isWaiting ? getWizardUrl(portal, place) : null
  })
  $choice.listen((choice, before) => {
    if (choice.administration?.id !== before?.administration?.id) looks.renew()
    memory.keep(choice)
    if (choice.administration?.id !== initial.administration?.id) $isRestored.set(false)
    if (missingIn(choice).length === 0) $attempts.set(0)
  })
  $place.listen(lookUp)
  locations.$list.listen((list) => {
    // A long list only shows the state of the selected location.
    const places = getListItems(list).map((location) => placeAt($choice.get(), location))
    if (places.length <= couplingLookupLimit) for (const place of places) lookUp(place)
  })

  /** Reads a location's coupling, and retries only after a network error. */
  function lookUp(place: PlaceIds | null): void {
    if (!place || $stored.get().has(placeName(place))) return
    const signal = looks.signal()
    readStored(place, looks.call).catch((error: unknown) => {
      if (signal.aborted) return
      logError(environment, 'the coupling could not be looked up', error)
      retryWhenOnline(environment, error, signal, () => lookUp(place))
    })
  }

  async function readStored(place: PlaceIds, call: Call): Promise<CompanySettings | null> {
    const settings = await call(getCompanySettings, encodePlaceIds(place))
    $stored.set(new Map($stored.get()).set(placeName(place), settings))
    return settings
  }

  /** Creates a key and opens the approval page (§4) or link. */
  async function couple(place: PlaceIds, approvalRoute: ApprovalRoute): Promise<void> {
    const wizard = getWizardUrl(portal, place)
    const gateway = getGateway(portal)
    const { owner, written } = gateway
    const key = describeKeyWrite(configuration, place)
    // The lock prevents two tabs from creating two keys.
    if (!(await environment.hold(`koppelpunt:${key.name}`))) {
      await dialogs.alert({ message: { key: 'connect:otherTab' } })
      return
    }
    let stored: CompanySettings | null
    try {
      stored = await readStored(place, gateway.call)
    } catch (error) {
      await notifyFailure(portal, { key: 'connect:lookFailed' }, error)
      return
    }
    const remembered = await findPendingKey(owner, place)
    const pending = remembered && isKeyPending(remembered, stored) ? remembered : null
    if (stored !== null) {
      const isAgreed = await dialogs.confirm({
        isRisky: true,
        message: { key: 'connect:coupled' },
        detail: { key: 'connect:newKeyHelp' },
        ...(pending === null && { agree: { key: 'connect:newKey' } }),
        link: { address: wizard, label: { key: 'connect:openSettings' } },
      })
      if (!isAgreed) return
      // The accounting package refuses a key that was already activated.
      if (pending === null && written.isAnswered(key.name)) written.forget(key.name)
    }
    const id = pending?.key ?? (await gateway.write(key))?.id
    if (id === undefined) return
    await rememberRecentPlace(owner, place)
    await rememberPendingKey(owner, {
      ...pending,
      ...place,
      key: id,
      approvedBy: 'package',
      replacesAnother: stored !== null,
      isHandedOver: approvalRoute === 'handOver' || undefined,
    })
    $pendingKeys.set(await readPendingKeys(portal))
    const isHandedOver = approvalRoute === 'handOver'
    await gateway.leave(isHandedOver ? wizard : getActivationUrl(configuration, id, wizard))
  }

  async function submit(approvalRoute = approvalRouteChoice.$approvalRoute.get()): Promise<void> {
    const place = $place.get()
    if (place === null) $attempts.set($attempts.get() + 1)
    if (place === null || $isBusy.get()) return
    try {
      $isBusy.set(true)
      memory.write($choice.get())
      await couple(place, approvalRoute)
    } catch (error) {
      const parameters = { provider: configuration.provider.name }
      await notifyFailure(portal, { key: 'failure:creatingLocation', parameters }, error)
    } finally {
      $isBusy.set(false)
    }
  }

  return {
    ...chooser,
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
      void readPendingKeys(portal).then((keys) => $pendingKeys.set(keys))
      lookUp($place.get())
      start()
    },
    /** Clears the selected place, but keeps keys that were already created. */
    discard: () => {
      chooseAdministration(null)
      return true
    },
    approvalRouteChoice,
    submit,
  }
}

const missingIn = (choice: SelectedPlace): PlaceField[] =>
  (['administration', 'location'] as const).filter((field) => choice[field] === null)

export const connectScreen = createScreenStore(createConnectScreen)
