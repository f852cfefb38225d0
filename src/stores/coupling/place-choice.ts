import { map, readonlyType } from 'nanostores'
import { createApiCaller } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import {
  listAdministrations,
  listLocations,
  type Administration,
  type Location,
} from '../../lib/api/places.ts'
import { createListStore, getOnlyItem, type ListState } from '../form/list.ts'
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
  const call = createApiCaller(portal)
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
    const listed = findListed($choice.get().administration, list)
    if (listed) $choice.setKey('administration', listed)
    else chooseAdministration(null)
  })
  locations.$list.listen((list) => {
    const { location } = $choice.get()
    // A location that is gone must not be replaced silently.
    chooseLocation(location ? findListed(location, list) : (getOnlyItem(list) ?? null))
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

/** Returns the current list entry of the choice, or null if missing. */
function findListed<Item extends { id: Id }>(chosen: Item | null, list: ListState<Item>) {
  if (chosen === null || list.status !== 'loaded') return chosen
  const listed = list.items.find(({ id }) => String(id) === String(chosen.id))
  // The chosen id keeps its type, so that a repeated request is identical.
  return listed ? { ...listed, id: chosen.id } : null
}
