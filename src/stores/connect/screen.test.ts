import { describe, expect } from 'vitest'
import { createTestEnvironment, openAnotherTab } from '../../../test/environment.ts'
import {
  choosePlace,
  getVisitedUrl,
  keysPath,
  marketLocation,
  openConnectWithPlace,
  openConnectScreen,
  coupledPlace,
  uncoupledPlace,
} from '../../../test/open-connect.ts'
import {
  answerDialogs,
  answerNextDialog,
  waitForDialog,
  createOwner,
} from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import {
  readPendingKeys,
  readRecentPlaces,
  openConnectDraft,
  rememberPendingKey,
} from '../coupling/remembered-places.ts'
import type { FlagName } from '../shell/flags.ts'
import { couplingLookupLimit } from '../../lib/limits.ts'

const locationsPath = '/api/locations/location/list/all'
const keys = async () => (await sandbox.rows('keys')).filter((key) => key.location_id === 2003)

describe('restored choice of a place', () => {
  test('shows a notice about a restored selection until the user discards or changes the selection', async () => {
    const { environment, ...first } = await openConnectWithPlace()
    expect(first.connect.$isRestored.get()).toBe(false)
    const other = openConnectScreen({ environment }).connect
    expect(other.$isRestored.get()).toBe(true)
    other.chooseAdministration({ id: 1001, name: 'Oefenwinkel Noord' })
    expect(other.$isRestored.get()).toBe(false)
    const { connect } = openConnectScreen({ environment })
    expect(connect.$isRestored.get()).toBe(true)
    connect.discard()
    expect(connect.$isRestored.get()).toBe(false)
    expect(connect.$choice.get()).toEqual({ administration: null, location: null })
    expect(openConnectScreen({ environment }).connect.$isRestored.get()).toBe(false)
  })

  test('shows no notice about a restored selection if another page preselected the location', () => {
    const environment = createTestEnvironment()
    const location = { id: 2003, name: 'Markthal' }
    const place = { administration: { id: 1004, name: 'Oefenmarkt West' }, location }
    openConnectDraft(createOwner(environment)).write({ ...place, isGiven: true })
    const there = openConnectScreen({ environment })
    expect(there.connect.$choice.get()).toEqual(place)
    expect(there.connect.$isRestored.get()).toBe(false)
    there.connect.chooseLocation(null)
    expect(openConnectScreen({ environment }).connect.$isRestored.get()).toBe(true)
  })

  test('shows the current names of a restored selection', async () => {
    const environment = createTestEnvironment()
    const old = { administration: { id: '1004', name: 'Oud' }, location: { id: 2003, name: 'Oud' } }
    openConnectDraft(createOwner(environment)).write(old)
    const { connect } = openConnectScreen({ environment })
    connect.start()
    const current = {
      administration: { id: '1004', name: 'Oefenmarkt West' },
      location: { id: 2003, name: 'Markthal' },
    }
    await expect.poll(() => connect.$choice.get()).toMatchObject(current)
  })

  test.each(['Idempotency-Key', ''])(
    'asks before it creates a second key if the user has cleared the form: idempotency header %j',
    async (header) => {
      await sandbox.strikeNext('POST', keysPath, { kind: 'lost' })
      const first = await openConnectWithPlace(marketLocation, { header })
      await answerNextDialog(first.portal, first.connect.submit())

      const there = openConnectScreen({ environment: first.environment, header })
      there.connect.discard()
      await choosePlace(there)
      const submitted = there.connect.submit()
      const question = await waitForDialog(there.portal)
      expect(question).toMatchObject({
        kind: 'confirm',
        message: { key: 'form:perhapsKeyMade' },
        detail: {
          key: 'form:perhapsKeyMadeHelp',
          parameters: { administration: '1004', location: '2003', provider: 'Koppelpunt' },
        },
      })
      question.answer(false)
      await submitted
      expect(await keys()).toHaveLength(1)
      expect(there.environment.visited).toEqual([])
    },
  )
})

