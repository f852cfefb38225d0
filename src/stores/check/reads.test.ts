import { afterEach, expect } from 'vitest'
import {
  checkScreenUrl,
  listChangedLines,
  openCheck,
  listUnsettledLines,
} from '../../../test/open-check.ts'
import { addLocation } from '../../../test/shops.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { listSentWrites } from '../../../test/fault-matrix.ts'
import { liquorLocation, webApplicationLocation } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { couplingLookupLimit } from '../../lib/limits.ts'

const company = '/api/snelstart/company'
const info = '/api/snelstart/company/info'
const list = '/api/locations/location/list/all'
const broken = { kind: 'status', status: 500 } as const

async function listReads(): Promise<string[]> {
  await sandbox.settled()
  const requests = await sandbox.requests()
  expect(requests.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual([])
  return requests
    .map(({ path, query }) => [path.replace('/api/', ''), query.location].join(' ').trim())
    .map((call) => call.replace(/(?<=relations\/)\S+/, '{id}'))
    .toSorted()
}

const openAt = (fetch: typeof globalThis.fetch, place?: PlaceIds) =>
  openCheck(sandbox, place, createTestEnvironment(checkScreenUrl, { fetch }))

const ofLiquor = [
  'accounting/paymentledgers',
  'locations/location/2007',
  'locations/location/list/all',
  'registrations/registration',
  'serials/serial/1006',
  'snelstart/company 2007',
  'snelstart/company/info 2007',
  'snelstart/journals/grootboeken/list 2007',
  'snelstart/relations/{id} 2007',
  'snelstart/salesorder/template 2007',
]

async function addSibling(name: string) {
  const { administration } = liquorLocation
  const location = await addLocation(sandbox, { administration, name })
  await sandbox.connectKey({ administration_id: administration, location_id: location })
  return location
}

afterEach(async () => {
  expect(
    (await listSentWrites(sandbox)).filter((call) => call !== 'POST /locations/location'),
  ).toEqual([])
})

test('treats ids in the address as equal to numeric ids in the list', async () => {
  const other = await addSibling('Filiaal')
  await sandbox.clearRequests()
  const { run } = await openCheck(sandbox, { administration: '1006', location: '2007' })
  expect(listUnsettledLines(await run())).toEqual([])
  expect(await listReads()).toEqual([...ofLiquor, `snelstart/company ${other}`].toSorted())
})

test('limits the number of other locations whose settings are read', async () => {
  const body = Array.from({ length: 30 }, (_, at) => ({ id: 3000 + at, name: `Filiaal ${at}` }))
  await sandbox.answer('GET', list, body)
  const { run } = await openCheck(sandbox)
  await run()
  const others = (await listReads()).filter((call) => /company 3\d+$/.test(call))
  expect(others).toHaveLength(couplingLookupLimit)
})

test('sends all reads in parallel except reads that depend on an earlier response', async () => {
  await addSibling('Filiaal')
  const held: ((value: undefined) => void)[] = []
  const { check, settled } = await openAt(async (...request) => {
    await new Promise((resolve) => held.push(resolve))
    return fetch(...request)
  })
  check.start()
  for (const count of [6, 5]) {
    await expect.poll(() => held.length).toBe(count)
    for (const release of held.splice(0)) release(undefined)
  }
  await settled()
  expect(held).toEqual([])
})

test('repeats all reads on a restart and aborts pending reads', async () => {
  const { check, run, environment, settled } = await openCheck(sandbox)
  const before = await run()
  await sandbox.clearRequests()
  expect(listChangedLines(before, await run())).toEqual([])
  expect(await listReads()).toEqual(ofLiquor)

  await sandbox.delay('GET', info, 60_000)
  check.start()
  await expect.poll(() => sandbox.requests(info)).toHaveLength(2)
  await sandbox.clearFaults()
  check.start()
  expect(listChangedLines(before, await settled())).toEqual([])
  expect(environment.logged).toEqual([])
})

test('ignores a late response to a request that was sent before the check restarted', async () => {
  const late = Promise.withResolvers<Response>()
  let asks = 0
  const { check, settled } = await openAt((...request) => {
    const isInfo = request[0] instanceof Request && request[0].url.includes(info)
    return isInfo && (asks += 1) === 1 ? late.promise : fetch(...request)
  })
  check.start()
  await expect.poll(() => asks).toBe(1)
  check.start()
  const isGood = () => listUnsettledLines(check.$lines.get()).length === 0
  await settled()
  expect(isGood()).toBe(true)
  const prices = { aantal_decimalen_artikelprijzen: 9 }
  late.resolve(Response.json({ ...prices, verkoopprijs_artikelbestand_exclusief_btw: true }))
  await sandbox.settled()
  expect(isGood()).toBe(true)
})

test('logs a failed request once although several check results depend on it', async () => {
  await sandbox.injectFault({ method: 'GET', path: company, fault: broken })
  const { check, run, settled, environment } = await openCheck(sandbox)
  for (const times of [1, 2]) {
    if (times === 1) await run()
    else for (const line of check.$lines.get()) check.readAgain(line)
    await settled()
    expect(await sandbox.requests(company)).toHaveLength(times)
    const logged = environment.logged.filter((each) => each.endsWith('settings'))
    expect(logged).toHaveLength(times)
  }
})

test('reports a missing coupling only after the registration is read', async () => {
  const path = '/api/registrations/registration'
  const body = { administration_id: webApplicationLocation.administration }
  await sandbox.answer('GET', path, body)
  const held = Promise.withResolvers<undefined>()
  const { check } = await openAt(async (...request) => {
    const isRegistration = request[0] instanceof Request && request[0].url.includes(path)
    if (isRegistration) await held.promise
    return fetch(...request)
  }, webApplicationLocation)
  const keys = new Set<string>()
  check.$lines.listen((lines) => {
    const line = lines.find(({ name }) => name === 'coupling')
    for (const { key } of line?.messages ?? []) keys.add(key)
  })
  check.start()
  const asking = () => check.$lines.get().filter(({ verdict }) => verdict === 'asking')
  await expect.poll(() => asking().map(({ name }) => name)).toEqual(['coupling'])
  held.resolve(undefined)
  await expect.poll(() => keys.size).toBeGreaterThan(0)
  expect(keys).toEqual(new Set(['check:registered']))
})

test('changes no line and logs nothing after the user leaves the page', async () => {
  await sandbox.injectFault({ method: 'GET', path: info, fault: broken })
  const { check, environment } = await openCheck(sandbox)
  check.start()
  const lines = check.$lines.get()
  check.stop()
  await sandbox.settled()
  expect(check.$lines.get()).toEqual(lines)
  environment.goOnline(true)
  expect(environment.logged).toEqual([])
})

test.each([
  [info, ['prices']],
  ['/api/snelstart/salesorder/template', ['administration', 'templates']],
])('keeps the order of lines while reads are pending: %s', async (path, last) => {
  await sandbox.delay('GET', path, 1000)
  const { check, settled } = await openCheck(sandbox)
  const names = check.$lines.get().map(({ name }) => name)
  check.start()
  expect(check.$lines.get().every(({ verdict }) => verdict === 'asking')).toBe(true)
  const stillAsked = () => check.$lines.get().filter(({ verdict }) => verdict === 'asking')
  await expect.poll(() => stillAsked().map(({ name }) => name), { interval: 5 }).toEqual(last)
  expect((await settled()).map(({ name }) => name)).toEqual(names)
})

test('repeats only failed reads once the network is back', async () => {
  await sandbox.injectFault({ method: 'GET', path: info, fault: broken })
  const { check, run, settled, environment } = await openCheck(sandbox)
  const failed = listUnsettledLines(await run())
  expect(failed.map(({ name }) => name)).toEqual(['prices'])
  await sandbox.clearFaults()
  await sandbox.clearRequests()
  environment.goOnline(true)
  expect(listUnsettledLines(await settled())).toEqual([])
  expect(await listReads()).toEqual(['snelstart/company/info 2007'])

  await sandbox.injectFault({ method: 'GET', path: info, fault: broken })
  await run()
  await sandbox.clearFaults()
  const [line] = check.$lines.get().filter(({ verdict }) => verdict === 'unknown')
  if (line) check.readAgain(line)
  await settled()
  await sandbox.clearRequests()
  environment.goOnline(true)
  expect(await listReads()).toEqual([])
})

test('repeating a failed read settles all lines that depend on the read', async () => {
  await sandbox.failNext('GET', company)
  const { check, run, settled } = await openCheck(sandbox)
  const line = (await run()).find(({ name }) => name === 'coupling')
  if (line) check.readAgain(line)
  expect(listUnsettledLines(await settled())).toEqual([])
})

test('repeats only the failed reads of other locations', async () => {
  const [, second] = [await addSibling('Eerste'), await addSibling('Tweede')]
  const query = { location: String(second) }
  await sandbox.injectFault({ method: 'GET', path: company, query, fault: broken })
  const { run, check, settled } = await openCheck(sandbox)
  const line = (await run()).find(({ name }) => name === 'administration')
  expect(line).toMatchObject({ verdict: 'unknown', failed: ['others'] })
  await sandbox.clearFaults()
  await sandbox.clearRequests()
  if (line) check.readAgain(line)
  const found = (await settled()).find(({ name }) => name === 'administration')
  expect(found?.facts?.[0]).toMatchObject({
    label: 'check:sameAdministration',
    value: 'Eerste, Tweede',
  })
  expect(await listReads()).toEqual([`snelstart/company ${second}`])
})
