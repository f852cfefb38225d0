import { expect } from 'vitest'
import { boardingValues } from '../../../../test/builders.ts'
import { configurationFor } from '../../../../test/configuration.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../../test/environment.ts'
import { faultsOfWrite, faultyTab } from '../../../../test/fault-matrix.ts'
import { boardingWrites, reseller } from '../../../../test/open-boarding.ts'
import { answerDialogs, createTestPortal } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { SessionOver } from '../../../lib/api/errors.ts'
import {
  identityOf,
  withText,
  type Row,
  type TextField,
} from '../../../lib/domain/customer-list/row.ts'
import type { FlagName } from '../../../lib/flags/names.ts'
import { createRun } from './run.ts'

const count = 10

function rowOf(id: number, changes: Partial<Row> = {}): Row {
  const name = `Zaak ${id}`
  const values = boardingValues({
    merchant_info: { full_name: 'Winkelier', username: `zaak${id}@zaak.test` },
    serial_info: {
      serial: { name, coc: `0000000${id}`, country_code: 'NL', website_url: '' },
      location: { name: 'Hoofdwinkel' },
    },
  })
  return {
    id,
    values,
    isLeftOut: false,
    problems: {},
    doubts: [],
    key: identityOf(values),
    ...changes,
  }
}

const rowsOfList = (length = count) => Array.from({ length }, (_, id) => rowOf(id))

function changed(row: Row, field: TextField, text: string): Row {
  const values = withText(row.values, field, text)
  return { ...row, values, key: identityOf(values) }
}

interface Options {
  environment?: TestEnvironment
  header?: string
  token?: () => Promise<string>
  rows?: readonly Row[]
  flags?: FlagName[]
}

/** A page with a list. */
async function opened({
  environment = createTestEnvironment(),
  header = '',
  ...given
}: Options = {}) {
  const admin = await sandbox.token('admin@koppelpunt.test')
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url, { PORTAL_IDEMPOTENCY_HEADER: header }),
    environment,
    flags: given.flags ?? [],
    token: given.token ?? (() => Promise.resolve(admin)),
  })
  const shown = answerDialogs(portal)
  let rows = given.rows ?? rowsOfList()
  const run = createRun({ portal, person: reseller, reseller: null, rows: () => rows })
  const change = (next: readonly Row[]) => {
    rows = next
  }
  return { environment, portal, shown, run, change }
}

type Page = Awaited<ReturnType<typeof opened>>

const statesOf = ({ run }: Page) => Object.values(run.$rows.get()).map(({ status }) => status)
const isUnderWay = (status: string) => ['busy', 'waiting'].includes(status)

/** Until the run does nothing any more by itself: it is through, stopped, or only questions are left. */
async function atRest(page: Page) {
  await expect
    .poll(
      () => {
        const { status } = page.run.$run.get()
        const states = statesOf(page)
        return status === 'running' ? states.some(isUnderWay) : states.includes('busy')
      },
      { timeout: 20_000, interval: 5 },
    )
    .toBe(false)
}

/** Agrees to whatever is asked, alike, until nothing is. */
async function agree(page: Page): Promise<string[]> {
  const asked: string[] = []
  for (;;) {
    await atRest(page)
    const [question] = Object.entries(page.run.$rows.get()).flatMap(([id, state]) =>
      state.status === 'asking' ? [[Number(id), state.question.message.key] as const] : [],
    )
    if (!question) return asked
    asked.push(question[1])
    page.run.answer(question[0], true, true)
  }
}

async function through(page: Page): Promise<string[]> {
  await page.run.start()
  return agree(page)
}

const unique = (values: readonly unknown[]) => new Set(values).size