describe('lists of administrations and locations', () => {
  test('preselects the only location of an administration', async () => {
    const { connect } = openConnectScreen()
    connect.chooseAdministration({ id: 1002, name: 'Zuid' })
    await expect.poll(() => connect.$choice.get().location?.name).toBe('Bakkerij Zuid')
    connect.chooseAdministration({ id: 1004, name: 'West' })
    await expect.poll(() => connect.locations.$list.get().status).toBe('loaded')
    expect(connect.$choice.get().location).toBeNull()
  })

  test('preselects no other location if the selected location is gone', async () => {
    const { environment } = await openConnectWithPlace()
    const body = [{ id: 2002, name: 'Bakkerij Zuid' }]
    await sandbox.strikeNext('GET', locationsPath, { kind: 'answer', body })
    const { connect } = openConnectScreen({ environment })
    connect.start()
    await expect.poll(() => connect.locations.$list.get().status).toBe('loaded')
    expect(connect.$choice.get().location).toBeNull()
  })

  test('reports a location without a name and does not preselect the remaining location', async () => {
    const body = [
      { id: 2002, name: 'Bakkerij Zuid' },
      { id: 2009, name: null },
    ]
    await sandbox.strikeNext('GET', locationsPath, { kind: 'answer', body })
    const { connect } = openConnectScreen()
    connect.chooseAdministration({ id: 1002, name: 'Zuid' })
    await expect
      .poll(() => connect.locations.$list.get())
      .toMatchObject({ status: 'loaded', leftOut: { parameters: { count: '1' } } })
    expect(connect.$choice.get().location).toBeNull()
  })
})

describe('submit of /connect', () => {
  test('sends nothing without administration and location', async () => {
    const { connect, environment } = openConnectScreen()
    expect(connect.$missing.get()).toEqual([])
    await connect.submit()
    expect(connect.$attempts.get()).toBe(1)
    expect(connect.$missing.get()).toEqual(['administration', 'location'])
    expect(await sandbox.requests()).toEqual([])
    expect(environment.visited).toEqual([])
  })

  test('creates a key and goes to the activation page', async () => {
    const there = await openConnectWithPlace()
    const submitted = there.connect.submit()
    void there.connect.submit()
    expect(there.connect.$isBusy.get()).toBe(true)
    await submitted
    expect(there.environment.pauses).toContain(10_000)
    expect(there.connect.$isBusy.get()).toBe(false)
    expect(there.environment.visited).toHaveLength(1)
    const [key] = await keys()
    expect(getVisitedUrl(there).origin + getVisitedUrl(there).pathname).toBe(
      `${sandbox.url}/accounting/activate`,
    )
    expect(Object.fromEntries(getVisitedUrl(there).searchParams)).toEqual({
      referenceKey: key?.id,
      successUrl: 'http://localhost:4321/wizard?administration=1004&location=2003',
    })
    expect((await sandbox.requests(keysPath)).map(({ body }) => body)).toEqual([
      { administration_id: 1004, location_id: 2003 },
    ])
  })

  test('uses the same key after the user leaves and opens the page again', async () => {
    const first = await openConnectWithPlace()
    void first.connect.submit()
    await expect.poll(() => first.environment.visited.length).toBe(1)
    // From here on, the service sends ids as strings.
    await sandbox.changeSettings({ minimalAnswers: true })
    const second = openConnectScreen({ environment: first.environment })
    second.connect.start()
    await expect.poll(() => second.connect.locations.$list.get().status).toBe('loaded')
    expect(second.connect.$choice.get()).toMatchObject({ location: { id: 2003 } })
    void second.connect.submit()
    await expect.poll(() => second.environment.visited.length).toBe(2)
    expect(second.environment.visited[1]).toBe(second.environment.visited[0])
    expect(await keys()).toHaveLength(1)
  })

  test('asks before it replaces a key that was activated meanwhile', async () => {
    const first = await openConnectWithPlace()
    await first.connect.submit()
    await sandbox.connectKey({ administration_id: 1004, location_id: 2003 })
    expect(first.connect.$handOver.get()).not.toBeNull()
    const question = await answerNextDialog(first.portal, first.connect.submit())
    expect(question.message).toEqual({ key: 'connect:coupled' })
    expect(first.connect.$handOver.get()).toBeNull()
    const used = first.environment.visited.map((each) =>
      new URL(each).searchParams.get('referenceKey'),
    )
    expect(new Set(used).size).toBe(2)
  })
})

