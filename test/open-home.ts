import { expect } from 'vitest'
import type { InjectedFault } from '../sandbox/control/faults.ts'
import type { Administration } from '../src/lib/api/places.ts'
import type { PlaceIds } from '../src/lib/domain/place.ts'
import type { Owner } from '../src/lib/remembered.ts'
import { rememberPendingKey } from '../src/stores/coupling/remembered-places.ts'
import { createHome, type Home } from '../src/stores/home/home.ts'
import type { HomeTab } from '../src/stores/home/list.ts'
import { createTestEnvironment } from './environment.ts'
import { createSandboxPortal, examplePerson } from './portal.ts'
import { sandbox } from './test.ts'

export const northAdministration = { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' }
export const marketAdministration = { id: 1004, name: 'Oefenmarkt West', country_code: 'DE' }
export const liquorAdministration = {
  id: 1006,
  name: 'Oefenslijterij Compleet',
  country_code: 'BE',
}
export const northStoreLocation = { administration: 1001, location: 2001 }
export const liquorStoreLocation = { administration: 1006, location: 2007 }

/** New administration and location that the service does not list yet. */
const unlistedPlace = {
  administration: { id: 1999, name: 'Nieuwe Zaak', country_code: 'NL' },
  location: { id: 2999, name: 'Hoofdwinkel' },
}
const unlistedPlaceIds = { administration: 1999, location: 2999 }

export const homeCallPaths = {
  administrations: '/api/serials/serial/list',
  settings: '/api/snelstart/company',
  locations: '/api/locations/location/list/all',
}

export const failReads = (path: string, fault: InjectedFault['fault']) =>
  sandbox.injectFault({ method: 'GET', path, fault })

export const createHomeEnvironment = (
  tab: HomeTab = 'all',
  changes: Parameters<typeof createTestEnvironment>[1] = {},
) => createTestEnvironment(`http://localhost:4321/?tab=${tab}`, changes)

/** Opens Home as the sandbox's reseller without sending requests. */
export function openHome(
  environment = createHomeEnvironment(),
  version: string | null = null,
  id = examplePerson.id,
) {
  const portal = createSandboxPortal({
    environment,
    person: { ...examplePerson, id, version },
    account: 'reseller@koppelpunt.test',
  })
  return { environment, portal, home: createHome(portal) }
}

export async function waitForCustomerStates(
  home: Home,
  ...administrations: readonly Administration[]
) {
  home.show(administrations)
  const isKnown = ({ id }: Administration) => home.$data.get().readings.has(String(id))
  await expect.poll(() => administrations.every(isKnown)).toBe(true)
}

/** Returns the rows of administrations once their states are loaded. */
export async function loadRows(
  there: { home: Home },
  ...administrations: readonly Administration[]
) {
  await there.home.start()
  await waitForCustomerStates(there.home, ...administrations)
  return administrations.map((each) => there.home.rowOf(each))
}

/** Returns the rows of an administration's locations. */
export function listLocationRows(home: Home, { id }: Administration) {
  home.toggleLocations(id)
  const { entries } = home.$list.get()
  home.toggleLocations(id)
  return entries.flatMap(({ administration, location }) =>
    location && administration.id === id ? [home.rowOf(administration, location)] : [],
  )
}

export function sortedAdministrations(home: Home, query?: string): readonly Administration[] {
  home.sort(query)
  return home.$list.get().entries.map(({ administration }) => administration)
}

export const pendingKey = (place: PlaceIds) =>
  ({ ...place, key: 'sleutel', approvedBy: 'package', replacesAnother: false }) as const

/** Stores the pending key of a location not yet listed. */
export const rememberUnlistedPlace = (owner: Owner) =>
  rememberPendingKey(owner, { ...pendingKey(unlistedPlaceIds), place: unlistedPlace })