/** What is there of the customers of the list: never two of anything. */
async function made() {
  const administrations = (await sandbox.rows('administrations')).filter(({ name }) =>
    name.startsWith('Zaak'),
  )
  const ids = new Set(administrations.map(({ id }) => String(id)))
  const ofList = (row: { administration_id: unknown }) => ids.has(String(row.administration_id))
  const locations = (await sandbox.rows('locations')).filter(ofList)
  const keys = (await sandbox.rows('keys')).filter(ofList)
  const merchants = await sandbox.rows('merchants')
  expect(unique(administrations.map(({ name }) => name))).toBe(administrations.length)
  expect(unique(locations.map((row) => row.administration_id))).toBe(locations.length)
  expect(unique(keys.map((row) => row.administration_id))).toBe(keys.length)
  return [merchants, administrations, locations, keys].map(({ length }) => length)
}

/** What of a list is marked when it is taken in by a tab that knows nothing of it. */
async function marked(): Promise<Row[]> {
  const administrations = await sandbox.rows('administrations')
  const locations = await sandbox.rows('locations')
  return rowsOfList().map((row) => {
    const there = administrations.find(({ name }) => name === row.values.serial_info.serial.name)
    if (!there) return row
    const located = locations.filter((each) => each.administration_id === there.id)
    const hasLocations = located.length > 0
    const parts = { administration: there.id, isCertain: true, location: null, hasLocations }
    return { ...row, isLeftOut: hasLocations, doubts: [{ kind: 'exists', ...parts }] }
  })
}

const calls = [
  ['merchant', 'POST', '/api/registrations/registration/merchant/SNELSTART'],
  ['user', 'GET', '/identity/admin/realms/koppelpunt/users'],
  ['registration', 'POST', '/api/registrations/registration'],
  ['location', 'POST', '/api/locations/location'],
  ['key', 'POST', '/api/snelstart/keys/unconnected'],
] as const

const faults = faultsOfWrite({}).filter(({ header }) => header === '')
const table = calls.flatMap(([call, method, path]) =>
  faults.flatMap((fault) =>
    (['go on', 'reload', 'another tab'] as const).map((next) => ({
      ...{ call, method, path, next },
      ...fault,
    })),
  ),
)

test.each(table)(
  '$call, $name, $next: each customer is made once, and the others as if nothing were',
  async ({ call, method, path, next, fault, name, ...of }) => {
    await sandbox.changeSettings({ userAppearance: 0 })
    const tab = faultyTab(sandbox, 'http://localhost:4321/boarding/list')
    const page = await opened({ environment: tab.environment })
    const times = method === 'GET' ? of.reads : of.writes
    await tab.struck({ method, path, after: 4, times }, { fault }, async () => {
      await page.run.start()
      await atRest(page)
    })
    const states = statesOf(page)
    expect(states.filter((status) => status === 'failed')).toHaveLength(1)
    expect(states[4]).toBe('failed')
    expect(page.run.$run.get().status).toBe(name === '403' ? 'refused' : 'finished')
    expect(states.slice(0, 4)).toEqual(Array<string>(4).fill('awaiting'))
    expect(states.slice(5)).toEqual(Array<string>(5).fill(name === '403' ? 'waiting' : 'awaiting'))
    expect(page.shown).toEqual([])
    if (name === 'timeout') await sandbox.settled()

    const isOther = next === 'another tab'
    const later =
      next === 'go on'
        ? page
        : await opened(isOther ? { rows: await marked() } : { environment: tab.environment })
    await sandbox.clearRequests()
    await through(later)
    const finally_ = statesOf(later)
    const [merchants, administrations, locations, keys] = await made()
    expect([merchants, administrations, locations]).toEqual([count, count, count])
    // What another tab made is not known to be without a key: it is said to exist.
    const lacksKey = isOther && call === 'key' && !of.isCarriedOut
    expect(keys).toBe(
      lacksKey || (isOther && call === 'location' && of.isCarriedOut) ? count - 1 : count,
    )
    const expected = isOther ? ['awaiting', 'exists'] : ['awaiting']
    expect(new Set(finally_.filter((status) => !expected.includes(status)))).toEqual(new Set())
    expect(finally_).toHaveLength(count)
  },
)

