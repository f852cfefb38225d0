import { beforeEach, describe, expect } from 'vitest'
import { answerDialogs, createTestPortal } from '../../../test/portal.ts'
import { boardingValues } from '../../../test/builders.ts'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { FlagName } from '../../lib/flags/client.ts'
import type { Person } from '../../lib/identity/person.ts'
import { SessionOver } from '../../lib/api/errors.ts'
import { createGateway } from '../operations/gateway.ts'
import { readWork } from '../recent/worked-on.ts'
import { createBoardingMemory } from './memory.ts'
import { createBoarding } from './boarding.ts'

beforeEach(async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  await sandbox.clearRequests()
})

const reseller: Person = {
  id: 'reseller',
  name: 'Reseller Oefenaccount',
  email: 'reseller@koppelpunt.test',
  version: null,
  realmRoles: [],
}
const polaris: Person = {
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
  agrees?: (key: string) => boolean
  query?: string
  variables?: Record<string, string>
  token?: () => Promise<string>
}

async function setUp({
  person = reseller,
  flags = [],
  agrees,
  query = '',
  variables = {},
  token = () => sandbox.token('admin@koppelpunt.test'),
  ...given
}: Options = {}) {
  const environment =
    given.environment ?? createTestEnvironment(`http://localhost:4321/boarding${query}`)
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url, variables),
    environment,
    flags,
    token,
  })
  const shown = answerDialogs(portal, agrees)
  const boarding = createBoarding(portal, person)
  await boarding.subscriptions.reload()
  await sandbox.clearRequests()
  const { operations } = createGateway(portal, person.id)
  const memory = createBoardingMemory(environment, person.id, operations)
  return { environment, portal, shown, boarding, memory }
}

type SetUp = Awaited<ReturnType<typeof setUp>>

async function arrives({ environment }: SetUp, visits = 1): Promise<URL> {
  await expect.poll(() => environment.visited.length).toBe(visits)
  return new URL(environment.visited.at(-1) ?? '')
}

/** What the saga sent, without what only looks. */
async function writes() {
  const requests = await sandbox.requests()
  return requests
    .filter(({ method }) => method === 'POST')
    .map(({ path, body, headers }) => ({ path, body, administration: headers.administration }))
}

describe('a new customer', () => {
  test('is made with answers that have nothing but what is needed', async () => {
    await sandbox.changeSettings({ minimalAnswers: true })
    const there = await setUp()
    void there.boarding.submit(
      boardingValues({ subscription: { selected: { id: '12', name: 'Winkel' } } }),
    )
    const address = await arrives(there)
    const [key] = (await sandbox.rows('keys')).filter((row) => row.administration_id === 1008)
    expect(address.searchParams.get('referenceKey')).toBe(key?.id)
    expect((await writes()).map(({ path }) => path)).toEqual([
      '/api/registrations/registration/merchant/SNELSTART',
      '/api/registrations/registration',
      '/api/locations/location',
      '/api/snelstart/keys/unconnected',
    ])
    expect(there.shown).toEqual([])
  })

  test('is remembered for Home, once the key is made', async () => {
    const there = await setUp()
    void there.boarding.submit(boardingValues())
    await arrives(there)
    expect(await readWork(there.environment, reseller.id)).toEqual([
      { administration: 1008, location: 2009 },
    ])
  })

  test('is made in the order of the specification, and leaves for the activation', async () => {
    const there = await setUp({ query: '?reseller=shop-7' })
    void there.boarding.submit(boardingValues())
    const address = await arrives(there)

    const user = (await sandbox.rows('users')).find((each) => each.username === 'nieuw@zaak.test')
    expect(await writes()).toEqual([
      {
        path: '/api/registrations/registration/merchant/SNELSTART',
        administration: undefined,
        body: {
          username: 'nieuw@zaak.test',
          first_name: 'Winkelier',
          last_name: 'van Test',
          email: 'nieuw@zaak.test',
          app_user: { first_name: 'Winkelier', last_name: 'van Test', email: 'nieuw@zaak.test' },
        },
      },
      {
        path: '/api/registrations/registration',
        administration: undefined,
        body: {
          user_id: user?.id,
          reseller_id: 'shop-7',
          name: 'Nieuwe Zaak',
          coc: '01234567',
          website_url: 'https://zaak.test',
          country_code: 'NL',
          subscriptions: [12],
          person: { first_name: 'Winkelier', last_name: 'van Test' },
          emails: [{ type: 'info', email: 'nieuw@zaak.test' }],
        },
      },
      { path: '/api/locations/location', administration: '1008', body: { name: 'Hoofdwinkel' } },
      {
        path: '/api/snelstart/keys/unconnected',
        administration: undefined,
        body: { administration_id: 1008, location_id: 2009 },
      },
    ])
    const key = (await sandbox.rows('keys')).find(({ location_id }) => location_id === 2009)
    expect(address.origin + address.pathname).toBe(`${sandbox.url}/accounting/activate`)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      referenceKey: key?.id,
      successUrl: 'http://localhost:4321/wizard?administration=1008&location=2009',
    })
    expect(there.shown).toEqual([])
    expect(there.boarding.$progress.get()).toEqual({
      merchant: 'done',
      user: 'done',
      registration: 'done',
      location: 'done',
      key: 'done',
    })
  })

  test('every write carries an idempotency key of its own', async () => {
    const there = await setUp()
    void there.boarding.submit(boardingValues())
    await arrives(there)
    const sent = (await sandbox.requests()).filter(({ method }) => method === 'POST')
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(4)
  })

  test('pressed twice is made once', async () => {
    const there = await setUp()
    void there.boarding.submit(boardingValues())
    void there.boarding.submit(boardingValues())
    await arrives(there)
    expect(await writes()).toHaveLength(4)
  })

  test('back from the accounting package goes on with what was made', async () => {
    const first = await setUp()
    void first.boarding.submit(boardingValues())
    await arrives(first)
    const second = await setUp({ environment: first.environment })
    expect(second.boarding.initial).toEqual(boardingValues())
    void second.boarding.submit(boardingValues())
    await arrives(second, 2)
    expect(first.environment.visited[1]).toBe(first.environment.visited[0])
    expect(await writes()).toEqual([])
  })
})

