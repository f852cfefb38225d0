import { expect } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createTestPortal, testPerson } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { createBoarding } from '../boarding/boarding.ts'
import { boardingName, keyName } from '../coupling/write-names.ts'
import { connectMemory } from '../connect/memory.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { reportKey } from './report-key.ts'
import { wizardDraft } from '../wizard/draft.ts'
import { createRecent, type ShownWork } from './recent.ts'
import { noteWork } from '../coupling/worked-on.ts'

const free = { administration: 1001, location: 2001 }
const coupled = { administration: 1006, location: 2007 }
const user = testPerson.id

async function setUp(worked: readonly PlaceIds[] = [], version: string | null = null) {
  const environment = createTestEnvironment('http://localhost:4321/')
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url),
    environment,
    token: () => sandbox.token('reseller@koppelpunt.test'),
  })
  for (const place of worked.toReversed()) await noteWork(environment, user, place)
  const person = { ...testPerson, version }
  const started = async () => {
    const recent = createRecent(portal, person)
    await recent.start()
    return recent.$items.get()
  }
  const show = async () => (await started()).map(({ shown }) => brief(shown))
  return { environment, portal, person, started, show }
}

function brief(shown: ShownWork | null) {
  if (shown === null) return null
  const { title, states, address } = shown
  const words = Object.values(title.parameters ?? {})
  return [title.key, ...words, states.join(), address.pathname + address.search]
}

test('a place is shown by its names and state, with where it goes on', async () => {
  const { show } = await setUp([coupled, free])
  const [slijterij, noord] = [
    ['home:place', 'Oefenslijterij Compleet (BE)', 'Slijterij', 'home:connected'],
    ['home:place', 'Oefenwinkel Noord (NL)', 'Winkel Noord', 'home:awaitsApproval'],
  ]
  expect(await show()).toEqual([
    [...slijterij, '/wizard?administration=1006&location=2007'],
    [...noord, '/wizard?administration=1001&location=2001'],
  ])
})

test('for a polaris user in the polaris flow', async () => {
  const { show } = await setUp([coupled, free], 'polaris')
  expect((await show()).map((item) => item?.at(-1))).toEqual([
    '/polaris?administration=1006&location=2007',
    '/polaris?administration=1001&location=2001',
  ])
})

test.each([boardingName('key'), keyName(free)])(
  'what awaits approval goes on at the page with the link, in the tab of %s too',
  async (name) => {
    const { portal, show } = await setUp([free])
    const body = { administration_id: free.administration, location_id: free.location }
    const { written } = gatewayOf(portal, user)
    written.record(name, { body }, { id: 'sleutel' })
    expect((await show())[0]?.at(-1)).toBe('/wizard?administration=1001&location=2001')
  },
)

test('a report that this browser keeps is offered, of its own place', async () => {
  const other = { administration: 1007, location: 2008 }
  const { environment, started } = await setUp([coupled, other])
  environment.sharedStorage.setItem(await reportKey(user, coupled), '{}')
  expect((await started()).map(({ shown }) => shown?.report?.search)).toEqual([
    '?administration=1006&location=2007&show=report',
    undefined,
  ])
})

test('what is there no more disappears', async () => {
  const { show, environment } = await setUp([
    { administration: 9999, location: 2007 },
    coupled,
    { administration: 1006, location: 9999 },
  ])
  expect(await show()).toHaveLength(1)
  expect(environment.logged).toEqual([])
})

test.each([
  ['/api/serials/serial/{id}', ['home:placeIds', '1006', '2007', 'home:connected']],
  [
    '/api/snelstart/company',
    ['home:place', 'Oefenslijterij Compleet (BE)', 'Slijterij', 'home:stateUnknown'],
  ],
])('where %s fails, what is known is shown, with the way to go on', async (path, shown) => {
  await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'status', status: 500 } })
  const { show } = await setUp([coupled])
  expect(await show()).toEqual([[...shown, '/wizard?administration=1006&location=2007']])
})

test('until it is looked up a place is shown as such', async () => {
  const { portal, person } = await setUp([coupled])
  const recent = createRecent(portal, person)
  const shown: unknown[] = []
  recent.$items.listen((items) => shown.push(items.map((item) => item.shown !== null)))
  await recent.start()
  expect(shown).toEqual([[false], [true]])
})

test('nothing worked on and nothing filled in is nothing to show', async () => {
  const { show, portal, environment } = await setUp()
  createBoarding(portal, testPerson).keepVisited(['merchant_info'])
  wizardDraft(environment, user, { administration: 1006, location: 2007 }).keep({
    visited: ['snelstart'],
  })
  connectMemory(environment, user).write({ administration: null, location: null })
  environment.leave()
  expect(await show()).toEqual([])
})

test('a customer who is half filled in', async () => {
  const { show, portal, environment } = await setUp()
  const boarding = createBoarding(portal, testPerson)
  const { initial } = boarding
  boarding.keep({ ...initial, merchant_info: { full_name: '', username: 'nieuw@' } })
  environment.leave()
  expect(await show()).toEqual([['home:unnamedCustomer', 'home:unfinished', '/boarding']])

  const serial = { ...initial.serial_info.serial, name: ' Nieuwe Zaak ' }
  boarding.keep({ ...initial, serial_info: { ...initial.serial_info, serial } })
  environment.leave()
  expect(await show()).toEqual([
    ['home:newCustomer', 'Nieuwe Zaak', 'home:unfinished', '/boarding'],
  ])
})

test('and who is made is shown once, as what was made', async () => {
  const { show, portal, environment } = await setUp([free])
  const boarding = createBoarding(portal, testPerson)
  boarding.keep({ ...boarding.initial, merchant_info: { full_name: 'Winkelier', username: '' } })
  environment.leave()
  const body = { administration_id: free.administration, location_id: free.location }
  const { written } = gatewayOf(portal, user)
  written.record(boardingName('key'), { body }, { id: 'sleutel' })
  expect((await show()).map((item) => item?.[0])).toEqual(['home:place'])
})

test('a choice in connect, with and without a location, and not twice', async () => {
  const administration = { id: 1004, name: 'Oefenmarkt West', country_code: 'DE' }
  const { show, environment } = await setUp()
  const memory = connectMemory(environment, user)
  memory.write({ administration, location: null })
  expect(await show()).toEqual([
    ['home:administration', 'Oefenmarkt West (DE)', 'home:unfinished', '/connect'],
  ])
  memory.write({ administration, location: { id: 2003, name: 'Markthal' } })
  expect(await show()).toEqual([
    ['home:place', 'Oefenmarkt West (DE)', 'Markthal', 'home:unfinished', '/connect'],
  ])
  await noteWork(environment, user, { administration: 1004, location: 2003 })
  expect((await show()).map((item) => item?.at(-2))).toEqual(['home:awaitsApproval'])
})

test('a wizard that is half filled in, also of a place that was longer ago', async () => {
  const { show, environment } = await setUp([coupled])
  for (const place of [coupled, { administration: 1007, location: 2008 }]) {
    wizardDraft(environment, user, place).keep({ relationCode: '7' })
  }
  environment.leave()
  const state = 'home:connected,home:unfinished'
  expect((await show()).map((item) => item?.slice(-2))).toEqual([
    [state, '/wizard?administration=1006&location=2007'],
    [state, '/wizard?administration=1007&location=2008'],
  ])
})
