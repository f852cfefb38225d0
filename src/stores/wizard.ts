import { atom, type ReadableAtom } from 'nanostores'
import { getCompanySettings } from '../lib/api/company.ts'
import { getLocation, type Location } from '../lib/api/locations.ts'
import { getAdministration, type Administration } from '../lib/api/serials.ts'
import { readId } from '../lib/domain/query.ts'
import { failureMessage } from '../lib/failure.ts'
import type { Message, MessageKey } from '../lib/i18n/messages.ts'
import { couplingFirstPause, couplingLongestPause, couplingPatience } from '../lib/limits.ts'
import { forgetBoarding } from './boarding-memory.ts'
import { connectMemory, keyOperation } from './connect-memory.ts'
import { forgetOperation } from './operations.ts'
import { createOutside } from './outside.ts'
import type { Portal } from './portal.ts'

export interface Place {
  administration: Administration
  location: Location
}

export type WizardState =
  | { status: 'loading' }
  /** The address does not name what to set up; one message for each thing wrong with it. */
  | { status: 'unusable'; messages: readonly Message[] }
  | { status: 'failed'; detail: Message }
  /** The accounting package has not confirmed the coupling yet. */
  | { status: 'waiting'; place: Place }
  | { status: 'unconfirmed'; place: Place }
  | { status: 'connected'; place: Place }

export interface Wizard {
  $wizard: ReadableAtom<WizardState>
  /** Looks everything up and waits for the coupling. Stops when the signal aborts. */
  start: (signal: AbortSignal) => Promise<void>
}

/** The setup wizard as far as the coupling: what it is about, and whether it is connected. */
export function createWizard(portal: Portal, user: string): Wizard {
  const { environment } = portal
  const { call } = createOutside(portal, user)
  const $wizard = atom<WizardState>({ status: 'loading' })

  async function findPlace(
    administrationId: string,
    locationId: string,
    signal: AbortSignal,
  ): Promise<Place | MessageKey[]> {
    const [administration, location] = await Promise.all([
      call(getAdministration, { path: { id: administrationId } }, { signal }),
      call(getLocation, { path: { id: locationId } }, { signal }),
    ])
    if (administration && location) {
      return String(location.administration_id) === String(administration.id)
        ? { administration, location }
        : ['wizard:foreignLocation']
    }
    return [
      ...(administration ? [] : ['wizard:unknownAdministration' as const]),
      ...(location ? [] : ['wizard:unknownLocation' as const]),
    ]
  }

  /** Asks again with growing pauses, for two minutes at most. */
  async function isConfirmed(place: Place, signal: AbortSignal): Promise<boolean> {
    const until = environment.now() + couplingPatience
    for (let pause = couplingFirstPause; ; pause = Math.min(pause * 2, couplingLongestPause)) {
      const settings = await call(
        getCompanySettings,
        {
          query: { location: place.location.id },
          headers: { administration: place.administration.id },
        },
        { signal },
      )
      if (settings !== null) return true
      $wizard.set({ status: 'waiting', place })
      if (environment.now() + pause > until) return false
      await environment.wait(pause, signal)
    }
  }

  return {
    $wizard,
    start: async (signal) => {
      const asked = readAsked(environment.location().searchParams)
      if ('messages' in asked) {
        $wizard.set({ status: 'unusable', messages: asked.messages })
        return
      }
      $wizard.set({ status: 'loading' })
      try {
        const place = await findPlace(asked.administration, asked.location, signal)
        if (Array.isArray(place)) {
          $wizard.set({ status: 'unusable', messages: place.map((key) => ({ key })) })
          return
        }
        const confirmed = await isConfirmed(place, signal)
        if (confirmed) forgetCoupling(place)
        $wizard.set({ status: confirmed ? 'connected' : 'unconfirmed', place })
      } catch (error) {
        if (signal.aborted) return
        environment.log('the wizard could not be loaded', { message: String(error) })
        $wizard.set({ status: 'failed', detail: failureMessage(error) })
      }
    },
  }

  /** The coupling is there: choosing the same again is a new coupling, not a continuation. */
  function forgetCoupling({ administration, location }: Place): void {
    forgetOperation(environment, user, keyOperation(administration.id, location.id))
    const connect = connectMemory(environment, user)
    if (String(connect.read()?.location?.id) === String(location.id)) connect.clear()
    forgetBoarding(environment, user, location.id)
  }
}

const questions = {
  administration: {
    absent: 'wizard:missingAdministration',
    malformed: 'wizard:malformedAdministration',
  },
  location: { absent: 'wizard:missingLocation', malformed: 'wizard:malformedLocation' },
} as const

function readAsked(
  query: URLSearchParams,
): { administration: string; location: string } | { messages: Message[] } {
  const administration = readId(query, 'administration')
  const location = readId(query, 'location')
  if (administration.status === 'given' && location.status === 'given') {
    return { administration: administration.value, location: location.value }
  }
  const messages: Message[] = []
  if (administration.status !== 'given') {
    messages.push({ key: questions.administration[administration.status] })
  }
  if (location.status !== 'given') messages.push({ key: questions.location[location.status] })
  return { messages }
}
