import { atom, readonlyType } from 'nanostores'
import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { getCompanyInfo, listOrderTemplates } from '../../lib/accounting/snelstart/calls.ts'
import { isSet } from '../../lib/api/endpoint.ts'
import { CallError } from '../../lib/api/errors.ts'
import { findRegistration, type Registration } from '../../lib/api/registrations.ts'
import { askedPlace } from '../../lib/domain/query.ts'
import {
  idsOf,
  misplaced,
  ofIds,
  placeName,
  type Place,
  type PlaceIds,
} from '../../lib/domain/place.ts'
import { failureMessage, noteFailure, type Failure } from '../../lib/failure.ts'
import { localizedPath, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { getLocation, getAdministration } from '../../lib/api/places.ts'
import { logError } from '../../lib/environment.ts'
import { createBoardingMemory } from '../boarding/memory.ts'
import { flowBehind, isKeyKnown, usualFlow, type Flow } from '../coupling/writes.ts'
import {
  findPendingKey,
  forgetPendingKey,
  isKeyPending,
  connectMemory,
  noteWork,
  type PendingKey,
} from '../coupling/remembered-places.ts'
import { getCompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import { createLoadSignal, retryWhenOnline, createList } from '../form/list.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { approvalOf, createLooks, isOwnCoupling, type Approval, type Look } from './coupling.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createScreenStore } from '../shell/screen-store.ts'
import { createWizard, type Wizard } from './wizard.ts'

export type OpeningState =
  | { status: 'loading' }
  | { status: 'unusable'; messages: readonly Message[]; flow: Flow }
  | { status: 'failed'; detail: Failure }
  /** The accounting package has not confirmed the coupling yet. */
  | { status: 'waiting'; place: Place; approval: Approval | null }
  | Unconfirmed
  | { status: 'connected'; wizard: Wizard; newKey: NewKey | null }

/** Approval of a key that is to replace the one in use, and is not known to be approved. */
export interface NewKey extends Approval {
  /** Forgets the key: the next press on connect makes another one. */
  forget: () => void
}

/** Two minutes have passed. With an approval it is still looked at, now and then. */
export interface Unconfirmed {
  status: 'unconfirmed'
  place: Place
  approval: Approval | null
  /** Where the coupling can be restarted: in the flow that it came from. */
  flow: Flow
  failure: Failure | null
  lookedAt: number
  /** Whether somebody asked for the look that is under way. */
  isLookRequested: boolean
}

export type Opening = ReturnType<typeof createOpening>

export function createOpening(portal: SignedIn, variant: Variant) {
  const { environment, locale } = portal
  const { call, written } = gatewayOf(portal)
  const boarding = createBoardingMemory(portal)
  const connect = connectMemory(portal)
  const $opening = atom<OpeningState>({ status: 'loading' })
  const $registration = atom<Registration | null>(null)
  const $isElsewhere = atom(false)
  const $isHidden = atom(false)
  const nextSignal = createLoadSignal()
  const looks = createLooks(environment, call)
  const isPolaris = variant === 'polaris'
  /** Where somebody begins who comes with nothing that could be set up. */
  const usual = usualFlow(isPolaris)

  const unusable = (problems: readonly MessageKey[]): OpeningState => ({
    ...{ status: 'unusable', flow: usual },
    messages: problems.map((key) => ({ key })),
  })

  /** Asks at once for all that belongs to a coupling, before it is known whether there is one. */
  function beginReading(asked: PlaceIds, signal: AbortSignal) {
    const request = ofIds(asked)
    const templates = createList(environment, 'order templates', () =>
      call(listOrderTemplates, request),
    )
    const settings = call(getCompanySettings, request, { signal })
    const info = call(getCompanyInfo, { query: request.query }, { signal })
    const loaded = templates.load()
    // They fail where they are awaited, if they are.
    for (const early of [settings, info, loaded]) early.catch(() => undefined)
    return { settings, info, loaded, templates }
  }

  function lookUpRegistration(asked: PlaceIds, signal: AbortSignal): void {
    const query = { administration_id: asked.administration, location_id: asked.location }
    call(findRegistration, { query }, { signal }).then(
      (found) => $registration.set(found),
      (error: unknown) => {
        if (!signal.aborted) logError(environment, 'the registration could not be looked up', error)
      },
    )
  }

  /** Why a look failed. Where it failed as the one before, what was told stands, with its reference. */
  function failureIn({ error }: Look, told: Failure | null): Failure | null {
    if (error === undefined) return null
    const result = error instanceof CallError ? error.result : undefined
    const isTold = told?.trace.result === result && told?.key === failureMessage(error).key
    return isTold ? told : noteFailure(environment, 'the last look failed', error)
  }

  /** Looks for two minutes whether it is confirmed; after that now and then, where somebody is to approve it. */
  async function awaitCoupling(
    place: Place,
    made: PendingKey | null,
    signal: AbortSignal,
  ): Promise<OpeningState> {
    const ids = idsOf(place)
    const approval = approvalOf(portal, place, made)
    const flow = flowBehind(ids, written) ?? usual
    $opening.set({ status: 'waiting', place, approval })
    let failure: Failure | null = null
    for await (const look of looks.at(ids, signal)) {
      if (look.isThere) return open(signal)
      failure = failureIn(look, failure)
      const known = {
        place,
        approval,
        flow,
        failure,
        lookedAt: environment.now(),
        isLookRequested: false,
      }
      $opening.set({ status: 'unconfirmed', ...known })
      if (approval === null) break
    }
    return $opening.get()
  }

  async function lookElsewhere(asked: PlaceIds): Promise<void> {
    $isElsewhere.set(!(await environment.hold(`koppelpunt:wizard:${placeName(asked)}`)))
  }

  environment.on('visibility', () => {
    const asked = askedPlace(environment.location())
    // That tab may be closed by now.
    if (environment.isVisible() && $isElsewhere.get() && 'administration' in asked) {
      void lookElsewhere(asked)
    }
  })

  /** What was asked for; what this browser made is there, also where the service does not show it yet. */
  async function findPlace(asked: PlaceIds, made: PendingKey | null, signal: AbortSignal) {
    const [administration, location] = await Promise.all([
      call(getAdministration, { path: { id: asked.administration } }, { signal }),
      call(getLocation, { path: { id: asked.location } }, { signal }),
    ])
    $isHidden.set(made?.place !== undefined && !(administration && location))
    return {
      administration: administration ?? made?.place?.administration ?? null,
      location: location ?? made?.place?.location ?? null,
    }
  }

  async function open(signal: AbortSignal): Promise<OpeningState> {
    const asked = askedPlace(environment.location())
    if (!('administration' in asked)) return unusable(asked)
    const lookedElsewhere = lookElsewhere(asked)
    lookUpRegistration(asked, signal)
    const reading = beginReading(asked, signal)

    const made = await findPendingKey(portal, asked)
    const { administration, location } = await findPlace(asked, made, signal)
    const problems = misplaced({ administration, location })
    if (!administration || !location || problems.length > 0) return unusable(problems)
    const place = { administration, location }
    if (isPolaris && !(await isOwnCoupling(portal, place))) {
      environment.navigate(new URL(localizedPath(locale, '/'), environment.location()))
      return { status: 'loading' }
    }
    signal.throwIfAborted()
    const ids = idsOf(place)
    void noteWork(portal, ids)

    const settings = await reading.settings
    if (settings === null) return awaitCoupling(place, made, signal)
    // Without the id of the key in use nobody can tell whether the new key was approved: only its link is of use then.
    const isShown = made && (isSet(settings.api_key?.id) || made.isHandedOver)
    const isWaiting = isShown && made.replacesAnother && isKeyPending(made, settings)
    const approval = isWaiting ? approvalOf(portal, place, made) : null
    if (approval === null && !$isHidden.get()) await forgetCoupling(ids)
    const [info] = await Promise.all([reading.info, reading.loaded, lookedElsewhere])
    const wizard = await createWizard({
      ...{ portal, variant, place, settings, info },
      templates: reading.templates,
      reopen: again,
    })
    function forget(): void {
      $opening.set({ status: 'connected', wizard, newKey: null })
      void forgetCoupling(ids)
    }
    return { status: 'connected', wizard, newKey: approval && { ...approval, forget } }
  }

  /** The coupling is there: choosing the same again is a new coupling, not a continuation. */
  async function forgetCoupling(ids: PlaceIds): Promise<void> {
    if (String(connect.read()?.location?.id) === String(ids.location)) connect.clear()
    boarding.forgetCreated(ids.location)
    await forgetPendingKey(portal, ids)
  }

  async function again(): Promise<void> {
    const signal = nextSignal()
    $opening.set({ status: 'loading' })
    try {
      const state = await open(signal)
      if (!signal.aborted) $opening.set(state)
    } catch (error) {
      if (signal.aborted) return
      const detail = noteFailure(environment, 'the wizard could not be loaded', error)
      $opening.set({ status: 'failed', detail })
      retryWhenOnline(environment, error, signal, again)
    }
  }

  return {
    $opening: readonlyType($opening),
    /** What was registered for the administration and location; null while that is not known. */
    $registration: readonlyType($registration),
    /** Whether another tab of this browser has it open: what is filled in there is not known here. */
    $isElsewhere: readonlyType($isElsewhere),
    /** Whether this browser made the place, and the service does not show all of it to this user yet. */
    $isHidden: readonlyType($isHidden),
    /** What an earlier start does is given up. */
    start: again,
    stop: () => void nextSignal(),
    look: () => {
      const state = $opening.get()
      if (state.status !== 'unconfirmed') return
      $opening.set({ ...state, isLookRequested: true })
      looks.atOnce()
    },
    /** Forgets the key of a coupling that is restarted; connect asks about one that may have been made. */
    restart: (place: Place, flow: Flow) => {
      const ids = idsOf(place)
      if (isKeyKnown(ids, written)) void forgetPendingKey(portal, ids)
      if (flow === 'connect') connect.keep(place)
    },
  }
}

const of = (variant: Variant) => createScreenStore((portal) => createOpening(portal, variant))

export const wizardScreens = { wizard: of('wizard'), polaris: of('polaris') }