test('reports no missing field after the user replaces one complete choice with a second one', async () => {
  const there = openConnectScreen()
  await there.connect.submit()
  expect(there.connect.$attempts.get()).toBe(1)
  await choosePlace(there)
  await choosePlace(there, { administration: 1003, location: 0 })
  expect(there.connect.$missing.get()).toEqual([])
})

test('shows an alert with the id of the key in use after a second key was created', async () => {
  await sandbox.strikeNext('POST', keysPath, { kind: 'lost' })
  const there = await openConnectWithPlace(marketLocation, { header: '' })
  await answerNextDialog(there.portal, there.connect.submit())
  const details: (Message | undefined)[] = []
  there.portal.dialogs.$dialog.listen((dialog) => details.push(dialog?.detail))
  answerDialogs(there.portal)
  await there.connect.submit()
  const used = getVisitedUrl(there).searchParams.get('referenceKey')
  expect(details).toContainEqual({
    key: 'form:keyAgainHelp',
    parameters: { administration: '1004', location: '2003', provider: 'Koppelpunt', used },
  })
})

describe('another tab that creates a key for the same place', () => {
  const otherTab = { message: { key: 'connect:otherTab' } }

  test('stops the submit while another tab creates a key for the place', async () => {
    const held: string[] = []
    const hold = (name: string) => Promise.resolve(held.push(name) > 1)
    const there = await openConnectWithPlace(marketLocation, {
      environment: createTestEnvironment(undefined, { hold }),
    })
    const dialog = await answerNextDialog(there.portal, there.connect.submit())
    expect(dialog).toMatchObject(otherTab)
    expect(held).toEqual(['koppelpunt:key:1004/2003'])
    expect(await sandbox.requests(keysPath)).toEqual([])
    await there.connect.submit()
    expect(await sandbox.requests(keysPath)).toHaveLength(1)
  })

  test('uses the key that another tab has just created for the place', async () => {
    const first = await openConnectWithPlace()
    const { sharedStorage } = first.environment
    const hold = async () => {
      await first.connect.submit()
      return true
    }
    const second = await openConnectWithPlace(marketLocation, {
      environment: createTestEnvironment(undefined, { sharedStorage, hold }),
    })
    await second.connect.submit()
    expect(await sandbox.requests(keysPath)).toHaveLength(1)
    expect(second.environment.visited).toEqual(first.environment.visited)
  })
})

test('sends and remembers nothing in a dry run and shows the activation address', async () => {
  const there = await openConnectWithPlace(marketLocation, { flags: ['dry_run'] })
  const dialog = await answerNextDialog(there.portal, there.connect.submit())
  expect(dialog.message.key).toBe('shell:dryRunLeave')
  const shown = dialog.link?.address.searchParams
  expect(shown?.get('referenceKey')).toBe('dry-run')
  expect(shown?.get('successUrl')).toContain('/wizard?administration=1004&location=2003')
  expect(await sandbox.requests(keysPath)).toEqual([])
  expect(there.environment.visited).toEqual([])
  expect(await readRecentPlaces(there.portal)).toEqual([])
  expect(await readPendingKeys(there.portal)).toEqual([])

  const afterwards = openConnectScreen({ environment: there.environment })
  void afterwards.connect.submit()
  await expect.poll(() => there.environment.visited.length).toBe(1)
  expect(getVisitedUrl(there).searchParams.get('referenceKey')).not.toBe('dry-run')
})