test('a customer whose coupling is given already goes on to the wizard', async () => {
  const there = await setUp()
  await there.boarding.submit(boardingValues())
  await sandbox.connectKey({ administration_id: 1008, location_id: 2009 })
  await there.boarding.submit(boardingValues())
  expect(there.environment.visited[1]).toBe(
    'http://localhost:4321/wizard?administration=1008&location=2009',
  )
  expect(await writes()).toHaveLength(4)
})

describe('the polaris flow', () => {
  test('registers who is signed in and leaves for the authorisation', async () => {
    const there = await setUp({ person: polaris })
    expect(there.boarding.isPolaris).toBe(true)
    void there.boarding.submit(boardingValues({ merchant_info: { full_name: '', username: '' } }))
    const address = await arrives(there)
    const sent = await writes()
    expect(sent.map(({ path }) => path)).toEqual([
      '/api/registrations/registration',
      '/api/locations/location',
      '/api/snelstart/keys/unconnected',
    ])
    expect(sent[0]?.body).toMatchObject({
      user_id: polaris.id,
      person: { first_name: 'Polaris', last_name: 'van Test' },
      emails: [{ type: 'info', email: 'polaris@koppelpunt.test' }],
    })
    const key = (await sandbox.rows('keys')).find(({ location_id }) => location_id === 2009)
    expect(address.pathname).toBe('/accounting/polaris/authorize')
    expect(address.searchParams.get('state')).toBe(key?.id)
  })
})

describe('an account that exists already', () => {
  const existing = boardingValues({
    merchant_info: { full_name: 'Winkelier', username: 'merchant@koppelpunt.test' },
  })

  test('is told; agreeing goes on with it, and it is not asked again', async () => {
    await sandbox.injectFault({
      method: 'POST',
      path: '/api/locations/location',
      times: 1,
      fault: { kind: 'status', status: 500 },
    })
    const there = await setUp()
    await there.boarding.submit(existing)
    expect(there.shown).toEqual(['boarding:merchantExists', 'failure:creatingLocation'])
    void there.boarding.submit(existing)
    await arrives(there)
    expect(there.shown).toHaveLength(2)
    expect((await writes()).filter(({ path }) => path.includes('merchant'))).toHaveLength(1)
    expect(await sandbox.rows('merchants')).toEqual([])
  })

  test('declining goes back to the form', async () => {
    const there = await setUp({ agrees: () => false })
    await there.boarding.submit(existing)
    expect(there.shown).toEqual(['boarding:merchantExists'])
    expect(there.boarding.$isBusy.get()).toBe(false)
    expect(await writes()).toHaveLength(1)
    expect(there.environment.visited).toEqual([])
  })
})

