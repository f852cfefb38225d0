import { beforeEach, describe, expect } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { openAnotherTab } from '../../../test/environment.ts'
import {
  waitForVisit,
  boardTestCustomer,
  listBoardingWrites,
  openBoarding,
  polarisUser,
  reseller,
  type BoardingPage,
  openSubmittedBoarding,
  submitAndWaitForVisit,
} from '../../../test/open-boarding.ts'
import { waitForDialog } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { SessionEndedError } from '../../lib/api/errors.ts'
import type { FlagName } from '../shell/flags.ts'
import { readPendingKeys, readRecentPlaces } from '../coupling/remembered-places.ts'

beforeEach(async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  await sandbox.clearRequests()
})

describe('new customer', () => {
  test('creates a customer if the responses have only the required fields', async () => {
    await sandbox.changeSettings({ minimalAnswers: true })
    const there = await openBoarding()
    const selected = { id: '12', name: 'Winkel' }
    const merchant_info = { full_name: 'Winkelier', username: 'Nieuw@Zaak.test' }
    const address = await submitAndWaitForVisit(
      there,
      boardingValues({ subscription: { selected }, merchant_info }),
    )
    const [key] = (await sandbox.rows('keys')).filter((row) => row.administration_id === 1008)
    expect(address.searchParams.get('referenceKey')).toBe(key?.id)
    expect(await listBoardingWrites()).toHaveLength(4)
    expect(there.shown).toEqual([])
  })

  test.each([
    ['SnelStart', reseller, 'package'],
    ['polaris', polarisUser, 'polaris'],
  ])(
    'remembers the pending key of a new %s customer but no recently opened location',
    async (...row) => {
      const [, person, approvedBy] = row
      const there = await boardTestCustomer({ person })
      const { searchParams } = there.address
      const place = { administration: 1008, location: 2009 }
      const key = searchParams.get('referenceKey') ?? searchParams.get('state')
      expect(await readRecentPlaces(there.portal)).toEqual([])
      expect(await readPendingKeys(there.portal)).toEqual([
        {
          ...place,
          ...{ key, approvedBy, replacesAnother: false },
          place: {
            administration: { id: 1008, name: 'Nieuwe Zaak', country_code: 'NL' },
            location: { id: 2009, name: 'Hoofdwinkel' },
          },
        },
      ])
    },
  )

  test('sends the writes in the specified order, then goes to the activation page', async () => {
    const there = await openBoarding({ query: '?reseller=shop-7' })
    void there.boarding.submit(boardingValues())
    const address = await submitAndWaitForVisit(there)

    const user = (await sandbox.rows('users')).find((each) => each.username === 'nieuw@zaak.test')
    expect(await listBoardingWrites()).toMatchObject([
      {
        path: '/api/registrations/registration/merchant/SNELSTART',
        administration: undefined,
        body: { username: 'nieuw@zaak.test' },
      },
      {
        path: '/api/registrations/registration',
        administration: undefined,
        body: { user_id: user?.id, reseller_id: 'shop-7', subscriptions: [12] },
      },
      { path: '/api/locations/location', administration: '1008', body: { name: 'Hoofdwinkel' } },
      {
        path: '/api/snelstart/keys/unconnected',
        administration: undefined,
        body: { administration_id: 1008, location_id: 2009 },
      },
    ])
    const key = (await sandbox.rows('keys')).find(({ location_id }) => location_id === 2009)
    const sent = (await sandbox.requests()).filter(({ method }) => method === 'POST')
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(4)
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
})

test('goes to the wizard if the submitted customer has a confirmed coupling', async () => {
  const there = await openSubmittedBoarding()
  await sandbox.connectKey({ administration_id: 1008, location_id: 2009 })
  await there.boarding.submit(boardingValues())
  expect(there.environment.visited[1]).toBe(
    'http://localhost:4321/wizard?administration=1008&location=2009',
  )
  expect(await listBoardingWrites()).toHaveLength(4)
})

test.each([
  ['SnelStart', reseller, '/wizard'],
  ['polaris', polarisUser, '/polaris'],
])(
  'the user can hand over the approval link and later approve the same key: %s',
  async (_, person, path) => {
    const there = await openBoarding({ person })
    void there.boarding.submit(boardingValues(), 'handOver')
    const address = await waitForVisit(there)
    expect(address.pathname + address.search).toBe(`${path}?administration=1008&location=2009`)
    const writes = await listBoardingWrites()
    expect(writes.at(-1)?.path).toBe('/api/snelstart/keys/unconnected')
    const [key] = await readPendingKeys(there.portal)
    expect(key?.isHandedOver).toBe(true)

    const again = await openBoarding({ person, environment: there.environment })
    expect(again.boarding.handOver()?.href).toBe(address.href)
    const approval = await submitAndWaitForVisit(again, boardingValues(), 2)
    const parameters = Object.fromEntries(approval.searchParams)
    expect(parameters.referenceKey ?? parameters.state).toBe(key?.key)
    expect(await listBoardingWrites()).toEqual([])
  },
)

describe('preselected subscription', () => {
  const proposedIn = ({ boarding }: BoardingPage) => boarding.$proposed.get()

  test('preselects the subscription of the last customer', async () => {
    const first = await boardTestCustomer()
    const { environment } = first
    expect(proposedIn(first)).toBeNull()
    const next = await openBoarding({ environment })
    next.boarding.start()
    const last = { plan: { id: boardingValues().subscription.selected?.id }, isOnly: false }
    await expect.poll(() => proposedIn(next)).toMatchObject(last)
    const another = await openBoarding({ environment, person: polarisUser })
    another.boarding.start()
    await another.boarding.subscriptions.reload()
    expect(proposedIn(another)).toBeNull()
  })

  test.each([
    [[1, 2], null],
    [[1], { plan: { id: 1 }, isOnly: true }],
  ])(
    'preselects an unused subscription only if no other one is offered: ids %j',
    async (ids, proposed) => {
      const { environment } = await boardTestCustomer()
      const path = '/api/registrations/subscription/list'
      const body = ids.map((id) => ({ id, name: `Abonnement ${id}` }))
      await sandbox.answer('GET', path, body)
      const next = await openBoarding({ environment })
      next.boarding.start()
      await next.boarding.subscriptions.reload()
      if (proposed) expect(proposedIn(next)).toMatchObject(proposed)
      else expect(proposedIn(next)).toBeNull()
    },
  )
})

test('registers the signed-in polaris user and goes to the authorisation page', async () => {
  const there = await openBoarding({ person: polarisUser })
  expect(there.boarding.isPolaris).toBe(true)
  const address = await submitAndWaitForVisit(
    there,
    boardingValues({ merchant_info: { full_name: '', username: '' } }),
  )
  const [registration, ...sent] = await listBoardingWrites()
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/locations/location',
    '/api/snelstart/keys/unconnected',
  ])
  expect(registration?.body).toMatchObject({
    user_id: polarisUser.id,
    person: { first_name: 'Polaris', last_name: 'van Test' },
    emails: [{ type: 'info', email: 'polaris@koppelpunt.test' }],
  })
  const key = (await sandbox.rows('keys')).find(({ location_id }) => location_id === 2009)
  expect(address.pathname).toBe('/accounting/polaris/authorize')
  expect(address.searchParams.get('state')).toBe(key?.id)
})

