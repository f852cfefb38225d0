import { map, readonlyType } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import {
  listAdministrations,
  listLocations,
  type Administration,
  type Location,
} from '../../lib/api/places.ts'
import { createListStore, getOnlyItem, type ListState } from '../form/list.ts'
import { createReadOnlyGateway } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { SelectedPlace } from './remembered-places.ts'

export type PlaceField = 'administration' | 'location'

export type PlaceChooser = ReturnType<typeof createPlaceChooser>

/** Creates the store to select an administration and a location. */
export function createPlaceChooser(
  portal: SignedIn,
  initial: SelectedPlace = { administration: null, location: null },
) {
  const { environment } = portal
  const { call } = createReadOnlyGateway(portal)
  const $choice = map<SelectedPlace>(initial)
  const administrations = createListStore(environment, 'administrations', (signal, leftOut) =>
    call(listAdministrations, {}, { signal, leftOut }),
  )
  const locations = createListStore(environment, 'locations', async (signal, leftOut) => {
    const { administration } = $choice.get()
    if (administration === null) return []
    const headers = { administration: administration.id }
    return call(listLocations, { headers }, { signal, leftOut })
  })
  administrations.$list.listen((list) => {
    if (isGone($choice.get().administration, list)) chooseAdministration(null)
  })
  locations.$list.listen((list) => {
    if (isGone($choice.get().location, list)) chooseLocation(null)
    const only = getOnlyItem(list)
    if (only && $choice.get().location === null) chooseLocation(only)
  })

  function chooseAdministration(administration: Administration | null): void {
    if (administration?.id === $choice.get().administration?.id) return
    $choice.set({ administration, location: null })
    loadLocations()
  }

  function loadLocations(): void {
    if ($choice.get().administration === null) locations.clear()
    else void locations.reload()
  }

  const chooseLocation = (location: Location | null) => $choice.setKey('location', location)

  return {
    administrations,
    locations,
    $choice: readonlyType($choice),
    chooseAdministration,
    chooseLocation,
    start: (): void => {
      void administrations.reload()
      loadLocations()
    },
  }
}

const isGone = (chosen: { id: Id } | null, list: ListState<{ id: Id }>): boolean =>
  chosen !== null &&
  list.status === 'loaded' &&
  !list.items.some(({ id }) => String(id) === String(chosen.id))