describe('a user that the identity provider does not know yet', () => {
  beforeEach(() => sandbox.changeSettings({ userAppearance: 'registration' }))

  test('agreeing makes everything, and gives access once the user is there', async () => {
    const there = await setUp()
    void there.boarding.submit(boardingValues())
    await arrives(there)
    expect(there.shown).toEqual(['boarding:userNotFound'])
    const [merchant] = await sandbox.rows('merchants')
    const sent = await writes()
    expect(sent[1]?.body).toMatchObject({ user_id: merchant?.id })
    expect(sent.at(-1)).toMatchObject({
      path: '/api/serials/serial/1008',
      body: { user_id: merchant?.id },
    })
  })

  test('declining loses nothing and makes nothing more', async () => {
    const there = await setUp({ agrees: () => false })
    await there.boarding.submit(boardingValues())
    expect(there.shown).toEqual(['boarding:userNotFound'])
    expect(await writes()).toHaveLength(1)
    expect(await sandbox.rows('registrations')).toHaveLength(0)
  })

  test('gets access after the session was over just before it', async () => {
    let isSignedInAgain = false
    const there = await setUp({
      token: async () => {
        const isLast = (await sandbox.rows('keys')).some((row) => row.administration_id === 1008)
        if (isLast && !isSignedInAgain) throw new SessionOver('The refresh was refused')
        return sandbox.token('admin@koppelpunt.test')
      },
    })
    await there.boarding.submit(boardingValues())
    expect(there.environment.visited).toEqual([])
    expect(there.shown).toEqual(['boarding:userNotFound'])
    expect(Object.values(there.boarding.$progress.get())).not.toContain('failed')
    isSignedInAgain = true
    void there.boarding.submit(boardingValues())
    await arrives(there)
    expect((await writes()).at(-1)?.path).toBe('/api/serials/serial/1008')
  })

  test('who never appears gets no access, and that stops nothing', async () => {
    await sandbox.changeSettings({ userAppearance: 'never' })
    const there = await setUp()
    void there.boarding.submit(boardingValues())
    await arrives(there)
    expect(await writes()).toHaveLength(4)
  })
})

describe('other details after a part was made', () => {
  const renamed = () => {
    const values = boardingValues()
    values.serial_info.serial.name = 'Andere Zaak'
    return values
  }

  async function halfMade(agrees: (key: string) => boolean, status = 500) {
    await sandbox.injectFault({
      method: 'POST',
      path: '/api/locations/location',
      times: 1,
      fault: { kind: 'status', status },
    })
    const there = await setUp({ agrees })
    await there.boarding.submit(boardingValues())
    return there
  }

  test('asks before starting anew; declining sends nothing', async () => {
    const there = await halfMade((key) => key !== 'boarding:changed')
    const before = (await writes()).length
    await there.boarding.submit(renamed())
    expect(there.shown.at(-1)).toBe('boarding:changed')
    expect(await writes()).toHaveLength(before)
    void there.boarding.submit(boardingValues())
    await arrives(there)
    expect((await sandbox.rows('registrations')).map(({ name }) => name)).toEqual(['Nieuwe Zaak'])
  })

  test('agreeing starts anew', async () => {
    const there = await halfMade(() => true)
    void there.boarding.submit(renamed())
    await arrives(there)
    expect(there.shown).toContain('boarding:changed')
    const names = (await sandbox.rows('registrations')).map(({ name }) => name)
    expect(names).toEqual(['Nieuwe Zaak', 'Andere Zaak'])
  })

  test('what was refused may be changed without a question', async () => {
    const there = await halfMade(() => true, 422)
    const values = boardingValues()
    values.serial_info.location.name = 'Filiaal'
    void there.boarding.submit(values)
    await arrives(there)
    expect(there.shown).toEqual(['failure:creatingLocation'])
    const places = (await sandbox.rows('locations')).filter(
      (each) => each.administration_id === 1008,
    )
    expect(places.map(({ name }) => name)).toEqual(['Filiaal'])
  })
})

