import { atom, computed, map, type ReadableAtom } from 'nanostores'
import { createUnconnectedKey } from '../lib/api/keys.ts'
import { listLocations, type Location } from '../lib/api/locations.ts'
import { listAdministrations, type Administration } from '../lib/api/serials.ts'
import { activationAddress, wizardAddress } from '../lib/domain/coupling.ts'
import type { QueryValue } from '../lib/domain/query.ts'
import { connectMemory, keyOperation, type Choice } from './connect-memory.ts'
import { createLatest } from './latest.ts'
import type { Loadable } from './loadable.ts'
import { isConnected } from './is-connected.ts'
import { createOutside } from './outside.ts'
import type { Portal } from './portal.ts'
import { readReseller } from './reseller.ts'
import { tellFailure } from './tell-failure.ts'

export type Field = keyof Choice

export interface Connect {
  $administrations: ReadableAtom<Loadable<readonly Administration[]>>
  $locations: ReadableAtom<Loadable<readonly Location[]>>
  $choice: ReadableAtom<Choice>
  /** Fields that lack a choice; empty until the first attempt to submit. */
  $missing: ReadableAtom<readonly Field[]>
  $isBusy: ReadableAtom<boolean>
  reseller: QueryValue
  loadAdministrations: () => Promise<void>
  loadLocations: () => Promise<void>
  chooseAdministration: (chosen: Administration | null) => void
  chooseLocation: (chosen: Location | null) => void
  /** Creates an unconnected key and leaves for the coupling-activation page (§4). Resolves with whether it was complete. */
  submit: () => Promise<boolean>
}

/** The connect screen (§2, §4): an existing administration and location, coupled. */
export function createConnect(portal: Portal, user: string): Connect {
  const { environment, configuration, dialogs, locale } = portal
  const outside = createOutside(portal, user)
  const memory = connectMemory(environment, user)

  const $administrations = atom<Loadable<readonly Administration[]>>({ status: 'idle' })
  const $locations = atom<Loadable<readonly Location[]>>({ status: 'idle' })
  const $choice = map<Choice>(memory.read() ?? { administration: null, location: null })
  const $wasAttempted = atom(false)
  const $isBusy = atom(false)
  const $missing = computed([$choice, $wasAttempted], (choice, wasAttempted) =>
    wasAttempted ? missingIn(choice) : [],
  )
  const nextAdministrations = createLatest()
  const nextLocations = createLatest()
  $choice.listen((choice) => {
    memory.writeSoon(choice)
    if (missingIn(choice).length === 0) $wasAttempted.set(false)
  })

  function chooseAdministration(chosen: Administration | null): void {
    if (chosen?.id === $choice.get().administration?.id) return
    $choice.set({ administration: chosen, location: null })
    void loadLocations()
  }

  async function loadAdministrations(): Promise<void> {
    const signal = nextAdministrations()
    $administrations.set({ status: 'loading' })
    try {
      const value = await outside.call(listAdministrations, {}, { signal })
      $administrations.set({ status: 'loaded', value })
      const { administration: chosen } = $choice.get()
      if (chosen && !value.some(({ id }) => id === chosen.id)) chooseAdministration(null)
    } catch (error) {
      if (signal.aborted) return
      environment.log('administrations could not be loaded', { message: String(error) })
      $administrations.set({ status: 'failed' })
    }
  }

  async function loadLocations(): Promise<void> {
    const signal = nextLocations()
    const { administration } = $choice.get()
    if (administration === null) {
      $locations.set({ status: 'idle' })
      return
    }
    $locations.set({ status: 'loading' })
    try {
      const headers = { administration: administration.id }
      const value = await outside.call(listLocations, { headers }, { signal })
      $locations.set({ status: 'loaded', value })
      const { location: chosen } = $choice.get()
      if (chosen && !value.some(({ id }) => id === chosen.id)) $choice.setKey('location', null)
    } catch (error) {
      if (signal.aborted) return
      environment.log('locations could not be loaded', { message: String(error) })
      $locations.set({ status: 'failed' })
    }
  }

  async function couple(administrationId: Administration['id'], locationId: Location['id']) {
    const place = { administration: administrationId, location: locationId }
    const world = outside.now()
    const key = await world.perform({
      name: keyOperation(administrationId, locationId),
      endpoint: createUnconnectedKey,
      request: { body: { administration_id: administrationId, location_id: locationId } },
      // A key that was activated activates nothing more; the accounting package would refuse it.
      isUsedUp: () => isConnected(world.call, place),
      sendAgain: () =>
        dialogs.confirm({
          message: { key: 'connect:perhapsCreated' },
          detail: { key: 'connect:perhapsCreatedHelp' },
        }),
    })
    if (key === null) return
    const origin = configuration.publicUrl ?? environment.location().origin
    const success = wizardAddress(origin, locale, place)
    await world.leave(activationAddress(configuration, key.id, success))
  }

  async function submit(): Promise<boolean> {
    const choice = $choice.get()
    $wasAttempted.set(true)
    if (!choice.administration || !choice.location) return false
    if ($isBusy.get()) return true
    $isBusy.set(true)
    try {
      memory.write(choice)
      await couple(choice.administration.id, choice.location.id)
    } catch (error) {
      const parameters = { provider: configuration.provider.name }
      await tellFailure(portal, { key: 'failure:creatingLocation', parameters }, error)
    } finally {
      $isBusy.set(false)
    }
    return true
  }

  return {
    $administrations,
    $locations,
    $choice,
    $missing,
    $isBusy,
    reseller: readReseller(environment),
    loadAdministrations,
    loadLocations,
    chooseAdministration,
    chooseLocation: (chosen) => {
      $choice.setKey('location', chosen)
    },
    submit,
  }
}

function missingIn(choice: Choice): Field[] {
  return (['administration', 'location'] as const).filter((field) => choice[field] === null)
}