test('a question waits in its row, and is answered alike for all that ask the same', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const page = await opened({ rows: rowsOfList(4) })
  await page.run.start()
  await atRest(page)
  expect(statesOf(page)).toEqual(Array<string>(4).fill('asking'))
  expect(page.run.$progress.get()).toMatchObject({ total: 4, through: 0, asking: 4 })
  page.run.answer(1, false)
  await expect.poll(() => statesOf(page)[1]).toBe('skipped')
  expect(statesOf(page)[2]).toBe('asking')
  expect(await agree(page)).toEqual(['boarding:userNotFound'])
  expect(statesOf(page)).toEqual(['awaiting', 'skipped', 'awaiting', 'awaiting'])
  expect(await made()).toEqual([4, 3, 3, 3])
  expect(page.run.$run.get()).toEqual({ status: 'finished' })
})

test('a lost answer that no call can find is a question of its row', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const page = await opened({ rows: rowsOfList(3) })
  await sandbox.strikeNext('POST', '/api/snelstart/keys/unconnected', { kind: 'drop' })
  await through(page)
  expect(statesOf(page)).toEqual(['failed', 'awaiting', 'awaiting'])
  expect(await through(page)).toEqual(['boarding:perhapsDone'])
  expect(statesOf(page)).toEqual(['awaiting', 'awaiting', 'awaiting'])
  // Which key is used then is told in the row.
  expect(page.run.$rows.get()[0]?.notes.map(({ message }) => message.key)).toEqual([
    'boarding:keyAgain',
  ])
  expect(await made()).toEqual([3, 3, 3, 3])
})

test('a session that is over pauses all, and the press after it goes on', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  let isOver = false
  const token = async () => {
    if (isOver) throw new SessionOver('The refresh was refused')
    return sandbox.token('admin@koppelpunt.test')
  }
  const page = await opened({ rows: rowsOfList(4), token })
  page.run.$rows.listen((rows) => {
    const state = rows[2]
    if (state?.status === 'busy' && state.step === 'location') isOver = true
  })
  await page.run.start()
  await atRest(page)
  expect(page.run.$run.get()).toEqual({ status: 'paused' })
  expect(statesOf(page)).toEqual(['awaiting', 'awaiting', 'waiting', 'waiting'])
  expect(page.shown).toEqual([])
  isOver = false
  page.run.$rows.listen(() => {
    isOver = false
  })
  await through(page)
  expect(await made()).toEqual([4, 4, 4, 4])
})

test.each([
  ['3', [3000]],
  [null, [5000]],
])('a call too many is made again when the service says so: %s', async (after, pauses) => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const page = await opened({ rows: rowsOfList(2) })
  const headers: Record<string, string> = after === null ? {} : { 'Retry-After': after }
  const untils: (number | undefined)[] = []
  page.run.$run.listen((run) => untils.push(run.status === 'running' ? run.until : undefined))
  await sandbox.strikeNext('POST', '/api/locations/location', {
    ...{ kind: 'status', status: 429 },
    headers,
  })
  await through(page)
  expect(page.environment.pauses.filter((pause) => pause >= 1000)).toEqual(pauses)
  expect(untils.some((until) => until !== undefined)).toBe(true)
  expect(statesOf(page)).toEqual(['awaiting', 'awaiting'])
  expect(await made()).toEqual([2, 2, 2, 2])
})

test('a pause lets the one that is under way end, and no other begin', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const page = await opened({ rows: rowsOfList(4) })
  const stop = page.run.$rows.listen((rows) => {
    const state = rows[1]
    if (state?.status === 'busy' && state.step === 'registration') page.run.pause()
  })
  await page.run.start()
  await atRest(page)
  stop()
  expect(statesOf(page)).toEqual(['awaiting', 'awaiting', 'waiting', 'waiting'])
  await through(page)
  expect(await made()).toEqual([4, 4, 4, 4])
})

test('the browser asks before it leaves while the list is under way, and not after', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  let guards = 0
  const guardLeaving = () => {
    guards += 1
    return () => {
      guards -= 1
    }
  }
  const environment = createTestEnvironment(undefined, { guardLeaving })
  const page = await opened({ environment, rows: rowsOfList(2) })
  await page.run.start()
  await atRest(page)
  expect(statesOf(page)).toEqual(['asking', 'asking'])
  expect(guards).toBe(1)
  await agree(page)
  expect(guards).toBe(0)
})

