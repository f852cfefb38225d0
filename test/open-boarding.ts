import { expect } from 'vitest'
import type { Person } from '../src/lib/identity/user.ts'
import { createBoardingScreen } from '../src/stores/boarding/screen.ts'
import { createBoardingStorage } from '../src/stores/boarding/memory.ts'
import { boardingValues } from './builders.ts'
import { createTestEnvironment } from './environment.ts'
import { answerDialogs, createSandboxPortal, type SandboxPortalOptions } from './portal.ts'
import { sandbox } from './test.ts'

export const reseller: Person = {
  id: 'reseller',
  name: 'Reseller Oefenaccount',
  email: 'reseller@koppelpunt.test',
  version: null,
  realmRoles: [],
}
export const polarisUser: Person = {
  id: '5b8f2c1e-0004-4a6d-9c3e-6b1d7f0a0004',
  name: 'Polaris van Test',
  email: 'polaris@koppelpunt.test',
  version: 'polaris',
  realmRoles: [],
}

interface Options extends SandboxPortalOptions {
  agrees?: Parameters<typeof answerDialogs>[1] | null
  query?: string
}

export async function openBoarding({ agrees, query = '', ...options }: Options = {}) {
  const portal = createSandboxPortal({
    environment: createTestEnvironment(`http://localhost:4321/boarding${query}`),
    person: reseller,
    ...options,
  })
  const { environment } = portal
  const shown = agrees === null ? [] : answerDialogs(portal, agrees)
  const boarding = createBoardingScreen(portal)
  await boarding.subscriptions.reload()
  await sandbox.clearRequests()
  const memory = createBoardingStorage(portal)
  return { environment, portal, shown, boarding, memory }
}

export type BoardingPage = Awaited<ReturnType<typeof openBoarding>>

export async function openSubmittedBoarding(options?: Options) {
  const page = await openBoarding(options)
  await page.boarding.submit(boardingValues())
  return page
}

/** Waits for a number of visits and returns the last address. */
export async function waitForVisit({ environment }: BoardingPage, visits = 1): Promise<URL> {
  await expect.poll(() => environment.visited.length).toBe(visits)
  return new URL(environment.visited.at(-1) ?? '')
}

export function submitAndWaitForVisit(
  page: BoardingPage,
  values = boardingValues(),
  visits = 1,
): Promise<URL> {
  void page.boarding.submit(values)
  return waitForVisit(page, visits)
}

export async function boardTestCustomer(options?: Options) {
  const there = await openBoarding(options)
  void there.boarding.submit(boardingValues())
  return { ...there, address: await waitForVisit(there) }
}

export async function listBoardingWrites() {
  const requests = await sandbox.requests()
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ path, body, headers }) => ({ path, body, administration: headers.administration }))
}
