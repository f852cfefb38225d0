import { afterEach, expect } from 'vitest'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { listSentWrites } from '../../../test/fault-matrix.ts'
import { checkScreenUrl, prepareAnswerChange, createCheckPortal } from '../../../test/open-check.ts'
import { liquorAdministration, northAdministration } from '../../../test/open-home.ts'
import { createTestPortal, examplePerson } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { CheckLine } from '../../lib/accounting/snelstart/coupling-check.ts'
import { concurrentCheckReadLimit, couplingLookupLimit } from '../../lib/limits.ts'
import { getListItems } from '../form/list.ts'
import { createCheckScreen, createLocationChecks } from './screen.ts'

const configuration = createSandboxConfiguration('http://localhost:4400')
const place = '?administration=1006&location=2007'

function openAt(path: string, version: string | null = null) {
  const environment = createTestEnvironment(`http://localhost:4321${path}`)
  const person = { ...examplePerson, version }
  return createCheckScreen(createTestPortal({ environment, configuration, person }))
}

function fixAddressAt(part: Partial<CheckLine>, version?: string) {
  const screen = openAt(`/check${place}`, version)
  if (screen.status !== 'checking') throw new Error(`The screen is ${screen.status}`)
  const line = {
    name: 'templates',
    label: 'check:templates',
    verdict: 'wrong',
    failed: [],
  } as const
  const { pathname, search } = screen.fixLinkOf({ ...line, ...part })?.address ?? {}
  return pathname && `${pathname}${search}`
}

test.for([
  ['?location=2007', 'missingAdministration'],
  ['?administration=1006&location=..', 'malformedLocation'],
])('names the missing or malformed part of the address %s', ([query = '', ...wrong]) => {
  const screen = openAt(`/check${query}`)
  const messages = wrong.map((name) => ({ key: `wizard:${name}` }))
  expect(screen).toMatchObject({ status: 'unusable', messages, flow: 'connect' })
  expect(openAt(`/check${query}`, 'polaris')).toMatchObject({ flow: 'boarding' })
})

test('offers a choice of locations if the page address contains none, and links to their checks', async () => {
  const screen = createCheckScreen(await createCheckPortal(sandbox))
  if (screen.status !== 'choosing') throw new Error(`The screen is ${screen.status}`)
  screen.start()
  await expect
    .poll(() => getListItems(screen.administrations.$list.get()).length)
    .toBeGreaterThan(1)
  screen.chooseAdministration({ id: market, name: 'Oefenmarkt West' })
  await expect.poll(() => getListItems(screen.locations.$list.get()).length).toBe(3)
  const ids = { administration: market, location: 2003 }
  expect(screen.addressOf(ids).href).toBe(`${checkScreenUrl}?administration=1004&location=2003`)
  expect(screen.addressOf(ids, true).href).toBe(`${checkScreenUrl}?administration=1004`)
})

test.each([
  ['chooses the only shop of a user', [liquorAdministration], 2007],
  [
    'leaves the choice among several administrations to the user',
    [liquorAdministration, northAdministration],
    undefined,
  ],
])(
  'if the page address contains no location, the screen %s',
  async (_, administrations, location) => {
    await sandbox.answer('GET', '/api/serials/serial/list', administrations)
    const screen = createCheckScreen(await createCheckPortal(sandbox))
    if (screen.status !== 'choosing') throw new Error(`The screen is ${screen.status}`)
    screen.start()
    await expect
      .poll(() => getListItems(screen.administrations.$list.get()))
      .toEqual(administrations)
    await sandbox.settled()
    await expect.poll(() => screen.$choice.get().location?.id).toBe(location)
  },
)

const step = 'journals'
const toConnect = { key: 'wizard:toConnect' } as const
const fix = { purpose: 'eft', number: '2210' } as const
const sync = 'import_and_sync'

test.each<[string, Partial<CheckLine>, string | undefined, string?]>([
  ['a wrong line', { step }, `/wizard${place}&step=journals`],
  ['a doubtful line', { step, verdict: 'attention' }, `/wizard${place}&step=journals`],
  ['a line of polaris', { step }, `/polaris${place}&step=journals`, 'polaris'],
  ['a good line', { step, verdict: 'good' }, undefined],
  ['an unknown line', { step, verdict: 'unknown' }, undefined],
  ['an uncoupled line', { fixText: toConnect }, '/connect'],
  ['an uncoupled line of polaris', { fixText: toConnect }, '/boarding', 'polaris'],
  ['a line without a fix', {}, undefined],
  [
    'a proposed ledger',
    { fixText: { key: 'check:useLedger' }, fix, step },
    `/wizard${place}&step=summary&fix=eft-2210`,
  ],
  [
    'disabled synchronisation',
    { fixText: { key: 'check:syncOn' }, step: sync, verdict: 'off' },
    `/wizard${place}&step=${sync}`,
  ],
])('links %s to the page that fixes it', (_, part, expected, version) => {
  expect(fixAddressAt(part, version)).toBe(expected)
})

test('checks all locations of an administration if the page address contains no location', () => {
  const screen = openAt('/en/check?administration=1006')
  if (screen.status !== 'locations') throw new Error(`The screen is ${screen.status}`)
  const location = { id: 2007, name: 'Slijterij' }
  const { pathname, search } = screen.addressOf({ location, lines: null, worst: null })
  expect(pathname + search).toBe(`/check${place}`)
})

const list = '/api/locations/location/list/all'
const company = '/api/snelstart/company'

const market = 1004
const [hall, stall, webshop] = ['2003', '2004', '2005']

