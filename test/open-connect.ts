import { expect } from 'vitest'
import { createConnectScreen } from '../src/stores/connect/screen.ts'
import { getListItems } from '../src/stores/form/list.ts'
import { createSandboxPortal, examplePerson, type SandboxPortalOptions } from './portal.ts'

export const keysPath = '/api/snelstart/keys/unconnected'

export const marketLocation = { administration: 1004, location: 2003 }
export const uncoupledPlace = { administration: 1001, location: 2001 }
export const coupledPlace = { administration: 1006, location: 2007 }

interface Options extends SandboxPortalOptions {
  version?: string
}

export function openConnectScreen({ version, ...options }: Options = {}) {
  const portal = createSandboxPortal({
    person: { ...examplePerson, ...(version && { version }) },
    account: 'reseller@koppelpunt.test',
    ...options,
  })
  return { portal, environment: portal.environment, connect: createConnectScreen(portal) }
}

type ConnectPage = ReturnType<typeof openConnectScreen>

export async function choosePlace(
  { connect }: ConnectPage,
  { administration, location } = marketLocation,
) {
  connect.chooseAdministration({ id: administration, name: 'Gekozen' })
  await expect.poll(() => connect.locations.$list.get().status).toBe('loaded')
  const locations = getListItems(connect.locations.$list.get())
  connect.chooseLocation(locations.find(({ id }) => id === location) ?? null)
}

export async function openConnectWithPlace(place = marketLocation, options?: Options) {
  const there = openConnectScreen(options)
  await choosePlace(there, place)
  return there
}

export const getVisitedUrl = ({ environment }: ConnectPage) =>
  new URL(environment.visited[0] ?? 'about:blank')
