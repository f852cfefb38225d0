import { afterEach, expect } from 'vitest'
import { address, altered, checkPortal } from '../../../test/open-check.ts'
import { writes } from '../../../test/fault-matrix.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { testUser } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { checkReadLimit, coupledLookUpLimit } from '../../lib/limits.ts'
import { createChain } from './chain.ts'

const list = '/api/locations/location/list/all'
const company = '/api/snelstart/company'
const info = '/api/snelstart/company/info'

/** Two of its locations are coupled, to the same accounting administration; nobody has set them up. */
const market = 1004
const [hall, stall, webshop] = ['2003', '2004', '2005']

async function open(environment = createTestEnvironment(address)) {
  for (const location of [hall, stall]) {
    await sandbox.connectKey({ administration_id: market, location_id: Number(location) })
  }
  const portal = await checkPortal(sandbox, environment)
  const chain = createChain(portal, testUser, market)
  const isAsking = () =>
    chain.$rows.get().some(({ lines }) => lines?.some(({ verdict }) => verdict === 'asking'))
  const settled = () => expect.poll(isAsking, { interval: 5 }).toBe(false)
  const run = async () => {
    await chain.start()
    await settled()
  }
  return { chain, environment, run, settled }
}

/** Has the settings of the first location answered with these changes. */
async function alterHall(changes: object): Promise<void> {
  const alter = await altered(sandbox, company, { administration: market, location: hall })
  await alter((settings: object) => ({ ...settings, ...changes }))
}

type Chain = Awaited<ReturnType<typeof open>>['chain']

/** Each row's location and worst line. */
const worstOf = ({ $rows }: Chain) =>
  $rows.get().map(({ location, worst }) => `${location.id} ${worst?.name} ${worst?.verdict}`)

const asked = async () => {
  await sandbox.settled()
  return (await sandbox.requests()).map(({ path, query, headers }) =>
    [path.replace('/api/', ''), query.location ?? query.location_id ?? headers.location ?? '']
      .join(' ')
      .trim(),
  )
}

const none = ['2003 coupling attention', '2004 coupling attention', '2005 coupling wrong']

afterEach(async () => expect(await writes(sandbox)).toEqual([]))

test('one row for each location, with its worst line; what they share is read once', async () => {
  const { chain, run } = await open()
  await run()
  expect(worstOf(chain)).toEqual(none)
  const ofEach = (location: string) => [
    `accounting/paymentledgers ${location}`,
    `registrations/registration ${location}`,
    `snelstart/company ${location}`,
    `snelstart/company/info ${location}`,
    `snelstart/journals/grootboeken/list ${location}`,
    `snelstart/salesorder/template ${location}`,
  ]
  const calls = [
    'locations/location/list/all',
    'serials/serial/1004',
    ...[hall, stall, webshop].flatMap(ofEach),
    // Of those that are coupled.
    ...[hall, stall].map((location) => `snelstart/relations ${location}`),
  ]
  expect((await asked()).toSorted()).toEqual(calls.toSorted())
})

test('a row has what is worst, the first of it', async () => {
  const { chain, run } = await open()
  await alterHall({
    default_cash_payment_ledger: '1201',
    default_cash_register: '9999',
  })
  await run()
  expect(worstOf(chain)).toEqual(['2003 default_eft_payment_ledger wrong', ...none.slice(1)])
})

test('a location in another accounting administration shows in each row', async () => {
  const { chain, run } = await open()
  await alterHall({
    snelstart_administratie_identifier: 'anders',
  })
  await run()
  const verdicts = chain.$rows
    .get()
    .map(({ lines }) => lines?.find(({ name }) => name === 'administration')?.verdict)
  expect(verdicts).toEqual(['attention', 'attention', undefined])
})

test('so many side by side, the rest on demand', async () => {
  const body = Array.from({ length: 45 }, (_, at) => ({ id: 3000 + at, name: `Filiaal ${at}` }))
  await sandbox.injectFault({ method: 'GET', path: list, fault: { kind: 'answer', body } })
  let [underWay, most] = [0, 0]
  const environment = createTestEnvironment(address, {
    fetch: (...request) => {
      most = Math.max(most, (underWay += 1))
      return fetch(...request).finally(() => (underWay -= 1))
    },
  })
  const { chain, run, settled } = await open(environment)
  await run()
  expect(most).toBe(checkReadLimit)
  const checked = () => chain.$rows.get().filter(({ lines }) => lines !== null).length
  expect([chain.$rows.get().length, checked()]).toEqual([45, coupledLookUpLimit])
  for (const count of [2 * coupledLookUpLimit, 45, 45]) {
    chain.more()
    await settled()
    expect(checked()).toBe(count)
  }
  expect(new Set(chain.$rows.get().map(({ worst }) => worst?.name))).toEqual(new Set(['coupling']))
  const calls = await asked()
  expect(new Set(calls).size).toBe(calls.length)
})

test('locations that cannot be listed are told, and listed again', async () => {
  await sandbox.failNext('GET', list)
  const { chain, run, settled, environment } = await open()
  await run()
  expect(chain.$list.get()).toMatchObject({ status: 'failed', detail: { key: /./ } })
  expect(chain.$rows.get()).toEqual([])
  environment.goOnline(true)
  await expect.poll(() => chain.$rows.get().length).toBe(3)
  await settled()
  expect(worstOf(chain)).toEqual(none)
})

test('an administration without locations has no rows', async () => {
  await sandbox.injectFault({ method: 'GET', path: list, fault: { kind: 'status', status: 204 } })
  const { chain, run } = await open()
  await run()
  expect(chain.$list.get()).toMatchObject({ status: 'loaded', items: [] })
  expect(chain.$rows.get()).toEqual([])
})

test('a row asks again for what it lacks, and everything again asks for all once', async () => {
  const fault = { kind: 'status', status: 500 } as const
  const { chain, run, settled } = await open()
  const alterHall = await altered(sandbox, company, {
    administration: market,
    location: hall,
  })
  const setUp = (settings: object) => ({ ...settings, default_cash_payment_ledger: '1201' })
  await alterHall(setUp)
  await sandbox.injectFault({ method: 'GET', path: info, query: { location: hall }, fault })
  await sandbox.clearRequests()
  await run()
  const [row] = chain.$rows.get()
  const verdictOf = () =>
    chain.$rows.get()[0]?.lines?.find(({ name }) => name === 'prices')?.verdict
  expect(verdictOf()).toBe('unknown')
  const first = await asked()
  await sandbox.clearFaults()
  await alterHall(setUp)
  await sandbox.clearRequests()
  if (row) chain.askAgain(row)
  await settled()
  expect(await asked()).toEqual([`snelstart/company/info ${hall}`])
  expect(verdictOf()).not.toBe('unknown')

  await sandbox.clearRequests()
  await run()
  expect((await asked()).toSorted()).toEqual(first.toSorted())
})

test('nothing is said once the page is left', async () => {
  await sandbox.delay('GET', company, 60_000)
  const { chain, environment } = await open()
  void chain.start()
  await expect.poll(() => sandbox.requests(company)).toHaveLength(3)
  chain.stop()
  expect(chain.$rows.get()).toEqual([])
  environment.goOnline(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(chain.$rows.get()).toEqual([])
  expect(environment.logged).toEqual([])
  await sandbox.reset()
})
