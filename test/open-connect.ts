import { expect } from 'vitest'
import type { FlagName } from '../src/stores/shell/flags.ts'
import { createConnect } from '../src/stores/connect/screen.ts'
import { itemsOf } from '../src/stores/form/list.ts'
import { configurationFor } from './configuration.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { createTestPortal, testPerson } from './portal.ts'
import { sandbox } from './test.ts'

export const keysPath = '/api/snelstart/keys/unconnected'

/** Locations of the sandbox. */
export const market = { administration: 1004, location: 2003 }
export const free = { administration: 1001, location: 2001 }
export const coupled = { administration: 1006, location: 2007 }

interface Options {
  environment?: TestEnvironment
  flags?: readonly FlagName[]
  /** Name of the idempotency header; empty: not sent. */
  header?: string
  version?: string
  token?: () => Promise<string>
}

/** A page of the connect screen. */
export function openConnect({
  environment = createTestEnvironment(),
  flags = [],
  header = 'Idempotency-Key',
  version,
  token = () => sandbox.token('reseller@koppelpunt.test'),
}: Options = {}) {
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url, { PORTAL_IDEMPOTENCY_HEADER: header }),
    environment,
    person: { ...testPerson, ...(version && { version }) },
    flags,
    token,
  })
  const connect = createConnect(portal)
  return { portal, environment, connect }
}

type ConnectPage = ReturnType<typeof openConnect>

/** Chooses a location, once those of its administration are there; none where it has no such. */
export async function choose({ connect }: ConnectPage, { administration, location } = market) {
  connect.chooseAdministration({ id: administration, name: 'Gekozen' })
  await expect.poll(() => connect.locations.$list.get().status).toBe('loaded')
  const locations = itemsOf(connect.locations.$list.get())
  connect.chooseLocation(locations.find(({ id }) => id === location) ?? null)
}

/** The same page, with a location chosen. */
export async function openChosen(place = market, options?: Options) {
  const there = openConnect(options)
  await choose(there, place)
  return there
}

/** Where the browser was sent first. */
export const destination = ({ environment }: ConnectPage) =>
  new URL(environment.visited[0] ?? 'about:blank')