test('a service in trouble does not fail the whole list', async () => {
  const page = await opened()
  await sandbox.injectFault({
    method: '*',
    path: '/api/registrations/registration/merchant/SNELSTART',
    fault: { kind: 'drop' },
  })
  await page.run.start()
  await atRest(page)
  expect(page.run.$run.get()).toMatchObject({
    status: 'paused',
    reason: { message: { key: 'boarding:merchantFailed' } },
  })
  expect(statesOf(page).filter((status) => status === 'waiting')).toHaveLength(7)
})

test('a row that was changed since it was made says so, and keeps what was made', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const { environment, ...first } = await opened({ rows: rowsOfList(2) })
  await through({ environment, ...first })
  const email = changed(rowOf(1), 'merchant_info.username', 'ander@zaak.test')
  const page = await opened({ environment, rows: [rowOf(0), email] })
  await page.run.recall()
  expect([...page.run.$begun.get()]).toEqual([0, 1])
  await page.run.start()
  await atRest(page)
  expect(page.run.$rows.get()).toMatchObject({
    0: { status: 'awaiting' },
    1: { status: 'asking', question: { message: { key: 'boarding:changed' } } },
  })
  page.run.answer(1, false)
  await atRest(page)
  expect(statesOf(page)).toEqual(['awaiting', 'awaiting'])
  expect(await made()).toEqual([2, 2, 2, 2])
})

test('a customer whose coupling is given is done after a reload, and nothing is sent', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const first = await opened({ rows: rowsOfList(1) })
  await through(first)
  const state = first.run.$rows.get()[0]
  if (state?.status !== 'awaiting') throw new Error('It is not made')
  expect(state.link.searchParams.get('referenceKey')).toBe(String(state.key))
  expect(state.link.searchParams.get('successUrl')).toContain('approved=customer')
  await sandbox.connectKey({ id: String(state.key) })
  await sandbox.clearRequests()
  const page = await opened({ environment: first.environment, rows: rowsOfList(1) })
  await through(page)
  expect(statesOf(page)).toEqual(['done'])
  expect(await boardingWrites()).toEqual([])
})

test('a customer who was made stays so where the state of the coupling cannot be read', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const first = await opened({ rows: rowsOfList(1) })
  await through(first)
  const page = await opened({ environment: first.environment, rows: rowsOfList(1) })
  await sandbox.injectFault({
    ...{ method: 'GET', path: '/api/snelstart/company' },
    fault: { kind: 'status', status: 500 },
  })
  await through(page)
  const made = first.run.$rows.get()[0] as { link: URL }
  expect(page.run.$rows.get()[0]).toMatchObject({
    ...{ status: 'awaiting', link: made.link },
    notes: [{ message: { key: 'customers:unknownState' } }],
  })
})

test('a dry run makes nothing and remembers nothing', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const page = await opened({ rows: rowsOfList(2), flags: ['dry_run'] })
  await through(page)
  expect(statesOf(page)).toEqual(['tried', 'tried'])
  expect(await boardingWrites()).toEqual([])
  expect(page.environment.tabStorage).toHaveLength(0)
})

test('what the tab remembers of 2,000 customers fits, and names nobody', async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  const page = await opened({ rows: rowsOfList(2) })
  await through(page)
  const { tabStorage } = page.environment
  const texts = Array.from({ length: tabStorage.length }, (_, index) => {
    const key = tabStorage.key(index) ?? ''
    return key + (tabStorage.getItem(key) ?? '')
  })
  expect(texts).toHaveLength(2)
  expect(texts.join('')).not.toMatch(/zaak/i)
  // Two bytes a character, in half of what browsers give a tab.
  expect(Math.max(...texts.map(({ length }) => length)) * 2 * 2000).toBeLessThan(2_500_000)
})