async function open(environment = createTestEnvironment(checkScreenUrl)) {
  for (const location of [hall, stall]) {
    await sandbox.connectKey({ administration_id: market, location_id: Number(location) })
  }
  const portal = await createCheckPortal(sandbox, environment)
  const checks = createLocationChecks(portal, market)
  const isAsking = () =>
    checks.$rows.get().some(({ lines }) => lines?.some(({ verdict }) => verdict === 'asking'))
  const settled = () => expect.poll(isAsking, { interval: 5 }).toBe(false)
  const run = async () => {
    await checks.start()
    await settled()
  }
  return { checks, environment, run, settled }
}

type Checks = Awaited<ReturnType<typeof open>>['checks']

const worstOf = ({ $rows }: Checks) =>
  $rows.get().map(({ location, worst }) => `${location.id} ${worst?.name} ${worst?.verdict}`)

async function listPaths() {
  await sandbox.settled()
  return (await sandbox.requests()).map(({ path, query, headers }) => {
    const location = query.location ?? query.location_id ?? headers.location ?? ''
    return `${path.replace('/api/', '')} ${location}`.trim()
  })
}

const none = ['2003 coupling attention', '2004 coupling attention', '2005 coupling wrong']

afterEach(async () => expect(await listSentWrites(sandbox)).toEqual([]))

test('shows the most serious result of each location and reads the shared administration only once', async () => {
  const sortedCalls = async () => (await listPaths()).toSorted()
  const { checks, run } = await open()
  await run()
  expect(worstOf(checks)).toEqual(none)
  const ofEach = (location: string) => [
    `accounting/paymentledgers ${location}`,
    `registrations/registration ${location}`,
    `snelstart/company ${location}`,
  ]
  const ofCoupled = (location: string) => [
    `snelstart/company/info ${location}`,
    `snelstart/journals/grootboeken/list ${location}`,
    `snelstart/relations ${location}`,
    `snelstart/salesorder/template ${location}`,
  ]
  const calls = [
    'locations/location/list/all',
    'serials/serial/1004',
    ...[hall, stall, webshop].flatMap(ofEach),
    ...[hall, stall].flatMap(ofCoupled),
  ]
  await expect.poll(sortedCalls).toEqual(calls.toSorted())
  await sandbox.clearRequests()
  await run()
  await expect.poll(sortedCalls).toEqual(calls.toSorted())
})

test('shows the first of several equally serious results of a location', async () => {
  const { checks, run } = await open()
  const alter = await prepareAnswerChange(sandbox, company, {
    administration: market,
    location: hall,
  })
  const changes = { default_cash_payment_ledger: '1201', default_cash_register: '9999' }
  await alter((settings: object) => ({ ...settings, ...changes }))
  await run()
  expect(worstOf(checks)).toEqual(['2003 default_eft_payment_ledger wrong', ...none.slice(1)])
})

test('checks a location until all its reads have finished although one has failed', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const environment = createTestEnvironment(checkScreenUrl, {
    fetch: async (input, init) => {
      if ((input as Request).url.includes('paymentledgers')) await promise
      return fetch(input, init)
    },
  })
  const checks = createLocationChecks(await createCheckPortal(sandbox, environment), 1006)
  const fault = { kind: 'status', status: 403 } as const
  await sandbox.injectFault({ method: 'GET', path: `${company}/info`, fault })
  await checks.start()
  const prices = () => checks.$rows.get()[0]?.lines?.find(({ name }) => name === 'prices')
  await expect.poll(() => prices()?.verdict).toBe('unknown')
  expect(checks.$rows.get()[0]?.worst?.verdict).toBe('asking')
  resolve(undefined)
  await expect.poll(() => worstOf(checks)).toEqual(['2007 prices unknown'])
})

test('limits concurrent reads and checks further locations on demand', async () => {
  const body = Array.from({ length: 45 }, (_, at) => ({ id: 3000 + at, name: `Filiaal ${at}` }))
  await sandbox.answer('GET', list, body)
  let [underWay, most] = [0, 0]
  const environment = createTestEnvironment(checkScreenUrl, {
    fetch: (...request) => {
      most = Math.max(most, (underWay += 1))
      return fetch(...request).finally(() => (underWay -= 1))
    },
  })
  const { checks, run, settled } = await open(environment)
  await run()
  expect(most).toBe(concurrentCheckReadLimit)
  const checked = () => checks.$rows.get().filter(({ lines }) => lines !== null).length
  expect([checks.$rows.get().length, checked()]).toEqual([45, couplingLookupLimit])
  for (const count of [2 * couplingLookupLimit, 45, 45]) {
    checks.checkMore()
    await settled()
    expect(checked()).toBe(count)
  }
  expect(new Set(checks.$rows.get().map(({ worst }) => worst?.name))).toEqual(new Set(['coupling']))
  const calls = await listPaths()
  expect(new Set(calls).size).toBe(calls.length)
})

test('lists the locations again once the network is back', async () => {
  await sandbox.failNext('GET', list)
  const { checks, run, settled, environment } = await open()
  await run()
  expect(checks.$list.get()).toMatchObject({ status: 'failed', detail: { key: /./ } })
  expect(checks.$rows.get()).toEqual([])
  environment.goOnline(true)
  await expect.poll(() => checks.$rows.get().length).toBe(3)
  await settled()
  expect(worstOf(checks)).toEqual(none)
})

test('changes no row and logs nothing after the user leaves the page', async () => {
  await sandbox.delay('GET', company, 60_000)
  const { checks, environment } = await open()
  void checks.start()
  await expect.poll(() => sandbox.requests(company)).toHaveLength(3)
  checks.stop()
  expect(checks.$rows.get()).toEqual([])
  environment.goOnline(true)
  // Ends the delayed responses.
  await sandbox.reset()
  await sandbox.settled()
  expect(checks.$rows.get()).toEqual([])
  expect(environment.logged).toEqual([])
})