describe('another tab', () => {
  test('that is busy with the same customer stops this one', async () => {
    const environment = createTestEnvironment(undefined, { hold: () => Promise.resolve(false) })
    const there = await setUp({ environment })
    await there.boarding.submit(boardingValues())
    expect(there.shown).toEqual(['boarding:otherTab'])
    expect(await sandbox.requests()).toEqual([])
  })

  test('that has finished the same customer is asked about', async () => {
    const first = await setUp()
    void first.boarding.submit(boardingValues())
    await arrives(first)
    const { sharedStorage } = first.environment
    const second = await setUp({
      environment: createTestEnvironment(undefined, { sharedStorage }),
      agrees: () => false,
    })
    await second.boarding.submit(boardingValues())
    expect(second.shown).toEqual(['boarding:boardedBefore'])
    expect(await sandbox.rows('registrations')).toHaveLength(1)
    expect(JSON.stringify(sharedStorage)).not.toContain('zaak')
  })
})

test('a dry run makes nothing and remembers nothing', async () => {
  const there = await setUp({ flags: ['dry_run'] })
  await there.boarding.submit(boardingValues())
  expect(there.shown).toEqual(['boarding:userNotFound', 'shell:dryRunLeave'])
  expect(await writes()).toEqual([])
  const afterwards = await setUp({ environment: there.environment })
  void afterwards.boarding.submit(boardingValues())
  await arrives(afterwards)
  expect(await writes()).toHaveLength(4)
})

describe('the subscriptions', () => {
  test('are loaded without a token', async () => {
    const { boarding } = await setUp()
    await boarding.subscriptions.reload()
    const subscriptions = boarding.subscriptions.$list.get()
    expect(subscriptions.status === 'loaded' && subscriptions.items.map(({ id }) => id)).toEqual([
      11, 12, 13, 14,
    ])
  })

  test.each([204, 418])(
    'that come with status %d say so, and can be asked for again',
    async (status) => {
      const { boarding } = await setUp()
      const path = '/api/registrations/subscription/list'
      const fault = { kind: 'status', status } as const
      await sandbox.injectFault({ method: 'GET', path, times: 1, fault })
      await boarding.subscriptions.reload()
      expect(boarding.subscriptions.$list.get()).toMatchObject({
        status: 'failed',
        detail: { parameters: { status: String(status) } },
      })
      await boarding.submit(boardingValues())
      expect(await writes()).toEqual([])
      await boarding.subscriptions.reload()
      expect(boarding.subscriptions.$list.get().status).toBe('loaded')
    },
  )
})

test('what is typed is kept for this user', async () => {
  const { environment, boarding } = await setUp()
  boarding.keep(boardingValues())
  await expect.poll(() => environment.pauses).toContain(300)
  const again = await setUp({ environment })
  expect(again.boarding.initial).toEqual(boardingValues())
  const other = await setUp({ environment, person: polaris })
  expect(other.boarding.initial.serial_info.serial).toEqual({
    name: '',
    coc: '',
    country_code: 'NL',
    website_url: '',
  })
})

test('visited steps are kept beside what is typed, and go with it', async () => {
  const { environment, boarding } = await setUp()
  boarding.keep(boardingValues())
  boarding.keepVisited(['merchant_info', 'subscription'])
  await expect.poll(() => environment.pauses).toContain(300)
  const again = await setUp({ environment })
  expect(again.boarding.visited).toEqual(['merchant_info', 'subscription'])
  expect(again.boarding.initial).toEqual(boardingValues())
  again.boarding.startAnew()
  expect((await setUp({ environment })).boarding.visited).toEqual([])
})

describe('a confirmed coupling', () => {
  test('forgets its own customer', async () => {
    const there = await setUp()
    there.boarding.keepVisited(['merchant_info', 'serial_info'])
    await there.boarding.submit(boardingValues())
    there.memory.forgetCreated(2009)
    const again = await setUp({ environment: there.environment })
    expect(again.boarding.awaitsCoupling).toBe(false)
    expect(again.boarding.initial.serial_info.serial.name).toBe('')
    expect(again.boarding.visited).toEqual([])
  })

  test('of another location forgets nothing', async () => {
    const there = await setUp()
    await there.boarding.submit(boardingValues())
    there.memory.forgetCreated(2001)
    const again = await setUp({ environment: there.environment })
    expect(again.boarding.awaitsCoupling).toBe(true)
    expect(again.boarding.initial).toEqual(boardingValues())
  })

  test('leaves what is filled in for the next customer', async () => {
    const there = await setUp()
    await there.boarding.submit(boardingValues())
    const next = boardingValues()
    next.serial_info.serial.name = 'Volgende Zaak'
    there.boarding.keep(next)
    await expect
      .poll(() => there.environment.pauses.filter((pause) => pause === 300))
      .toHaveLength(1)
    there.memory.forgetCreated(2009)
    const again = await setUp({ environment: there.environment })
    expect(again.boarding.initial).toEqual(next)
  })
})