test('removes an invalid reseller from the address', () => {
  const address = 'http://localhost:4321/connect?reseller=%2F%2Fevil.example&x=1'
  const environment = createTestEnvironment(address)
  expect(openConnectScreen({ environment }).connect.reseller).toEqual({
    name: null,
    isIgnored: true,
  })
  expect(environment.location().search).toBe('?x=1')
})

const companyPath = '/api/snelstart/company'
const failLookUps = () => sandbox.fail('GET', companyPath)
const lookedUpLocations = async () =>
  (await sandbox.requests(companyPath)).map(({ query }) => query.location).sort()

test('provides the wizard address of a coupled location', async () => {
  const { connect } = await openConnectWithPlace(coupledPlace)
  await expect
    .poll(() => connect.$settings.get()?.href)
    .toBe('http://localhost:4321/wizard?administration=1006&location=2007')
  connect.chooseLocation(null)
  expect(connect.$settings.get()).toBeNull()
})

test('links a polaris user to the polaris wizard from every action', async () => {
  const there = await openConnectWithPlace(coupledPlace, { version: 'polaris' })
  await expect.poll(() => there.connect.$settings.get()?.pathname).toBe('/polaris')
  const { portal, connect } = await openConnectWithPlace(uncoupledPlace, { version: 'polaris' })
  await connect.submit()
  await connect.submit('handOver')
  const [activation, link] = portal.environment.visited.map((address) => new URL(address))
  expect(new URL(activation?.searchParams.get('successUrl') ?? '').pathname).toBe('/polaris')
  expect(link?.href).toBe('http://localhost:4321/polaris?administration=1001&location=2001')
})

test('looks up each location of an administration once', async () => {
  await sandbox.connectKey({ administration_id: 1004, location_id: 2004 })
  const { connect } = await openConnectWithPlace({ administration: 1004, location: 2004 })
  await expect.poll(lookedUpLocations).toEqual(['2003', '2004', '2005'])
  const coupledOnes = () => connect.$coupled.get().map(({ name }) => name)
  await expect.poll(coupledOnes).toEqual(['Groentekraam'])
  await sandbox.settled()
  expect(connect.$settings.get()?.search).toBe('?administration=1004&location=2004')

  for (const id of [2003, 2004]) connect.chooseLocation({ id, name: 'Gekozen' })
  connect.chooseAdministration({ id: 1001, name: 'Andere' })
  connect.chooseAdministration({ id: 1004, name: 'Gekozen' })
  await expect.poll(coupledOnes).toEqual(['Groentekraam'])
  await sandbox.settled()
  const lookedUp = (await lookedUpLocations()).filter((location) => location !== '2001')
  expect(lookedUp).toEqual(['2003', '2004', '2005'])
})

test.each([
  [couplingLookupLimit, couplingLookupLimit],
  [couplingLookupLimit + 1, 1],
])(
  'looks up unselected locations only if the list is short: %i locations, %i lookups',
  async (length, count) => {
    const body = Array.from({ length }, (_, index) => ({
      id: 2007 + index,
      name: `Locatie ${index}`,
    }))
    await sandbox.answer('GET', locationsPath, body)
    const { connect } = await openConnectWithPlace(coupledPlace)
    await expect.poll(() => connect.$settings.get()).not.toBeNull()
    await expect.poll(async () => new Set(await lookedUpLocations()).size).toBe(count)
    expect(await lookedUpLocations()).toContain('2007')
  },
)

test('aborts pending lookups when the user chooses another administration', async () => {
  await sandbox.strikeNext('GET', companyPath, { kind: 'delay', milliseconds: 60_000 })
  const { portal, connect } = await openConnectWithPlace(coupledPlace)
  await expect.poll(lookedUpLocations).toEqual(['2007'])
  connect.chooseAdministration({ id: uncoupledPlace.administration, name: 'Andere' })
  connect.chooseAdministration({ id: coupledPlace.administration, name: 'Gekozen' })
  await expect.poll(() => connect.$coupled.get().map(({ id }) => id)).toEqual([2007])
  expect((await lookedUpLocations()).filter((location) => location === '2007')).toHaveLength(2)
  expect(portal.environment.logged).toEqual([])
})

