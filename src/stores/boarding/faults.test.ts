import { expect } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import type { TestEnvironment } from '../../../test/environment.ts'
import { listFaults, openFaultyTab, type Call } from '../../../test/fault-matrix.ts'
import { testFaultedWrites, type FaultedWrite } from '../../../test/faulted-writes.ts'
import { openBoarding } from '../../../test/open-boarding.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createBoardingScreen } from './screen.ts'

async function opened(header: string, agrees?: (key: string) => boolean) {
  const token = await sandbox.token('admin@koppelpunt.test')
  const tab = openFaultyTab(sandbox, 'http://localhost:4321/boarding')
  const page = await openBoarding({
    environment: tab.environment,
    header,
    token: () => Promise.resolve(token),
    ...(agrees && { agrees }),
  })
  return { ...page, ...tab }
}

async function expectBoardedOnce({ visited }: TestEnvironment): Promise<void> {
  await expect.poll(() => visited.length).toBe(1)
  expect(await sandbox.rows('merchants')).toHaveLength(1)
  const registrations = await sandbox.rows('registrations')
  expect(registrations).toHaveLength(1)
  const administration = registrations[0]?.administration_id
  const ofCustomer = (row: { administration_id: unknown }) =>
    row.administration_id === administration
  expect((await sandbox.rows('administrations')).filter((row) => row.id > 1007)).toHaveLength(1)
  expect((await sandbox.rows('locations')).filter(ofCustomer)).toHaveLength(1)
  const keys = (await sandbox.rows('keys')).filter(ofCustomer)
  expect(keys).toHaveLength(1)
  expect(new URL(visited[0] ?? '').searchParams.get('referenceKey')).toBe(keys[0]?.id)
}

const merchant = 'POST /registrations/registration/merchant/SNELSTART'
const registration = 'POST /registrations/registration'
const location = 'POST /locations/location'
const key = 'POST /snelstart/keys/unconnected'
const access = 'POST /serials/serial/{id}'
const saga = [merchant, registration, location, key]

async function page(header: string, agrees?: (key: string) => boolean) {
  const values = boardingValues()
  const there = await opened(header, agrees)
  const { environment, portal, boarding } = there
  let detail: unknown
  portal.dialogs.$dialog.listen((dialog) => (detail ??= dialog?.detail))
  return {
    ...there,
    act: () => boarding.submit(values),
    visible: () => ({ visited: environment.visited.length, detail }),
    expectKept: () => {
      expect(createBoardingScreen(portal).initial).toEqual(values)
    },
    expectDone: () => expectBoardedOnce(environment),
  }
}

/** Describes a write of the boarding process, with the writes expected before and after a fault. */
function ofSaga(name: string, path: string, shows: string): FaultedWrite {
  const call = { method: 'POST', path } satisfies Call
  const at = saga.indexOf(`POST ${path.slice('/api'.length)}`)
  const isKey = name === 'key'
  return {
    name,
    call,
    open: async (header, agrees) => {
      await sandbox.changeSettings({ userAppearance: 0 })
      return page(header, agrees)
    },
    tells: () => ({ visited: 0 }),
    shows: () => [shows],
    asks: ({ isUncertain, isUnknown, isCarriedOut }) => {
      if (isKey) return isUncertain ? ['form:perhapsKeyMade', 'form:keyAgain'] : []
      return isUnknown && !isCarriedOut ? ['boarding:perhapsDone'] : []
    },
    writes: saga,
    before: saga.slice(0, at + 1),
    after: ({ isCarriedOut }) => saga.slice(isCarriedOut && !isKey ? at + 1 : at),
    ...(isKey && {
      // The API never returns the id of an existing key, so the user is asked.
      untold: { shows, asks: ['form:perhapsKeyMade', 'form:keyAgain'] },
    }),
  }
}

testFaultedWrites([
  {
    ...ofSaga('merchant', '/api/registrations/registration/merchant/SNELSTART', ''),
    meant: ['409'],
    agrees:
      ({ name }) =>
      () =>
        name !== '409',
    shows: ({ name }) => [name === '409' ? 'boarding:merchantExists' : 'boarding:merchantFailed'],
    asks: ({ isCarriedOut }) => (isCarriedOut ? ['boarding:merchantExists'] : []),
    after: () => saga,
  },
  {
    ...ofSaga('user', '', 'boarding:noRights'),
    call: { method: 'GET', path: '/identity/admin/realms/koppelpunt/users' },
    isRead: true,
    tells: ({ text }) => ({ visited: 0, detail: text }),
    asks: () => [],
    before: [merchant],
    after: () => [registration, location, key],
  },
  ofSaga('registration', '/api/registrations/registration', 'boarding:registrationFailed'),
  ofSaga('location', '/api/locations/location', 'failure:creatingLocation'),
  ofSaga('key', '/api/snelstart/keys/unconnected', 'failure:creatingLocation'),
  {
    ...ofSaga('access', '/api/serials/serial/{id}', ''),
    open: async (header) => {
      await sandbox.changeSettings({ userAppearance: 'registration' })
      const nothing = () => Promise.resolve()
      return { ...(await page(header)), again: nothing, expectKept: nothing }
    },
    tells: () => ({ visited: 1 }),
    shows: () => ['boarding:userNotFound', 'boarding:accessFailed'],
    asks: () => [],
    writes: [...saga, access],
    dialogs: ['boarding:userNotFound'],
    before: [...saga, access],
    after: () => [],
  },
])

const registering = {
  lost: '/api/registrations/registration',
  shows: 'boarding:registrationFailed',
}
const locating = { lost: '/api/locations/location', shows: 'failure:creatingLocation' }
const lookUps = [
  { ...registering, path: '/api/serials/serial/list' },
  { ...registering, path: registering.lost, asks: ['403', '404', '409'] },
  { ...registering, path: '/api/locations/location/list/all' },
  { ...locating, path: '/api/locations/location/list/all' },
]

test('continues with the listed administration if its registration contains a different id', async () => {
  const { environment, boarding, struck } = await opened('')
  const submit = () => boarding.submit(boardingValues())
  const path = '/api/registrations/registration'
  await struck({ method: 'POST', path }, { fault: { kind: 'lost' } }, submit)
  const body = { administration_id: 1001, coc: boardingValues().serial_info.serial.coc }
  await struck({ method: 'GET', path }, { fault: { kind: 'answer', body } }, submit)
  await expectBoardedOnce(environment)
})

test.each(
  lookUps.flatMap((lookUp) =>
    listFaults({ meanings: ['404', '409'] }).map((fault) => ({
      asks: [] as string[],
      ...lookUp,
      ...fault,
    })),
  ),
)(
  'creates each record once after a lost response of $lost and a failed lookup GET $path: $name',
  async ({ path, lost, shows, asks, fault, name }) => {
    const { environment, shown, boarding, struck } = await opened('')
    const submit = () => boarding.submit(boardingValues())
    await struck({ method: 'POST', path: lost }, { fault: { kind: 'lost' } }, submit)
    expect(shown.splice(0)).toEqual([shows])

    await struck({ method: 'GET', path }, { fault }, submit)
    if (asks.includes(name)) {
      expect(shown).toEqual(['boarding:perhapsThisOne'])
    } else {
      expect(shown.splice(0)).toEqual([shows])
      await submit()
      expect(shown).toEqual([])
    }
    await expectBoardedOnce(environment)
  },
)