describe('how far it came', () => {
  const path = '/api/locations/location'
  const fault = { kind: 'status', status: 500 } as const

  test('is shown again after a reload, without what has to be tried again', async () => {
    await sandbox.injectFault({ method: 'POST', path, times: 1, fault })
    const there = await setUp()
    await there.boarding.submit(boardingValues())
    expect(there.boarding.$progress.get().location).toBe('failed')
    const again = await setUp({ environment: there.environment })
    expect(again.boarding.$progress.get()).toEqual({
      merchant: 'done',
      user: 'done',
      registration: 'done',
    })
    await again.boarding.submit(boardingValues())
    const whole = await setUp({ environment: there.environment })
    expect(whole.boarding.$progress.get()).toMatchObject({ location: 'done', key: 'done' })
    whole.boarding.startAnew()
    const next = await setUp({ environment: there.environment })
    expect(next.boarding.$progress.get()).toEqual({})
  })

  test('is nothing for another user, nor after a dry run', async () => {
    const there = await setUp({ flags: ['dry_run'] })
    await there.boarding.submit(boardingValues())
    const { environment } = there
    expect((await setUp({ environment })).boarding.$progress.get()).toEqual({})
    await (await setUp({ environment })).boarding.submit(boardingValues())
    const other = await setUp({ environment, person: polaris })
    expect(other.boarding.$progress.get()).toEqual({})
  })
})

describe('what was filled in earlier', () => {
  /** Fills in a customer, of whom a fault leaves something unsent or in doubt, and reloads. */
  async function reloaded(path: string, kind: 'lost' | 'drop', header = 'Idempotency-Key') {
    await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind } })
    const variables = { PORTAL_IDEMPOTENCY_HEADER: header }
    const there = await setUp({ variables })
    there.boarding.keep(boardingValues())
    await there.boarding.submit(boardingValues())
    const { environment } = there
    // Agrees to begin anew, and to nothing else.
    const agrees = (key: string) => key === 'form:startAnewQuestion'
    return setUp({ environment, agrees, variables })
  }

  test('is told until another step, and only where it was', async () => {
    const there = await setUp()
    expect(there.boarding.$isRestored.get()).toBe(false)
    there.boarding.keepVisited(['merchant_info', 'serial_info'])
    there.boarding.keep({ ...there.boarding.initial, subscription: boardingValues().subscription })
    there.environment.leave()
    const untouched = await setUp({ environment: there.environment })
    expect(untouched.boarding.$isRestored.get()).toBe(false)

    untouched.boarding.keep(boardingValues())
    untouched.environment.leave()
    const { boarding } = await setUp({ environment: there.environment })
    expect(boarding.$isRestored.get()).toBe(true)
    boarding.keepVisited(['merchant_info'])
    expect(boarding.$isRestored.get()).toBe(false)
  })

  test('is not told twice of a customer who awaits the coupling', async () => {
    const there = await setUp()
    await there.boarding.submit(boardingValues())
    const { boarding } = await setUp({ environment: there.environment })
    expect(boarding).toMatchObject({ awaitsCoupling: true })
    expect(boarding.$isRestored.get()).toBe(false)
  })

  test('stays when the user would rather keep it', async () => {
    const there = await setUp({ agrees: () => false })
    there.boarding.keep(boardingValues())
    there.environment.leave()
    const again = await setUp({ environment: there.environment, agrees: () => false })
    expect(await again.boarding.discard()).toBeNull()
    expect(again.shown).toEqual(['form:startAnewQuestion'])
    expect(again.boarding.$isRestored.get()).toBe(true)
    expect((await setUp({ environment: there.environment })).boarding.initial).toEqual(
      boardingValues(),
    )
  })

  test.each([
    ['/api/registrations/registration', 'Idempotency-Key'],
    ['/api/registrations/registration', ''],
    ['/api/snelstart/keys/unconnected', 'Idempotency-Key'],
    ['/api/snelstart/keys/unconnected', ''],
  ])(
    'may go, and what may have happened is not sent twice without a question: %s, header %j',
    async (path, header) => {
      const there = await reloaded(path, 'lost', header)
      expect(there.boarding.$isRestored.get()).toBe(true)
      expect((await there.boarding.discard())?.serial_info.serial.name).toBe('')
      expect(there.boarding.$isRestored.get()).toBe(false)

      const other = boardingValues()
      other.serial_info.serial.name = 'Andere Zaak'
      await there.boarding.submit(other)
      expect(there.shown.at(-1)).toBe('boarding:changed')
      // The very same customer, filled in anew.
      await there.boarding.submit(boardingValues())
      const { length: made } = await sandbox.rows('registrations')
      const keys = (await sandbox.rows('keys')).filter((key) => key.administration_id === 1008)
      expect([made, keys.length]).toEqual(
        // Nobody can look up a key: without the header the user is asked, and did not agree.
        [1, 1],
      )
    },
  )

  test('a key in doubt does not count as a customer who only awaits the coupling', async () => {
    const { boarding } = await reloaded('/api/snelstart/keys/unconnected', 'lost')
    expect(boarding.awaitsCoupling).toBe(false)
    expect(boarding.$isRestored.get()).toBe(true)
  })
})

