import { expect } from 'vitest'
import type { FlagName } from '../src/stores/shell/flags.ts'
import type { Person } from '../src/lib/identity/user.ts'
import { createBoarding } from '../src/stores/boarding/screen.ts'
import { createBoardingMemory } from '../src/stores/boarding/memory.ts'
import { boardingValues } from './builders.ts'
import { configurationFor } from './configuration.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { answerDialogs, createTestPortal } from './portal.ts'
import { sandbox } from './test.ts'

/** Who boards, in most tests. */
export const reseller: Person = {
  id: 'reseller',
  name: 'Reseller Oefenaccount',
  email: 'reseller@koppelpunt.test',
  version: null,
  realmRoles: [],
}
export const polaris: Person = {
  id: '5b8f2c1e-0004-4a6d-9c3e-6b1d7f0a0004',
  name: 'Polaris van Test',
  email: 'polaris@koppelpunt.test',
  version: 'polaris',
  realmRoles: [],
}

interface Options {
  environment?: TestEnvironment
  person?: Person
  flags?: FlagName[]
  /** Which dialogs are agreed to, all unless given; null: the test answers them. */
  agrees?: Parameters<typeof answerDialogs>[1] | null
  query?: string
  /** Name of the idempotency header; empty: not sent. */
  header?: string
  token?: () => Promise<string>
}

/** A page of the boarding screen, whose subscriptions are there. */
export async function openBoarding({
  person = reseller,
  flags = [],
  agrees,
  query = '',
  header = 'Idempotency-Key',
  token = () => sandbox.token('admin@koppelpunt.test'),
  ...given
}: Options = {}) {
  const environment =
    given.environment ?? createTestEnvironment(`http://localhost:4321/boarding${query}`)
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url, { PORTAL_IDEMPOTENCY_HEADER: header }),
    environment,
    person,
    flags,
    token,
  })
  const shown = agrees === null ? [] : answerDialogs(portal, agrees)
  const boarding = createBoarding(portal)
  await boarding.subscriptions.reload()
  await sandbox.clearRequests()
  const memory = createBoardingMemory(portal)
  return { environment, portal, shown, boarding, memory }
}

export type BoardingPage = Awaited<ReturnType<typeof openBoarding>>

/** Where the browser was sent, once it was sent `visits` times. */
export async function arrives({ environment }: BoardingPage, visits = 1): Promise<URL> {
  await expect.poll(() => environment.visited.length).toBe(visits)
  return new URL(environment.visited.at(-1) ?? '')
}

/** The same, on which a customer was sent, and where the browser went then. */
export async function boarded(options?: Options) {
  const there = await openBoarding(options)
  void there.boarding.submit(boardingValues())
  return { ...there, address: await arrives(there) }
}

/** What the saga sent, without what only looks. */
export async function boardingWrites() {
  const requests = await sandbox.requests()
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ path, body, headers }) => ({ path, body, administration: headers.administration }))
}
