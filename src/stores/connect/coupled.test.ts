import { expect } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { coupled, free, keysPath, openChosen } from '../../../test/open-connect.ts'
import { answered, nextDialog, testPerson } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { FlagName } from '../../lib/flags/names.ts'
import { coupledLookUpLimit } from '../../lib/limits.ts'
import { readMadeKeys, readWork } from '../coupling/remembered-places.ts'

const companyPath = '/api/snelstart/company'
const failLookUps = () =>
  sandbox.injectFault({ method: 'GET', path: companyPath, fault: { kind: 'status', status: 500 } })
const asked = async () =>
  (await sandbox.requests(companyPath)).map(({ query }) => query.location).sort()

test('a coupled location is told, with the way to its settings', async () => {
  const { connect } = await openChosen(coupled)
  await expect
    .poll(() => connect.$settings.get()?.href)
    .toBe('http://localhost:4321/wizard?administration=1006&location=2007')
})

test('settings, link and way back of a polaris user are of the polaris flow', async () => {
  const there = await openChosen(coupled, { version: 'polaris' })
  await expect.poll(() => there.connect.$settings.get()?.pathname).toBe('/polaris')
  const { portal, connect } = await openChosen(free, { version: 'polaris' })
  await connect.submit()
  await connect.submit('handOver')
  const [activation, link] = portal.environment.visited.map((address) => new URL(address))
  expect(new URL(activation?.searchParams.get('successUrl') ?? '').pathname).toBe('/polaris')
  expect(link?.href).toBe('http://localhost:4321/polaris?administration=1001&location=2001')
})

test('another choice takes it back', async () => {
  const { connect } = await openChosen(coupled)
  await expect.poll(() => connect.$settings.get()).not.toBeNull()
  connect.chooseLocation(null)
  expect(connect.$settings.get()).toBeNull()
})

test('the locations of an administration are looked up side by side, each once', async () => {
  await sandbox.connectKey({ administration_id: 1004, location_id: 2004 })
  const { connect } = await openChosen({ administration: 1004, location: 2004 })
  await expect.poll(() => connect.$areAllKnown.get()).toBe(true)
  expect(connect.$coupled.get().map(({ name }) => name)).toEqual(['Groentekraam'])
  expect(connect.$settings.get()?.search).toBe('?administration=1004&location=2004')
  expect(await asked()).toEqual(['2003', '2004', '2005'])

  for (const location of [2003, 2004]) {
    connect.chooseLocation({ id: location, name: 'Gekozen' })
  }
  connect.chooseAdministration({ id: 1001, name: 'Andere' })
  connect.chooseAdministration({ id: 1004, name: 'Gekozen' })
  await expect.poll(() => connect.$areAllKnown.get()).toBe(true)
  expect((await asked()).filter((location) => location !== '2001')).toEqual([
    '2003',
    '2004',
    '2005',
  ])
})

test('of a long list only the chosen location is looked up', async () => {
  const path = '/api/locations/location/list/all'
  const body = Array.from({ length: coupledLookUpLimit + 1 }, (_, index) => ({
    id: 2007 + index,
    name: `Locatie ${index}`,
  }))
  await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'answer', body } })
  const { connect } = await openChosen(coupled)
  await expect.poll(() => connect.$settings.get()).not.toBeNull()
  expect(await asked()).toEqual(['2007'])
  expect(connect.$areAllKnown.get()).toBe(false)
})

test('another administration gives up what is under way, and learns nothing of it', async () => {
  await sandbox.strikeNext('GET', companyPath, { kind: 'delay', milliseconds: 60_000 })
  const { portal, connect } = await openChosen(coupled)
  await expect.poll(asked).toEqual(['2007'])
  connect.chooseAdministration({ id: free.administration, name: 'Andere' })
  connect.chooseAdministration({ id: coupled.administration, name: 'Gekozen' })
  // Asked for once more: the first answer was given up.
  await expect.poll(() => connect.$coupled.get().map(({ id }) => id)).toEqual([2007])
  expect((await asked()).filter((location) => location === '2007')).toHaveLength(2)
  expect(portal.environment.logged).toEqual([])
})

test('what a look-up that fails leaves unknown is no state of the list', async () => {
  await sandbox.failNext('GET', companyPath)
  const { connect } = await openChosen({ administration: 1004, location: 0 })
  await expect.poll(() => connect.$areAllKnown.get()).toBe(true)
  expect(connect.$coupled.get()).toEqual([])
})

