import { expect } from 'vitest'
import { createTestEnvironment, openAnotherTab } from '../../../../test/environment.ts'
import {
  listFaults,
  listWriteFaults,
  openFaultyTab,
  successfulWriteResponses,
} from '../../../../test/fault-matrix.ts'
import {
  agreeToAll,
  createCustomerListText,
  countCreatedRecords,
  openList,
  listRowStates,
  runListAndAgreeToAll,
} from '../../../../test/open-list.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { isMatchWithoutKey, getRowState } from './rows.ts'

const count = 5
const struckRow = 2

const text = createCustomerListText(count)

const calls = [
  { call: 'merchant', method: 'POST', path: '/api/registrations/registration/merchant/SNELSTART' },
  { call: 'user', method: 'GET', path: '/identity/admin/realms/koppelpunt/users' },
  { call: 'registration', method: 'POST', path: '/api/registrations/registration' },
  { call: 'location', method: 'POST', path: '/api/locations/location' },
  { call: 'key', method: 'POST', path: '/api/snelstart/keys/unconnected' },
  { call: 'access', method: 'POST', path: '/api/serials/serial/{id}' },
] as const
type Call = (typeof calls)[number]

const ways = {
  here: ['go on', 'reload', 'the file again'],
  elsewhere: ['another tab', 'another browser'],
} as const
type Way = (typeof ways)['here' | 'elsewhere'][number]

/** Faults of the fault matrix without an idempotency header, plus a refused session. */
const faults = [
  ...listWriteFaults({}).filter(({ header }) => header === ''),
  ...listFaults({}).filter(({ name }) => name === '401'),
]

const address = 'http://localhost:4321/boarding/list'

async function openedList(call?: Call['call']) {
  await sandbox.changeSettings({ userAppearance: call === 'access' ? 'registration' : 0 })
  const tab = openFaultyTab(sandbox, address)
  const page = await openList({ environment: tab.environment })
  await page.take(text)
  return { ...page, struck: tab.struck }
}
type Page = Awaited<ReturnType<typeof openList>>

/** Runs the list while a call of one row fails. Expects the fault not to affect other rows. */
async function sentStruck(
  { method, path, call }: Call,
  { fault, ...failing }: Pick<(typeof faults)[number], 'fault' | 'name' | 'reads' | 'writes'>,
) {
  const page = await openedList(call)
  const times = method === 'GET' ? failing.reads : failing.writes
  await page.struck({ method, path, after: struckRow, times }, { fault }, () =>
    runListAndAgreeToAll(page.run),
  )
  if (failing.name === 'timeout') await sandbox.settled()
  const isStopped = call !== 'access' && ['401', '403'].includes(failing.name)
  const states = listRowStates(page.run)
  expect(states.slice(0, struckRow)).toEqual(Array<string>(struckRow).fill('awaiting'))
  const rest = Array<string>(count - struckRow - 1).fill(isStopped ? 'waiting' : 'awaiting')
  expect(states.slice(struckRow + 1)).toEqual(rest)
  expect(page.shown).toEqual([])
  return page
}

async function back(page: Page, way: Way): Promise<Page> {
  if (way === 'go on') return page
  const later = await openList({
    environment: {
      reload: page.environment,
      'the file again': page.environment,
      'another tab': openAnotherTab(page.environment, address),
      'another browser': createTestEnvironment(address),
    }[way],
  })
  if (way !== 'reload') await later.take(text)
  const row = later.row(struckRow)
  const lacksKey = row.matches.some(isMatchWithoutKey)
  if (way === 'another browser' && lacksKey) later.list.leaveOut(row, false)
  return later
}

/**
 * Runs the whole list and returns the questions. Fails unless every record exists exactly once and every row
 * has ended.
 */
async function finished(page: Page, way: Way): Promise<string[]> {
  await page.run.start()
  const questions = await agreeToAll(page.run)
  expect(await countCreatedRecords()).toEqual([count, count, count, count])
  const isElsewhere = ways.elsewhere.some((each) => each === way)
  const others = page.list.$rows.get().map((row) => getRowState(row)?.status)
  const [struck] = others.splice(struckRow, 1)
  expect(others).toHaveLength(count - 1)
  const ends = isElsewhere ? ['awaiting', 'exists'] : ['awaiting']
  expect([...others, struck].filter((each) => !ends.includes(each ?? ''))).toEqual([])
  return questions
}

const [goOn] = ways.here
const every = [...ways.here, ...ways.elsewhere]

/** Combines every call with every fault. The ways to continue alternate. */
const inTurn = <Of>(items: readonly Of[], all: readonly (typeof every)[number][]) =>
  calls.flatMap((call, at) =>
    items.map((each, index) => ({ way: all[(at + index) % all.length] ?? goOn, ...call, ...each })),
  )

const keyAsked = 'form:perhapsKeyMade'

test.each(inTurn(faults, ways.here))(
  'creates each record once after the fault "$name" of the call "$call", continued with: $way',
  async ({ way, name, ...failing }) => {
    const { call } = failing
    const page = await sentStruck(failing, { name, ...failing })
    const { state, notes } = page.row(struckRow)
    if (call === 'access') {
      expect(state?.status).toBe('awaiting')
      expect(notes).toMatchObject([{ message: { key: 'boarding:accessFailed' } }])
    } else expect(state?.status).toBe(name === '401' ? 'waiting' : 'failed')

    const questions = await finished(await back(page, way), way)
    const isOpen = call === 'key' ? failing.isUncertain : failing.isUnknown && !failing.isCarriedOut
    const isRepeated = ['registration', 'location', 'key'].includes(call)
    const isThere = call === 'merchant' && failing.isCarriedOut
    expect(questions).toEqual([
      ...(isThere ? ['boarding:merchantExists'] : []),
      ...(isRepeated && isOpen ? [call === 'key' ? keyAsked : 'boarding:perhapsDone'] : []),
    ])
  },
)

test.each(inTurn(faults, ways.elsewhere))(
  'creates each record once after the fault "$name" of the call "$call" if the file is opened in $way',
  async ({ way, ...failing }) => {
    const later = await back(await sentStruck(failing, failing), way)
    const questions = await finished(later, way)
    // The API cannot look up keys, so the portal asks the user.
    const isKeyless =
      failing.call === 'key' || (failing.call === 'location' && failing.isCarriedOut)
    if (isKeyless) expect(questions).toContain(keyAsked)
  },
)

const answers = successfulWriteResponses.filter(({ header }) => header === '')

test.each(inTurn(answers, every).filter(({ method }) => method === 'POST'))(
  'creates no record twice unasked after the response "$name" to the call "$call", continued with: $way',
  async (failing) => {
    const { call, fault, way, isWhole } = failing
    const page = await sentStruck(failing, { name: 'success', fault, reads: 1, writes: 1 })
    const isStuck = call === 'key' && !isWhole
    expect(listRowStates(page.run)[struckRow]).toBe(isStuck ? 'failed' : 'awaiting')
    const questions = await finished(await back(page, way), way)
    const isAsked = isStuck || way === 'another browser'
    expect(questions).toEqual(isAsked ? [keyAsked] : [])
  },
)