test('another customer can be begun while one awaits its coupling', async () => {
  const there = await setUp()
  await there.boarding.submit(boardingValues())
  const again = await setUp({ environment: there.environment })
  expect(again.boarding.awaitsCoupling).toBe(true)
  expect(again.boarding.startAnew().serial_info.serial.name).toBe('')
  const next = boardingValues({
    merchant_info: { full_name: 'Ander', username: 'ander@zaak.test' },
  })
  next.serial_info.serial.name = 'Volgende Zaak'
  await again.boarding.submit(next)
  expect(again.shown).toEqual([])
  expect((await sandbox.rows('registrations')).map(({ name }) => name)).toEqual([
    'Nieuwe Zaak',
    'Volgende Zaak',
  ])
})

test('a browser that cannot remember the finished customer goes on to the coupling', async () => {
  const environment = createTestEnvironment('http://localhost:4321/boarding')
  environment.sharedStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const there = await setUp({ environment })
  await there.boarding.submit(boardingValues())
  expect((await arrives(there)).pathname).toBe('/accounting/activate')
  expect(environment.logged).toContain('this browser could not remember a finished customer')
})

test('a lost registration is not taken for another of the same name', async () => {
  const first = await setUp({ variables: { PORTAL_IDEMPOTENCY_HEADER: '' } })
  const refusal = { kind: 'status', status: 422 } as const
  const location = '/api/locations/location'
  await sandbox.injectFault({ method: 'POST', path: location, times: 1, fault: refusal })
  await first.boarding.submit(boardingValues())

  const second = await setUp({ variables: { PORTAL_IDEMPOTENCY_HEADER: '' } })
  const registration = '/api/registrations/registration'
  await sandbox.injectFault({
    method: 'POST',
    path: registration,
    times: 1,
    fault: { kind: 'drop' },
  })
  const namesake = boardingValues({
    merchant_info: { full_name: 'Naamgenoot', username: 'naamgenoot@zaak.test' },
  })
  await second.boarding.submit(namesake)
  await second.boarding.submit(namesake)
  expect(second.shown).toEqual(['boarding:registrationFailed', 'boarding:perhapsDone'])
  expect(await sandbox.rows('registrations')).toHaveLength(2)
})

test('a flag that changes halfway changes nothing of what is under way', async () => {
  const flags: FlagName[] = []
  const there = await setUp({ flags })
  await sandbox.injectFault({
    method: 'POST',
    path: '/api/registrations/registration',
    fault: { kind: 'delay', milliseconds: 100 },
  })
  const submitted = there.boarding.submit(boardingValues())
  await expect.poll(() => there.boarding.$progress.get().registration).toBe('busy')
  flags.push('dry_run')
  await submitted
  expect(await writes()).toHaveLength(4)
  expect(there.shown).toEqual([])
})

test('the browser asks before it leaves only while something is written', async () => {
  let guards = 0
  let most = 0
  const environment = createTestEnvironment('http://localhost:4321/boarding', {
    guardLeaving: () => {
      guards += 1
      most = Math.max(most, guards)
      return () => (guards -= 1)
    },
  })
  const there = await setUp({ environment })
  await there.boarding.submit(boardingValues())
  expect(most).toBe(1)
  expect(guards).toBe(0)
})
