import { expect } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import type { TestEnvironment } from '../../../test/environment.ts'
import { faultsOf, faultsOfWrite, faultyTab, successesOfWrite } from '../../../test/fault-matrix.ts'
import { openBoarding, reseller } from '../../../test/open-boarding.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createBoarding } from './boarding.ts'

interface FaultyCall {
  call: string
  method: 'GET' | 'POST'
  path: string
  /** Statuses that mean something of their own. */
  told?: readonly string[]
  /** The dialog that its failure shows. */
  shows: string
}

/** Each call of the saga, and the text that its failure shows (§8). */
const calls: readonly FaultyCall[] = [
  {
    call: 'merchant',
    method: 'POST',
    path: '/api/registrations/registration/merchant/SNELSTART',
    told: ['409'],
    shows: 'boarding:merchantFailed',
  },
  {
    call: 'user',
    method: 'GET',
    path: '/identity/admin/realms/koppelpunt/users',
    shows: 'boarding:noRights',
  },
  {
    call: 'registration',
    method: 'POST',
    path: '/api/registrations/registration',
    shows: 'boarding:registrationFailed',
  },
  {
    call: 'location',
    method: 'POST',
    path: '/api/locations/location',
    shows: 'failure:creatingLocation',
  },
  {
    call: 'key',
    method: 'POST',
    path: '/api/snelstart/keys/unconnected',
    shows: 'failure:creatingLocation',
  },
  {
    call: 'access',
    method: 'POST',
    path: '/api/serials/serial/{id}',
    shows: 'boarding:accessFailed',
  },
]

/** What of a repetition would make a second one. */
const asked = { registration: true, location: true, key: true }

const table = calls.flatMap((call) => faultsOfWrite(call).map((fault) => ({ ...call, ...fault })))

/** A tab in which a customer is filled in. */
async function opened(header: string, agrees?: (key: string) => boolean) {
  const token = await sandbox.token('admin@koppelpunt.test')
  const tab = faultyTab(sandbox, 'http://localhost:4321/boarding')
  const page = await openBoarding({
    environment: tab.environment,
    header,
    token: () => Promise.resolve(token),
    ...(agrees && { agrees }),
  })
  return { ...page, ...tab }
}

/** Each thing is there once, and the browser has left with its key. */
async function expectBoardedOnce({ visited }: TestEnvironment): Promise<void> {
  await expect.poll(() => visited.length).toBe(1)
  expect(await sandbox.rows('merchants')).toHaveLength(1)
  const registrations = await sandbox.rows('registrations')
  expect(registrations).toHaveLength(1)
  const made = registrations[0]?.administration_id
  const ofCustomer = (row: { administration_id: unknown }) => row.administration_id === made
  expect((await sandbox.rows('administrations')).filter((row) => row.id > 1007)).toHaveLength(1)
  expect((await sandbox.rows('locations')).filter(ofCustomer)).toHaveLength(1)
  const keys = (await sandbox.rows('keys')).filter(ofCustomer)
  expect(keys).toHaveLength(1)
  expect(new URL(visited[0] ?? '').searchParams.get('referenceKey')).toBe(keys[0]?.id)
}