describe('missing account that the service reports as existing', () => {
  beforeEach(() =>
    sandbox.failNext('POST', '/api/registrations/registration/merchant/SNELSTART', 409),
  )

  test('a second submit creates the missing account after the user cancels the first submit', async () => {
    const there = await openBoarding({ agrees: (key) => key === 'boarding:merchantExists' })
    const details: (string | undefined)[] = []
    there.portal.dialogs.$dialog.listen((dialog) => {
      if (dialog) details.push(dialog.detail?.key)
    })
    await there.boarding.submit(boardingValues())
    expect(there.shown).toEqual(['boarding:merchantExists', 'boarding:userNotFound'])
    expect(details[1]).toBe('boarding:userNotFoundNoAccountHelp')
    expect(await sandbox.rows('registrations')).toEqual([])

    await there.boarding.submit(boardingValues())
    expect(there.shown).toHaveLength(2)
    const [merchant] = await sandbox.rows('merchants')
    const [registered] = await sandbox.rows('registrations')
    expect(registered?.user_id).toBe(merchant?.id)
  })

  test('asks about a missing account again after a reload', async () => {
    await sandbox.failNext('GET', '/identity/admin/realms/koppelpunt/users')
    const { environment } = await openSubmittedBoarding()
    const there = await openBoarding({ environment, agrees: () => false })
    const dialog = waitForDialog(there.portal)
    await there.boarding.submit(boardingValues())
    expect((await dialog).detail).toEqual({
      key: 'boarding:userNotFoundNoAccountHelp',
      parameters: { account: 'nieuw@zaak.test' },
    })
    expect(await sandbox.rows('registrations')).toEqual([])
  })
})