test.each([
  [false, 0],
  [true, 1],
])('creates a new key for a coupled location only if the user agrees: %j', async (agreed, keys) => {
  const { portal, connect } = await openConnectWithPlace(coupledPlace)
  const submitted = connect.submit()
  const question = await waitForDialog(portal)
  expect(question).toMatchObject({
    kind: 'confirm',
    message: { key: 'connect:coupled' },
    detail: { key: 'connect:newKeyHelp' },
    agree: { key: 'connect:newKey' },
    link: { label: { key: 'connect:openSettings' } },
  })
  expect(await sandbox.requests(keysPath)).toEqual([])
  question.answer(agreed)
  await submitted
  expect(await sandbox.requests(keysPath)).toHaveLength(keys)
  expect(portal.environment.visited).toHaveLength(keys)
})

test('after a lost response, asks before it repeats the creation of a key for a coupled location', async () => {
  await sandbox.strikeNext('POST', keysPath, { kind: 'lost' })
  const { portal, environment, connect } = await openConnectWithPlace(coupledPlace)
  const shown = answerDialogs(portal, (key) => key !== 'form:perhapsKeyMade')
  await connect.submit()
  expect(shown.splice(0)).toEqual(['connect:coupled', 'failure:creatingLocation'])
  await connect.submit()
  expect(shown).toEqual(['connect:coupled', 'form:perhapsKeyMade'])
  expect(await sandbox.requests(keysPath)).toHaveLength(1)
  expect(environment.visited).toEqual([])
})

test('creates no key if the lookup before the submit fails', async () => {
  const { portal, connect } = await openConnectWithPlace(uncoupledPlace)
  await expect.poll(lookedUpLocations).toEqual(['2001'])
  await failLookUps()
  const answered = await answerNextDialog(portal, connect.submit())
  expect(answered).toMatchObject({
    ...{ kind: 'alert', message: { key: 'connect:lookFailed' } },
    detail: { trace: { result: 'status 500' } },
  })
  expect(connect.$isBusy.get()).toBe(false)
  expect(await sandbox.requests(keysPath)).toEqual([])
  expect(portal.environment.visited).toEqual([])
  await sandbox.clearFaults()
  await connect.submit()
  expect(portal.environment.visited).toHaveLength(1)
})

test('treats a location with a failed lookup as neither coupled nor pending', async () => {
  const { portal, connect } = await openConnectWithPlace(uncoupledPlace)
  await connect.submit('handOver')
  await failLookUps()
  const other = await openConnectWithPlace(uncoupledPlace, {
    environment: openAnotherTab(portal.environment),
  })
  other.connect.start()
  await expect.poll(() => other.portal.environment.logged.length).toBeGreaterThan(0)
  const [logged, ...others] = new Set(other.portal.environment.logged)
  expect([logged, others]).toEqual(['the coupling could not be looked up', []])
  expect(other.connect.$coupled.get()).toEqual([])
  expect(other.connect.$handOver.get()).toBeNull()
})

describe('pending key that replaces the key in use', () => {
  async function hideKeyInUse() {
    const body = { snelstart_administratie_identifier: 'a' }
    await sandbox.answer('GET', companyPath, body)
  }

  test.each([true, false])(
    'every tab uses the same pending key before approval (settings name the current key: %j)',
    async (isKnown) => {
      if (!isKnown) await hideKeyInUse()
      const first = await openConnectWithPlace(coupledPlace)
      const shown = answerDialogs(first.portal)
      await first.connect.submit('handOver')
      await first.connect.submit()
      const second = await openConnectWithPlace(coupledPlace, {
        environment: openAnotherTab(first.environment),
      })
      const question = await answerNextDialog(second.portal, second.connect.submit())
      expect(shown).toEqual(['connect:coupled', 'connect:coupled'])
      expect(question.message).toEqual({ key: 'connect:coupled' })
      expect(question.agree).toBeUndefined()
      expect(await sandbox.requests(keysPath)).toHaveLength(1)
      const [pending] = await readPendingKeys(first.portal)
      const used = [first.environment.visited.at(-1), second.environment.visited[0]].map(
        (address) => new URL(address ?? '').searchParams.get('referenceKey'),
      )
      expect(used).toEqual([pending?.key, pending?.key])
      expect(pending).toMatchObject({ replacesAnother: true })
    },
  )

  test('creates a new key after the pending key is approved', async () => {
    const { portal, connect } = await openConnectWithPlace(coupledPlace)
    answerDialogs(portal)
    await connect.submit()
    const [first] = await readPendingKeys(portal)
    const { administration: administration_id, location: location_id } = coupledPlace
    await sandbox.connectKey({ administration_id, location_id })
    await connect.submit()
    const [second] = await readPendingKeys(portal)
    expect(second?.key).not.toBe(first?.key)
    expect(await sandbox.requests(keysPath)).toHaveLength(2)
  })
})