test.each(table)(
  '$call, $name, header "$header": told, nothing lost, and pressing on makes each thing once',
  async ({ call, method, path, shows, name, header, ...of }) => {
    await sandbox.changeSettings({ userAppearance: call === 'access' ? 'registration' : 0 })
    // Going on with an account that a fault only pretends to exist would make none.
    const isPretence = call === 'merchant' && name === '409'
    const { environment, portal, shown, boarding, struck } = await opened(header, () => !isPretence)
    const details: unknown[] = []
    portal.dialogs.$dialog.listen((dialog) => details.push(dialog?.detail))
    const values = boardingValues()

    await struck({ method, path }, of, () => boarding.submit(values))
    if (call === 'access') {
      // All is made by then, so that the browser leaves.
      expect(environment.visited).toHaveLength(1)
      expect(shown).toEqual(['boarding:userNotFound', shows])
    } else {
      expect(shown).toEqual([isPretence ? 'boarding:merchantExists' : shows])
      if (call === 'user') expect(details[0]).toMatchObject(of.text)
      expect(environment.visited).toEqual([])
      expect(createBoarding(portal, reseller).initial).toEqual(values)

      // What timed out may still be under way.
      if (name === 'timeout') await sandbox.settled()
      await boarding.submit(values)
      // What can be looked up is not asked about where it is found, nor what surely is over.
      const isOpen = call === 'key' ? of.isUncertain : of.isUnknown && !of.isCarriedOut
      const isAsked = isOpen && call in asked
      expect(shown.filter((key) => key === 'boarding:perhapsDone')).toHaveLength(isAsked ? 1 : 0)
    }
    await expectBoardedOnce(environment)
  },
)

const writes = calls.filter(({ method }) => method === 'POST')

test.each(writes.flatMap((call) => successesOfWrite.map((each) => ({ ...call, ...each }))))(
  '$call, $name, header "$header": it was made, and is never made twice unasked',
  async ({ call, method, path, shows, fault, header, isWhole }) => {
    await sandbox.changeSettings({ userAppearance: call === 'access' ? 'registration' : 0 })
    const { environment, shown, boarding } = await opened(header)
    await sandbox.strikeNext(method, path, fault)
    await boarding.submit(boardingValues())
    // No call tells the id of a key.
    const isStuck = call === 'key' && !isWhole
    if (isStuck) {
      expect(shown).toEqual([shows])
      await boarding.submit(boardingValues())
    }
    await expectBoardedOnce(environment)
    expect(shown).toEqual([
      ...(call === 'access' ? ['boarding:userNotFound'] : []),
      ...(isStuck ? [shows, 'boarding:perhapsDone', 'boarding:keyAgain'] : []),
    ])
    const sent = (await sandbox.requests(path)).filter((each) => each.method === 'POST')
    if (call !== 'access') expect(sent).toHaveLength(isStuck ? 2 : 1)
  },
)

interface LookUp {
  path: string
  /** The write whose answer was lost, which it looks for. */
  lost: string
  shows: string
  /** Whether a status leaves open whether it was found, so that the user is asked. */
  isAsked?: true
}

const lookUps: readonly LookUp[] = [
  {
    path: '/api/serials/serial/list',
    lost: '/api/registrations/registration',
    shows: 'boarding:registrationFailed',
  },
  {
    path: '/api/registrations/registration',
    lost: '/api/registrations/registration',
    shows: 'boarding:registrationFailed',
    isAsked: true,
  },
  {
    path: '/api/locations/location/list/all',
    lost: '/api/registrations/registration',
    shows: 'boarding:registrationFailed',
    isAsked: true,
  },
  {
    path: '/api/locations/location/list/all',
    lost: '/api/locations/location',
    shows: 'failure:creatingLocation',
  },
]

test('a registration of which another administration is told is gone on with where it was found', async () => {
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
    faultsOf({ told: ['404', '409'] }).map((fault) => ({ ...lookUp, ...fault })),
  ),
)(
  'GET $path for the lost $lost, $name: told like that, and pressing on makes each thing once',
  async ({ path, lost, shows, isAsked, fault, text }) => {
    const { environment, shown, boarding, struck } = await opened('')
    const submit = () => boarding.submit(boardingValues())
    await struck({ method: 'POST', path: lost }, { fault: { kind: 'lost' } }, submit)
    expect(shown.splice(0)).toEqual([shows])

    await struck({ method: 'GET', path }, { fault }, submit)
    if (isAsked && text.key === 'failure:messages') {
      expect(shown).toEqual(['boarding:perhapsThisOne'])
    } else {
      expect(shown.splice(0)).toEqual([shows])
      await submit()
      expect(shown).toEqual([])
    }
    await expectBoardedOnce(environment)
  },
)