test('names the account that was created if the user may not look up accounts', async () => {
  await sandbox.failNext('GET', '/identity/admin/realms/koppelpunt/users', 403)
  const there = await openBoarding({ agrees: null })
  const submitted = there.boarding.submit(boardingValues())
  const { message, about, detail, answer } = await waitForDialog(there.portal)
  expect(message.key).toBe('boarding:noRights')
  const parameters = { account: 'nieuw@zaak.test' }
  expect(about).toEqual([{ key: 'boarding:accountCreated', parameters }])
  expect(detail).toMatchObject({ help: 'failure:tell' })
  answer(true)
  await submitted
  expect(await sandbox.rows('merchants')).toHaveLength(1)
})

describe('existing account', () => {
  const existing = boardingValues({
    merchant_info: { full_name: 'Winkelier', username: 'merchant@koppelpunt.test' },
  })

  test('uses an existing account without a second question if the user agrees', async () => {
    await sandbox.failNext('POST', '/api/locations/location')
    const there = await openBoarding()
    await there.boarding.submit(existing)
    expect(there.shown).toEqual(['boarding:merchantExists', 'failure:creatingLocation'])
    await submitAndWaitForVisit(there, existing)
    expect(there.shown).toHaveLength(2)
    expect(
      (await listBoardingWrites()).filter(({ path }) => path.includes('merchant')),
    ).toHaveLength(1)
    expect(await sandbox.rows('merchants')).toEqual([])
  })

  test('registers the account with the entered e-mail address if the provider returns others', async () => {
    await sandbox.answer('GET', '/identity/admin/realms/koppelpunt/users', [
      { id: 'other', username: 'merchant@koppelpunt.test.example' },
      { id: 'own', username: 'Merchant@Koppelpunt.test' },
    ])
    const { boarding } = await openBoarding()
    await boarding.submit(existing)
    const requests = await sandbox.requests('/api/registrations/registration')
    const registration = requests.find(({ method }) => method === 'POST')
    expect(registration?.body).toMatchObject({ user_id: 'own' })
  })
})