test('remembers a location and its pending key', async () => {
  const { portal, connect } = await openConnectWithPlace(uncoupledPlace)
  await connect.submit()
  expect(await readRecentPlaces(portal)).toMatchObject([uncoupledPlace])
  const keys = await sandbox.rows('keys')
  const { id: key } = keys.find((each) => each.connected_at === null) ?? {}
  expect(await readPendingKeys(portal)).toEqual([
    { ...uncoupledPlace, key, approvedBy: 'package', replacesAnother: false },
  ])
})

test('opens the page with the approval link if the user lets the customer approve', async () => {
  const { portal, connect } = await openConnectWithPlace(uncoupledPlace)
  await connect.submit('handOver')
  const page = 'http://localhost:4321/wizard?administration=1001&location=2001'
  expect(portal.environment.visited).toEqual([page])
  expect(connect.$handOver.get()?.href).toBe(page)
  expect(await readPendingKeys(portal)).toMatchObject([{ isHandedOver: true }])
  const { length: count } = await sandbox.requests(keysPath)
  expect(count).toBe(1)

  const other = await openConnectWithPlace(uncoupledPlace, {
    environment: openAnotherTab(portal.environment),
  })
  other.connect.start()
  await expect.poll(() => other.connect.$handOver.get()?.href).toBe(page)
  const [key] = await readPendingKeys(portal)
  for (const approvalRoute of ['approval', 'handOver'] as const)
    await other.connect.submit(approvalRoute)
  const [approval, again] = other.portal.environment.visited.map((address) => new URL(address))
  expect(approval?.searchParams.get('referenceKey')).toBe(key?.key)
  expect(again?.href).toBe(page)
  expect(await sandbox.requests(keysPath)).toHaveLength(count)
})

test('keeps the stored administration and location names when a pending key is reused', async () => {
  const { portal, connect } = await openConnectWithPlace(uncoupledPlace)
  const location = { id: 2001, name: 'Winkel' }
  const place = { administration: { id: 1001, name: 'Verborgen' }, location }
  const pending = { key: 'sleutel', approvedBy: 'package', replacesAnother: false, place } as const
  await rememberPendingKey(portal, { ...uncoupledPlace, ...pending })
  await connect.submit('handOver')
  expect(await readPendingKeys(portal)).toMatchObject([{ ...pending, isHandedOver: true }])
})

test('creates no key if dry_run is switched on while the user answers the question about the new key', async () => {
  const flags: FlagName[] = []
  const { portal, environment, connect } = await openConnectWithPlace(coupledPlace, { flags })
  await expect.poll(() => connect.$settings.get()).not.toBeNull()
  await sandbox.clearRequests()
  const submitted = connect.submit()
  const dialog = await waitForDialog(portal)
  flags.push('dry_run')
  dialog.answer(true)
  const refusal = await waitForDialog(portal)
  expect(refusal.message).toEqual({ key: 'shell:notSent' })
  refusal.answer(true)
  await submitted
  expect(await sandbox.requests(keysPath)).toEqual([])
  expect(environment.visited).toEqual([])
})
