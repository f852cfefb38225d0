import { expect } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import {
  createManualClock,
  liquorLocation,
  createOpeningPage,
  webApplicationLocation as place,
  startWizardOpening,
} from '../../../test/open-wizard.ts'
import { examplePerson, testUser, createOwner } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import {
  openConnectDraft,
  findPendingKey,
  rememberPendingKey,
  readRecentPlaces,
} from '../coupling/remembered-places.ts'
import { removeUserData } from '../../lib/remembered.ts'
import { createWizardLoader, type LateCoupling } from './screen.ts'
import type { InjectedFault } from '../../../sandbox/control/faults.ts'
import { lateCouplingCheckPause } from '../../lib/limits.ts'
import { getKeyWriteName } from '../coupling/writes.ts'
import { getGateway } from '../gateway/gateway.ts'

const query = `administration=${liquorLocation.administration}&location=${liquorLocation.location}`
const question = ['wizard:foreignCoupling']

function browser(path = 'polaris') {
  const environment = createTestEnvironment(`http://localhost:4321/en/${path}?${query}`)
  function load(user = testUser, agrees = false) {
    const variant = path === 'polaris' ? 'polaris' : 'wizard'
    const person = { ...examplePerson, id: user }
    return createOpeningPage({ environment, variant, person, locale: 'en', agrees: () => agrees })
  }
  async function open(user?: string, agrees?: boolean) {
    const { opening, dialogs } = load(user, agrees)
    await opening.start()
    return { questions: dialogs, status: opening.$opening.get().status }
  }
  return { environment, load, open }
}

type Load = ReturnType<typeof browser>['load']

test('asks whose coupling it is if another browser created the key, and opens Home if the user declines', async () => {
  const { environment, open } = browser()
  expect(await open()).toEqual({ questions: question, status: 'loading' })
  expect(environment.visited).toEqual(['http://localhost:4321/en'])
  expect(await readRecentPlaces(createOwner(environment))).toEqual([])
  expect((await open()).questions).toEqual(question)
})

test('remembers which user confirmed a coupling, even after a sign-out', async () => {
  const { environment, open } = browser()
  expect(await open(testUser, true)).toEqual({ questions: question, status: 'connected' })
  expect(await open()).toEqual({ questions: [], status: 'connected' })
  expect(await open('user-2')).toEqual({ questions: question, status: 'loading' })
  removeUserData(environment)
  expect(await open()).toEqual({ questions: [], status: 'connected' })
  const { sharedStorage } = environment
  const keys = Array.from({ length: sharedStorage.length }, (_, index) => sharedStorage.key(index))
  expect(keys.join()).not.toMatch(/user-1|1006|2007/)
})

type Prepare = (load: Load) => Promise<unknown>

test('does not ask about a coupling whose key the user created in this browser', async () => {
  const { environment, open } = browser()
  const key = {
    ...liquorLocation,
    key: 'sleutel',
    approvedBy: 'polaris',
    replacesAnother: false,
  } as const
  await rememberPendingKey(createOwner(environment), key)
  expect(await open()).toEqual({ questions: [], status: 'connected' })
  expect(await findPendingKey(createOwner(environment), liquorLocation)).toBeNull()
  expect(await open()).toEqual({ questions: [], status: 'connected' })
  expect((await open('user-2')).questions).toEqual(question)
})

const provesNothing: Record<string, Prepare> = {
  'another tab opened its wizard': async (load) => {
    const { portal } = load()
    await createWizardLoader(portal, 'wizard').start()
    expect(await readRecentPlaces(portal)).toHaveLength(1)
  },
  'the user chose its location on /connect': (load) => {
    openConnectDraft(createOwner(load().portal.environment)).write({
      administration: { id: liquorLocation.administration, name: 'Slijterij' },
      location: { id: String(liquorLocation.location), name: 'Slijterij' },
    })
    return Promise.resolve()
  },
}

test.each(Object.entries(provesNothing))(
  'asks about a coupling although %s',
  async (_, prepare) => {
    const { load, open } = browser()
    await prepare(load)
    expect(await open()).toEqual({ questions: question, status: 'loading' })
  },
)

test('on /wizard, asks no question about a coupling', async () => {
  const { open } = browser('wizard')
  expect(await open()).toEqual({ questions: [], status: 'connected' })
})

const path = '/api/snelstart/company'

async function setUp(by: 'customer' | 'user' | 'tab' | null, isVisible = true) {
  const { administration, location } = place
  const environment = createTestEnvironment(
    `http://localhost:4321/wizard?administration=${administration}&location=${location}`,
  )
  const clock = createManualClock()
  const { wait } = environment
  Object.assign(environment, {
    wait: (milliseconds: number, signal?: AbortSignal) =>
      (milliseconds === lateCouplingCheckPause ? clock.wait : wait)(milliseconds, signal),
  })
  environment.show(isVisible)
  const { portal, opening } = createOpeningPage({
    environment,
    account: 'reseller@koppelpunt.test',
  })
  if (by === 'tab') {
    const body = { administration_id: administration, location_id: location }
    getGateway(portal).written.record(getKeyWriteName(place), { body }, { id: 'sleutel' })
  } else if (by) {
    await rememberPendingKey(createOwner(environment), {
      ...place,
      key: 'sleutel',
      approvedBy: 'package',
      replacesAnother: false,
      ...(by === 'customer' && { isHandedOver: true }),
    })
  }
  const { $opening } = opening
  const handedOver: unknown[] = []
  $opening.listen(
    (state) => state.status === 'waiting' && handedOver.push(state.approval?.isHandedOver),
  )
  await startWizardOpening(opening)
  await sandbox.clearRequests()
  const looks = async () => (await sandbox.requests(path)).length
  const unconfirmed = () => $opening.get() as LateCoupling
  return {
    environment,
    opening,
    handedOver,
    looks,
    unconfirmed,
    status: () => $opening.get().status,
    rest: () => clock.advance(lateCouplingCheckPause),
    isResting: () => expect.poll(() => clock.dueIn(lateCouplingCheckPause)).toBe(1),
    fails: (fault: InjectedFault['fault']) => sandbox.injectFault({ method: 'GET', path, fault }),
  }
}