test.each([
  [false, 0],
  [true, 1],
])('a new key is made on a second, explicit press only: %j', async (agreed, keys) => {
  const { portal, connect } = await openChosen(coupled)
  const submitted = connect.submit()
  const question = await nextDialog(portal)
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

test('a location that somebody else coupled meanwhile gets no key without a word', async () => {
  const { portal, connect } = await openChosen(free)
  await expect.poll(() => connect.$areAllKnown.get()).toBe(true)
  await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
  const question = await answered(portal, connect.submit(), false)
  expect(question.message).toEqual({ key: 'connect:coupled' })
  expect(await sandbox.requests(keysPath)).toEqual([])
})

test('a location that was coupled is taken for that where it cannot be asked again', async () => {
  const { portal, connect } = await openChosen(coupled)
  await expect.poll(() => connect.$settings.get()).not.toBeNull()
  await failLookUps()
  const question = await answered(portal, connect.submit(), false)
  expect(question.message).toEqual({ key: 'connect:coupled' })
})

test('a look-up that fails changes nothing', async () => {
  await failLookUps()
  const { portal, connect } = await openChosen(coupled)
  await connect.submit()
  expect(portal.environment.visited).toHaveLength(1)
  const [logged, ...others] = new Set(portal.environment.logged)
  expect([logged, others]).toEqual(['the coupling could not be looked up', []])
})

test.each([
  [free, false],
  [coupled, true],
])('a location and its key are remembered, in this browser: %j', async (place, replacesAnother) => {
  const { portal, connect } = await openChosen(place)
  const submitted = connect.submit()
  if (replacesAnother) (await nextDialog(portal)).answer(true)
  await submitted
  expect(await readWork(portal.environment, testPerson.id)).toMatchObject([place])
  const keys = await sandbox.rows('keys')
  const { id: key } = keys.find((each) => each.connected_at === null) ?? {}
  expect(await readMadeKeys(portal.environment, testPerson.id)).toEqual([
    { ...place, key, approvedBy: 'package', replacesAnother },
  ])
})

test('whoever hands the approval over comes to the page with the link', async () => {
  const { portal, connect } = await openChosen(free)
  await connect.submit('handOver')
  const page = 'http://localhost:4321/wizard?administration=1001&location=2001'
  expect(portal.environment.visited).toEqual([page])
  expect(connect.$handOver.get()?.href).toBe(page)
  expect(await readMadeKeys(portal.environment, testPerson.id)).toMatchObject([
    { isHandedOver: true },
  ])
  const { length: made } = await sandbox.requests(keysPath)
  expect(made).toBe(1)

  // Another tab of this browser, the next day.
  const { sharedStorage } = portal.environment
  const other = await openChosen(free, {
    environment: createTestEnvironment(undefined, { sharedStorage }),
  })
  other.connect.start()
  await expect.poll(() => other.connect.$handOver.get()?.href).toBe(page)
  const [key] = await readMadeKeys(portal.environment, testPerson.id)
  for (const ending of ['approval', 'handOver'] as const) await other.connect.submit(ending)
  const [approval, again] = other.portal.environment.visited.map((address) => new URL(address))
  expect(approval?.searchParams.get('referenceKey')).toBe(key?.key)
  expect(again?.href).toBe(page)
  expect(await sandbox.requests(keysPath)).toHaveLength(made)
})

test('a coupled location asks first, and a location that is coupled by now waits no more', async () => {
  const { portal, connect } = await openChosen(free)
  await connect.submit('handOver')
  await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
  const question = await answered(portal, connect.submit('handOver'), false)
  expect(question.message).toEqual({ key: 'connect:coupled' })
  expect(connect.$handOver.get()).toBeNull()
  expect(portal.environment.visited).toHaveLength(1)
})

test('the brake that comes while a question stands open lets no key be made', async () => {
  const flags: FlagName[] = []
  const { portal, environment, connect } = await openChosen(coupled, { flags })
  await expect.poll(() => connect.$settings.get()).not.toBeNull()
  await sandbox.clearRequests()
  const submitted = connect.submit()
  const dialog = await nextDialog(portal)
  flags.push('dry_run')
  dialog.answer(true)
  const told = await nextDialog(portal)
  expect(told.message).toEqual({ key: 'shell:notSent' })
  told.answer(true)
  await submitted
  expect(await sandbox.requests(keysPath)).toEqual([])
  expect(environment.visited).toEqual([])
})