describe('user who is unknown to the identity provider', () => {
  beforeEach(() => sandbox.changeSettings({ userAppearance: 'registration' }))

  test('assigns the user of the customer as the last step if the first lookup does not find the user', async () => {
    const there = await boardTestCustomer()
    expect(there.shown).toEqual(['boarding:userNotFound'])
    const [merchant] = await sandbox.rows('merchants')
    const sent = await listBoardingWrites()
    expect(sent[1]?.body).toMatchObject({ user_id: merchant?.id })
    expect(sent.at(-1)).toMatchObject({
      path: '/api/serials/serial/1008',
      body: { user_id: merchant?.id },
    })
  })

  test("a submit after a new sign-in gives the customer's user the missing access", async () => {
    let isSignedInAgain = false
    const there = await openBoarding({
      token: async () => {
        const isLast = (await sandbox.rows('keys')).some((row) => row.administration_id === 1008)
        if (isLast && !isSignedInAgain) throw new SessionEndedError('The refresh was refused')
        return sandbox.token('admin@koppelpunt.test')
      },
    })
    await there.boarding.submit(boardingValues())
    expect(there.environment.visited).toEqual([])
    expect(there.shown).toEqual(['boarding:userNotFound'])
    expect(Object.values(there.boarding.$progress.get())).not.toContain('failed')
    isSignedInAgain = true
    await submitAndWaitForVisit(there)
    expect((await listBoardingWrites()).at(-1)?.path).toBe('/api/serials/serial/1008')
  })

  test('completes the submit without giving access if the user is never found', async () => {
    await sandbox.changeSettings({ userAppearance: 'never' })
    await boardTestCustomer()
    expect(await listBoardingWrites()).toHaveLength(4)
  })
})

test.each(['approval', 'handOver'] as const)(
  'sends and remembers nothing in a dry run with the approval route %s',
  async (approvalRoute) => {
    const there = await openBoarding({ flags: ['dry_run'] })
    await there.boarding.submit(boardingValues(), approvalRoute)
    expect(there.shown).toEqual(['boarding:userNotFound', 'shell:dryRunLeave'])
    expect(there.environment.visited).toEqual([])
    expect(Object.values(there.boarding.$progress.get())).not.toContain('done')
    expect(await listBoardingWrites()).toEqual([])
    expect(there.environment.sharedStorage).toHaveLength(0)
    await boardTestCustomer({ environment: there.environment })
    expect(await listBoardingWrites()).toHaveLength(4)
  },
)

test.each([204, 418])(
  'shows that the subscriptions failed to load with status %d, and reloads them on demand',
  async (status) => {
    const { boarding } = await openBoarding()
    await sandbox.failNext('GET', '/api/registrations/subscription/list', status)
    await boarding.subscriptions.reload()
    expect(boarding.subscriptions.$list.get()).toMatchObject({
      status: 'failed',
      detail: { trace: { result: `status ${status}` } },
    })
    await boarding.submit(boardingValues())
    expect(await listBoardingWrites()).toEqual([])
    await boarding.subscriptions.reload()
    expect(boarding.subscriptions.$list.get().status).toBe('loaded')
  },
)

test('submits a subscription whose id the service now sends as text', async () => {
  const plan = { ...boardingValues().subscription.selected, id: '12' }
  await sandbox.answer('GET', '/api/registrations/subscription/list', [plan])
  const page = await openBoarding()
  await submitAndWaitForVisit(page)
  expect(page.shown).toEqual([])
})

test('waits for the list of subscriptions before it submits a restored form', async () => {
  const page = await openBoarding()
  await sandbox.delay('GET', '/api/registrations/subscription/list', 100)
  void page.boarding.subscriptions.reload()
  await submitAndWaitForVisit(page)
  expect(page.shown).toEqual([])
})

test('sends no write if dry_run is switched on during the first question', async () => {
  const { environment } = await boardTestCustomer()
  const flags: FlagName[] = ['test_mode']
  await sandbox.clearRequests()
  const later = await openBoarding({
    environment: openAnotherTab(environment, 'http://localhost:4321/boarding'),
    flags,
    agrees: () => {
      if (flags[0] === 'test_mode') flags[0] = 'dry_run'
      return true
    },
  })
  await later.boarding.submit(boardingValues())
  expect(later.shown).toEqual(['boarding:boardedBefore', 'shell:notSent'])
  expect(await listBoardingWrites()).toEqual([])
  expect(later.environment.visited).toEqual([])
  expect(later.boarding.$progress.get()).toEqual({})
  flags.splice(0)
  await later.boarding.submit(boardingValues())
  expect(later.environment.visited).toHaveLength(1)
})