test.each([
  ['customer', true],
  ['user', false],
  ['tab', false],
] as const)(
  'repeats the lookup of the coupling until a key of the %s is approved',
  async (by, isHandedOver) => {
    const { handedOver, looks, unconfirmed, status, rest, isResting } = await setUp(by)
    expect(handedOver).toEqual([isHandedOver])
    expect(unconfirmed()).toMatchObject({ approval: { isHandedOver }, failure: null })
    await isResting()
    expect(await looks()).toBe(0)
    const first = unconfirmed()
    rest()
    await expect.poll(unconfirmed).not.toBe(first)
    expect(await looks()).toBe(1)
    await isResting()
    await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
    rest()
    await expect.poll(status).toBe('connected')
  },
)

test('stops the lookups of the coupling after two minutes if there is no key', async () => {
  const { opening, unconfirmed, looks, rest } = await setUp(null)
  expect(unconfirmed().approval).toBeNull()
  rest()
  opening.look()
  expect(await looks()).toBe(0)
})

test('stops waiting after two minutes although the clock is set back', async () => {
  let clock = 3_600_000
  const { administration, location } = place
  const environment = createTestEnvironment(
    `http://localhost:4321/wizard?administration=${administration}&location=${location}`,
    {
      now: () => clock,
      wait: () => {
        clock = 0
        return Promise.resolve()
      },
    },
  )
  const { opening } = createOpeningPage({ environment, account: 'reseller@koppelpunt.test' })
  await startWizardOpening(opening)
  expect(opening.$opening.get().status).toBe('unconfirmed')
})

test('looks up the coupling only while the page is visible', async () => {
  const { environment, looks, status, rest, isResting } = await setUp('customer', false)
  await isResting()
  rest()
  environment.goOnline(true)
  expect(await looks()).toBe(0)
  await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
  environment.show(true)
  await expect.poll(status).toBe('connected')
})

test('looks up the coupling only while the network is available', async () => {
  const { environment, looks, status, isResting } = await setUp('customer')
  environment.goOnline(false)
  environment.show(true)
  await isResting()
  expect(await looks()).toBe(0)
  await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
  environment.goOnline(true)
  await expect.poll(status).toBe('connected')
})

test('shows a requested lookup of the coupling as pending, then its result', async () => {
  const { environment, opening, unconfirmed, fails, rest, isResting } = await setUp('customer')
  await isResting()
  await fails({ kind: 'status', status: 500 })
  await environment.wait(1000)
  const before = unconfirmed().lookedAt
  opening.look()
  expect(unconfirmed()).toMatchObject({ isLookRequested: true, lookedAt: before })
  await expect.poll(() => unconfirmed().isLookRequested).toBe(false)
  expect(unconfirmed()).toMatchObject({ failure: { trace: { result: 'status 500' } } })
  expect(unconfirmed().lookedAt).toBeGreaterThan(before)
  await sandbox.clearFaults()
  await isResting()
  rest()
  await expect.poll(() => unconfirmed().failure).toBeNull()
})

test('keeps the reference of the first failure if later lookups fail in the same way', async () => {
  const { environment, unconfirmed, fails, rest, isResting } = await setUp('customer')
  async function failureOfLookWith(status: number) {
    await sandbox.clearFaults()
    await fails({ kind: 'status', status })
    await isResting()
    const before = unconfirmed()
    rest()
    await expect.poll(unconfirmed).not.toBe(before)
    return unconfirmed().failure
  }
  const noted = () => environment.logged.filter((what) => what === 'the last look failed')
  const first = await failureOfLookWith(500)
  expect(await failureOfLookWith(500)).toBe(first)
  expect(noted()).toHaveLength(1)
  expect(await failureOfLookWith(503)).toMatchObject({ trace: { result: 'status 503' } })
  expect(noted()).toHaveLength(2)
})

test('stops the lookups of the coupling and shows the failure after a refusal', async () => {
  const { opening, status, fails, isResting } = await setUp('customer')
  await isResting()
  await fails({ kind: 'status', status: 403 })
  opening.look()
  await expect.poll(status).toBe('failed')
})

test('stops the lookups of the coupling when the user leaves the page', async () => {
  const { environment, opening, status, looks, isResting } = await setUp('customer')
  await isResting()
  opening.stop()
  environment.show(true)
  expect(await looks()).toBe(0)
  expect(status()).toBe('unconfirmed')
})
