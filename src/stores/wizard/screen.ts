import { atom, readonlyType } from 'nanostores'
import type { WizardVariant } from '../../lib/accounting/snelstart/choices.ts'
import { getCompanyInfo, listOrderTemplates } from '../../lib/accounting/snelstart/calls.ts'
import { isSet } from '../../lib/api/endpoint.ts'
import { CallError } from '../../lib/api/errors.ts'
import { findRegistration, type Registration } from '../../lib/api/registrations.ts'
import { readPlace } from '../../lib/domain/query.ts'
import {
  getPlaceIds,
  findPlaceProblems,
  encodePlaceIds,
  placeName,
  type Place,
  type PlaceIds,
} from '../../lib/domain/place.ts'
import { createFailureMessage, logFailure, type Failure } from '../../lib/failure.ts'
import { localizePath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { getLocation, getAdministration } from '../../lib/api/places.ts'
import { logError } from '../../lib/environment.ts'
import { createBoardingStorage } from '../boarding/memory.ts'
import {
  findKeyCreationFlow,
  getDefaultFlow,
  isKeyKnown,
  type CouplingFlow,
} from '../coupling/writes.ts'
import {
  findPendingKey,
  forgetPendingKey,
  isKeyPending,
  openConnectDraft,
  rememberRecentPlace,
  type PendingKey,
} from '../coupling/remembered-places.ts'
import { getCompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { createAbortSignalFactory, retryWhenOnline, createListStore } from '../form/list.ts'
import { getGateway } from '../gateway/gateway.ts'
import {
  findApproval,
  createCouplingPoll,
  isOwnCoupling,
  type Approval,
  type CouplingCheck,
} from './coupling.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createScreenStore } from '../shell/screen-store.ts'
import { createWizard, type Wizard } from './wizard.ts'

export type WizardLoadState =
  | { status: 'loading' }
  | { status: 'unusable'; messages: readonly Message[]; flow: CouplingFlow }
  | { status: 'failed'; detail: Failure }
  | { status: 'waiting'; place: Place; approval: Approval | null }
  | LateCoupling
  | { status: 'connected'; wizard: Wizard; newKey: NewKey | null }

/** Approval of a key that will replace the current key. */
export interface NewKey extends Approval {
  forget: () => void
}

/** State after two minutes without confirmation. */
export interface LateCoupling {
  status: 'unconfirmed'
  place: Place
  approval: Approval | null
  flow: CouplingFlow
  failure: Failure | null
  lookedAt: number
  isLookRequested: boolean
}

export type WizardLoader = ReturnType<typeof createWizardLoader>

/** Creates the store that loads a location's wizard (§2, §4). */
export function createWizardLoader(portal: SignedIn, variant: WizardVariant) {
  const { environment, locale } = portal
  const { call, written } = getGateway(portal)
  const boarding = createBoardingStorage(portal)
  const connect = openConnectDraft(portal)
  const $opening = atom<WizardLoadState>({ status: 'loading' })
  const $registration = atom<Registration | null>(null)
  const $isElsewhere = atom(false)
  const $isHidden = atom(false)
  const nextSignal = createAbortSignalFactory()
  const poll = createCouplingPoll(environment, call)
  const isPolaris = variant === 'polaris'
  const defaultFlow = getDefaultFlow(isPolaris)

  const unusable = (problems: readonly MessageKey[]): WizardLoadState => ({
    status: 'unusable',
    flow: defaultFlow,
    messages: problems.map((key) => ({ key })),
  })

  /** Sends the coupling's requests before the coupling is confirmed. */
  function startReading(placeIds: PlaceIds, signal: AbortSignal) {
    const request = encodePlaceIds(placeIds)
    const templates = createListStore(environment, 'order templates', () =>
      call(listOrderTemplates, request),
    )
    const settings = call(getCompanySettings, request, { signal })
    const info = call(getCompanyInfo, { query: request.query }, { signal })
    const loaded = templates.load()
    for (const promise of [settings, info, loaded]) promise.catch(() => undefined)
    return { settings, info, loaded, templates }
  }

  function lookUpRegistration(placeIds: PlaceIds, signal: AbortSignal): void {
    const query = { administration_id: placeIds.administration, location_id: placeIds.location }
    call(findRegistration, { query }, { signal }).then(
      (registration) => $registration.set(registration),
      (error: unknown) => {
        if (!signal.aborted) logError(environment, 'could not be looked up: registration', error)
      },
    )
  }

  /** Returns the previous object if the failure is repeated. */
  function failureOf({ error }: CouplingCheck, previous: Failure | null): Failure | null {
    if (error === undefined) return null
    const result = error instanceof CallError ? error.result : undefined
    const isSame =
      previous?.trace.result === result && previous?.key === createFailureMessage(error).key
    return isSame ? previous : logFailure(environment, 'the last look failed', error)
  }

  /** Waits two minutes, or longer if there is an approval link. */
  async function awaitCoupling(
    place: Place,
    pendingKey: PendingKey | null,
    signal: AbortSignal,
  ): Promise<WizardLoadState> {
    const ids = getPlaceIds(place)
    const approval = findApproval(portal, place, pendingKey)
    const flow = findKeyCreationFlow(ids, written) ?? defaultFlow
    $opening.set({ status: 'waiting', place, approval })
    let failure: Failure | null = null
    for await (const look of poll.looksAt(ids, signal)) {
      if (look.isConfirmed) return open(signal)
      failure = failureOf(look, failure)
      $opening.set({
        status: 'unconfirmed',
        place,
        approval,
        flow,
        failure,
        lookedAt: environment.now(),
        isLookRequested: false,
      })
      if (approval === null) break
    }
    return $opening.get()
  }

  async function checkOtherTabs(placeIds: PlaceIds): Promise<void> {
    $isElsewhere.set(!(await environment.hold(`koppelpunt:wizard:${placeName(placeIds)}`)))
  }

  environment.on('visibility', () => {
    const placeIds = readPlace(environment.location())
    if (environment.isVisible() && $isElsewhere.get() && 'administration' in placeIds) {
      void checkOtherTabs(placeIds)
    }
  })

  /** Reads a place, or takes an unlisted new place from this browser. */
  async function findPlace(placeIds: PlaceIds, pendingKey: PendingKey | null, signal: AbortSignal) {
    const [administration, location] = await Promise.all([
      call(getAdministration, { path: { id: placeIds.administration } }, { signal }),
      call(getLocation, { path: { id: placeIds.location } }, { signal }),
    ])
    $isHidden.set(pendingKey?.place !== undefined && !(administration && location))
    return {
      administration: administration ?? pendingKey?.place?.administration ?? null,
      location: location ?? pendingKey?.place?.location ?? null,
    }
  }

  async function open(signal: AbortSignal): Promise<WizardLoadState> {
    const placeIds = readPlace(environment.location())
    if (!('administration' in placeIds)) return unusable(placeIds)
    const checkedOtherTabs = checkOtherTabs(placeIds)
    lookUpRegistration(placeIds, signal)
    const reading = startReading(placeIds, signal)

    const pendingKey = await findPendingKey(portal, placeIds)
    const { administration, location } = await findPlace(placeIds, pendingKey, signal)
    const problems = findPlaceProblems({ administration, location })
    if (!administration || !location || problems.length > 0) return unusable(problems)
    const place = { administration, location }
    if (isPolaris && !(await isOwnCoupling(portal, place))) {
      environment.navigate(new URL(localizePath(locale, '/'), environment.location()))
      return { status: 'loading' }
    }
    signal.throwIfAborted()
    const ids = getPlaceIds(place)
    void rememberRecentPlace(portal, ids)

    const settings = await reading.settings
    if (settings === null) return awaitCoupling(place, pendingKey, signal)
    // Settings without a key id do not prove an approval.
    const isShown = pendingKey && (isSet(settings.api_key?.id) || pendingKey.isHandedOver)
    const isWaiting = isShown && pendingKey.replacesAnother && isKeyPending(pendingKey, settings)
    const approval = isWaiting ? findApproval(portal, place, pendingKey) : null
    if (approval === null && !$isHidden.get()) await forgetCoupling(ids)
    const [info] = await Promise.all([reading.info, reading.loaded, checkedOtherTabs])
    const wizard = await createWizard({
      ...{ portal, variant, place, settings, info },
      templates: reading.templates,
      reopen: start,
    })
    function forget(): void {
      $opening.set({ status: 'connected', wizard, newKey: null })
      void forgetCoupling(ids)
    }
    return { status: 'connected', wizard, newKey: approval && { ...approval, forget } }
  }

  /** Deletes stored data, so that a later coupling starts anew. */
  async function forgetCoupling(ids: PlaceIds): Promise<void> {
    if (String(connect.read()?.location?.id) === String(ids.location)) connect.clear()
    boarding.forgetCreated(ids.location)
    await forgetPendingKey(portal, ids)
  }

  async function start(): Promise<void> {
    const signal = nextSignal()
    $opening.set({ status: 'loading' })
    try {
      const state = await open(signal)
      if (!signal.aborted) $opening.set(state)
    } catch (error) {
      if (signal.aborted) return
      const detail = logFailure(environment, 'the wizard could not be loaded', error)
      $opening.set({ status: 'failed', detail })
      retryWhenOnline(environment, error, signal, start)
    }
  }

  return {
    $opening: readonlyType($opening),
    $registration: readonlyType($registration),
    /** True if another tab has opened this wizard. */
    $isElsewhere: readonlyType($isElsewhere),
    /** True if the service does not return the new location yet. */
    $isHidden: readonlyType($isHidden),
    /** Opens the wizard, and aborts an earlier start. */
    start,
    stop: () => void nextSignal(),
    look: () => {
      const state = $opening.get()
      if (state.status !== 'unconfirmed') return
      $opening.set({ ...state, isLookRequested: true })
      poll.lookNow()
    },
    /** Forgets the stored key, unless the outcome of the key's creation is unknown. */
    restart: (place: Place, flow: CouplingFlow) => {
      const ids = getPlaceIds(place)
      if (isKeyKnown(ids, written)) void forgetPendingKey(portal, ids)
      if (flow === 'connect') connect.keep(place)
    },
  }
}

const createWizardScreen = (variant: WizardVariant) =>
  createScreenStore((portal) => createWizardLoader(portal, variant))

export const wizardScreens = {
  wizard: createWizardScreen('wizard'),
  polaris: createWizardScreen('polaris'),
}
