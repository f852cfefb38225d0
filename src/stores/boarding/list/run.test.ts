import { beforeEach, expect } from 'vitest'
import {
  createLocks,
  createTestEnvironment,
  type TestEnvironment,
  openAnotherTab,
} from '../../../../test/environment.ts'
import { listBoardingWrites, polarisUser } from '../../../../test/open-boarding.ts'
import {
  agreeToAll,
  waitUntilIdle,
  formatCustomerLine,
  createCustomerListText,
  formatCustomerList,
  countCreatedRecords,
  openList,
  listRowStates,
  runListAndAgreeToAll,
  startListRun,
  boardCustomerList,
} from '../../../../test/open-list.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { SessionEndedError } from '../../../lib/api/errors.ts'
import type { PlaceIds } from '../../../lib/domain/place.ts'
import { busyRetryDelay } from '../../../lib/limits.ts'
import { listKeys } from '../../../lib/remembered.ts'
import { findCustomerContact } from '../../coupling/customer-links.ts'
import { forgetPendingKey, rememberPendingKey } from '../../coupling/remembered-places.ts'
import type { FlagName } from '../../shell/flags.ts'
import { getRowLink } from './rows.ts'
import { getSharedQuestionKey } from './run.ts'

async function opened(list: number | string, options: Parameters<typeof openList>[0] = {}) {
  const page = await openList(options)
  await page.take(typeof list === 'string' ? list : createCustomerListText(list))
  const states = () => page.list.$rows.get().map(({ state }) => state)
  return { ...page, states }
}

async function boarded(...options: Parameters<typeof opened>) {
  const page = await opened(...options)
  await runListAndAgreeToAll(page.run)
  return page
}

const rowsIn = ({ tabStorage }: TestEnvironment) =>
  listKeys(tabStorage, '')
    .filter((key) => !/boarding-list|:drafts$/.test(key))
    .map((key) => key + (tabStorage.getItem(key) ?? ''))

beforeEach(() => sandbox.changeSettings({ userAppearance: 0 }))

test('continues with other rows of the list while questions are open', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const page = await opened(4)
  await startListRun(page.run)
  expect(listRowStates(page.run)).toEqual(Array<string>(4).fill('asking'))
  expect(page.run.$progress.get()).toMatchObject({ total: 4, through: 0, asking: 4 })
  page.run.answer(1, false)
  await expect.poll(() => listRowStates(page.run)[1]).toBe('skipped')
  expect(listRowStates(page.run)[2]).toBe('asking')
  expect(await agreeToAll(page.run)).toEqual(['boarding:userNotFound'])
  expect(listRowStates(page.run)).toEqual(['awaiting', 'skipped', 'awaiting', 'awaiting'])
  expect(await countCreatedRecords()).toEqual([4, 3, 3, 3])
  expect(page.run.$run.get()).toEqual({ status: 'idle' })
})

test('asks again about a declined row after the user includes the row again', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const { run, list, row } = await opened(3)
  await startListRun(run)
  run.answer(0, false, true)
  await waitUntilIdle(run)
  expect(listRowStates(run)).toEqual(['skipped', 'skipped', 'skipped'])
  list.leaveOut(row(1), false)
  await boardCustomerList(list)
  expect(listRowStates(run)).toEqual(['skipped', 'asking', 'skipped'])
})

test('if a question names a customer, applies the answer only to the row of the question', async () => {
  await boarded(2)
  const merchants = await sandbox.rows('merchants')
  const lines = [2, 3].map((id) =>
    formatCustomerLine(id, { email: String(merchants[id - 2]?.username) }),
  )
  const { run, list, row } = await opened(formatCustomerList(...lines))
  await startListRun(run)
  const questions = list.$rows
    .get()
    .flatMap(({ state }) => (state?.status === 'asking' ? [state.question] : []))
  expect(questions.map(({ message }) => message.key)).toEqual(
    Array(2).fill('boarding:merchantExists'),
  )
  expect(questions.map(getSharedQuestionKey)).toEqual([null, null])
  run.answer(0, false, true)
  await waitUntilIdle(run)
  expect(listRowStates(run)).toEqual(['skipped', 'asking'])
  list.leaveOut(row(0), false)
  await boardCustomerList(list)
  expect(listRowStates(run)).toEqual(['asking', 'asking'])
})

test.each([
  { key: 'boarding:userNotFound', effect: 'answers', state: { status: 'awaiting' } },
  // A risk is decided row by row.
  {
    key: 'boarding:boardedBefore',
    effect: 'asks the user about',
    state: { status: 'asking', question: { message: { key: 'boarding:boardedBefore' } } },
  },
])('$effect a later row if the user answered $key for all rows', async ({ key, state }) => {
  const first = await opened(2)
  if (key === 'boarding:boardedBefore') await runListAndAgreeToAll(first.run)
  else await sandbox.changeSettings({ userAppearance: 'never' })
  const page = await opened(2, { environment: openAnotherTab(first.environment) })
  for (const row of page.list.$rows.get()) page.list.leaveOut(row, false)
  const questions: string[] = []
  page.run.$rows.listen(([row]) => {
    if (row?.state?.status !== 'asking') return
    questions.push(row.state.question.message.key)
    page.run.answer(0, true, true)
  })
  await startListRun(page.run)
  expect(questions[0]).toBe(key)
  expect(page.states()).toMatchObject([{ status: 'awaiting' }, state])
})

test('lets the user answer for all rows only if the question contains no customer data', () => {
  const message = { key: 'form:perhapsKeyMade' } as const
  const about = (parameters?: Record<string, string>) =>
    getSharedQuestionKey({
      message,
      detail: { key: 'form:perhapsKeyMadeHelp', ...(parameters && { parameters }) },
    })
  expect(about()).not.toBeNull()
  expect(about({ provider: 'Koppelpunt' })).not.toBeNull()
  expect(about({ provider: 'Koppelpunt', location: '2001' })).toBeNull()
})

test('forgets the rows of a paused list when the user opens another list', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const page = await opened(1)
  await startListRun(page.run)
  page.run.pause()
  page.run.answer(0, true)
  await page.take(formatCustomerList(formatCustomerLine(7)))
  await runListAndAgreeToAll(page.run)
  const names = (await sandbox.rows('registrations')).map(({ name }) => name)
  expect(names).toEqual(['Zaak 7'])
})

test('begins no row while another one is busy, also after a pause', async () => {
  const page = await opened(3)
  const counts: number[] = []
  let isPaused = false
  page.run.$rows.listen((rows) => {
    counts.push(rows.filter(({ state }) => state?.status === 'busy').length)
    const state = rows[0]?.state
    if (isPaused || state?.status !== 'busy' || state.step !== 'registration') return
    isPaused = true
    page.run.pause()
    void page.run.start()
  })
  await startListRun(page.run)
  await expect.poll(() => listRowStates(page.run)).toEqual(['awaiting', 'awaiting', 'awaiting'])
  expect(Math.max(...counts)).toBe(1)
})

test('continues an answered row only after the user resumes the paused submit', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const { run, row } = await opened(2)
  await startListRun(run)
  run.pause()
  const { state } = row(1)
  run.answer(0, true)
  await sandbox.clearRequests()
  await sandbox.settled()
  expect(await listBoardingWrites()).toEqual([])
  await run.start()
  await expect.poll(() => listRowStates(run)).toEqual(['awaiting', 'asking'])
  expect(row(1).state).toBe(state)
  expect(run.$run.get()).toEqual({ status: 'running' })
})

test('finishes an answered row before it starts other rows', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const page = await opened(5)
  const answered = new Set<string | undefined>()
  page.run.$rows.listen(([first, , third]) => {
    if (first?.state?.status === 'asking') page.run.answer(0, true)
    if (third?.state?.status === 'busy') answered.add(first?.state?.status)
  })
  await startListRun(page.run)
  expect([...answered]).toEqual(['awaiting'])
})

test('pauses the run when the session ends and continues when the user starts the run again', async () => {
  let isOver = false
  const token = async () => {
    if (isOver) throw new SessionEndedError('The refresh was refused')
    return sandbox.token('admin@koppelpunt.test')
  }
  const page = await opened(4, { token })
  page.run.$rows.listen((rows) => {
    const state = rows[2]?.state
    if (state?.status === 'busy' && state.step === 'location') isOver = true
  })
  await startListRun(page.run)
  expect(page.run.$run.get()).toEqual({ status: 'paused' })
  expect(listRowStates(page.run)).toEqual(['awaiting', 'awaiting', 'waiting', 'waiting'])
  expect(page.shown).toEqual([])
  page.run.$rows.listen(() => {
    isOver = false
  })
  await runListAndAgreeToAll(page.run)
  expect(await countCreatedRecords()).toEqual([4, 4, 4, 4])
})

test.each([
  ['3', [3000]],
  [null, [5000]],
  ['99999999999999', [2 ** 31 - 1]],
])(
  'repeats a request refused with 429 after the requested or default pause: %s',
  async (after, pauses) => {
    const page = await opened(2)
    const headers: Record<string, string> = after === null ? {} : { 'Retry-After': after }
    const untils: (number | undefined)[] = []
    page.run.$waitsUntil.listen((until) => untils.push(until))
    const fault = { kind: 'status', status: 429, headers } as const
    await sandbox.strikeNext('POST', '/api/locations/location', fault)
    await runListAndAgreeToAll(page.run)
    expect(page.environment.pauses.filter((pause) => pause >= 1000)).toEqual(pauses)
    expect(untils).toEqual([expect.any(Number), undefined])
    expect(listRowStates(page.run)).toEqual(['awaiting', 'awaiting'])
    expect(await countCreatedRecords()).toEqual([2, 2, 2, 2])
  },
)

test('keeps the time until which it waits when the user pauses and resumes the run', async () => {
  const environment = createTestEnvironment()
  const { run } = await opened(1, { environment })
  environment.wait = () => new Promise(() => undefined)
  await sandbox.failNext('POST', '/api/locations/location', 429)
  await run.start()
  await expect.poll(() => run.$waitsUntil.get()).toBeDefined()
  run.pause()
  await run.start()
  expect(run.$waitsUntil.get()).toBeDefined()
})

test('finishes the busy row after a pause and starts no other row', async () => {
  const page = await opened(4)
  const stop = page.run.$rows.listen((rows) => {
    const state = rows[1]?.state
    if (state?.status === 'busy' && state.step === 'registration') page.run.pause()
  })
  await startListRun(page.run)
  stop()
  expect(listRowStates(page.run)).toEqual(['awaiting', 'awaiting', 'waiting', 'waiting'])
  const change = (email: string) => page.list.edit(page.row(2), 'merchant_info.username', email)
  change('zaak2')
  await runListAndAgreeToAll(page.run)
  expect(page.run.$run.get()).toEqual({ status: 'idle' })
  expect(listRowStates(page.run)).toEqual(['awaiting', 'awaiting', 'awaiting'])
  change('zaak2@zaak.test')
  await runListAndAgreeToAll(page.run)
  expect(await countCreatedRecords()).toEqual([4, 4, 4, 4])
})

test('asks before the browser leaves the page while rows of the run are unfinished', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  let guards = 0
  const guardLeaving = () => {
    guards += 1
    return () => {
      guards -= 1
    }
  }
  const environment = createTestEnvironment(undefined, { guardLeaving })
  const page = await opened(2, { environment })
  await startListRun(page.run)
  expect(listRowStates(page.run)).toEqual(['asking', 'asking'])
  expect(guards).toBe(1)
  await agreeToAll(page.run)
  expect(guards).toBe(0)
})

test('pauses the run of a failing service instead of failing every row', async () => {
  const page = await opened(10)
  await sandbox.injectFault({
    method: '*',
    path: '/api/registrations/registration/merchant/SNELSTART',
    fault: { kind: 'drop' },
  })
  await startListRun(page.run)
  expect(page.run.$run.get()).toMatchObject({
    status: 'paused',
    reason: { message: { key: 'boarding:merchantFailed' } },
  })
  expect(listRowStates(page.run).filter((status) => status === 'waiting')).toHaveLength(7)
})

test('pauses the run if another tab has the same list', async () => {
  const lock = createLocks()
  const tab = () => createTestEnvironment(undefined, lock())
  const first = await opened(5, { environment: tab() })
  const page = await opened(5, { environment: tab() })
  await runListAndAgreeToAll(first.run)
  await startListRun(page.run)
  const reason = { message: { key: 'boarding:otherTab' } }
  expect(page.run.$run.get()).toEqual({ status: 'paused', reason })
  expect(listRowStates(page.run)).toEqual(['failed', 'failed', 'failed', 'waiting', 'waiting'])
  expect(await countCreatedRecords()).toEqual([5, 5, 5, 5])
})

test('asks about the changed fields of a customer that was created before', async () => {
  const { environment, ...first } = await boarded(2)
  const email = formatCustomerLine(1, { email: 'ander@zaak.test' })
  const page = await opened(formatCustomerList(formatCustomerLine(0), email), { environment })
  expect(page.states()).toEqual([first.states()[0], null])
  await startListRun(page.run)
  expect(page.states()).toMatchObject({
    0: { status: 'awaiting' },
    1: {
      status: 'asking',
      question: {
        message: { key: 'boarding:changed' },
        detail: { parameters: { name: 'Zaak 1', fields: 'Email' } },
      },
    },
  })
  page.run.answer(1, false)
  await waitUntilIdle(page.run)
  expect(page.states()[1]).toEqual({ status: 'skipped' })
  expect(page.row(1).notes).toEqual([{ message: { key: 'boarding:changed' } }])
  expect(page.row(1).isLeftOut).toBe(true)
  expect(page.run.$progress.get()).toMatchObject({ left: 0, through: 1, total: 1, isOver: true })
  expect(await countCreatedRecords()).toEqual([2, 2, 2, 2])
})

test('marks only one of two equal rows as created after a reload', async () => {
  const twice = formatCustomerList(formatCustomerLine(1), formatCustomerLine(1))
  const { environment } = await boarded(twice)
  const page = await opened(twice, { environment })
  expect(page.states()).toMatchObject([{ status: 'awaiting' }, null])
  page.list.leaveOut(page.row(1), false)
  await startListRun(page.run)
  expect(listRowStates(page.run)).toEqual(['awaiting', 'asking'])
})

test('asks before it creates a second customer with the company number of a created customer', async () => {
  const first = await boarded(2)
  const { environment } = first
  const other = formatCustomerLine(1, { name: 'Zaak Slager', email: 'slager@zaak.test' })
  const page = await opened(formatCustomerList(other), { environment })
  expect(await runListAndAgreeToAll(page.run)).toEqual(['boarding:changed'])
  expect(await countCreatedRecords()).toEqual([3, 3, 3, 3])
  const again = await opened(formatCustomerList(formatCustomerLine(1), other), { environment })
  expect(again.states()).toMatchObject([first.states()[1], page.states()[0]])
})

test('after a reload, finishes a failed customer although a second customer has the same company number', async () => {
  const { environment } = await boarded(2)
  const other = formatCustomerList(
    formatCustomerLine(1, { name: 'Zaak Slager', email: 'slager@zaak.test' }),
  )
  await sandbox.failNext('POST', '/api/locations/location', 500)
  const page = await boarded(other, { environment })
  expect(listRowStates(page.run)).toEqual(['failed'])
  const again = await opened(other, { environment })
  expect(await runListAndAgreeToAll(again.run)).toEqual([])
  expect(await countCreatedRecords()).toEqual([3, 3, 3, 3])
})

test('marks a customer with a confirmed coupling as done after a reload', async () => {
  const first = await boarded(1)
  const state = first.states()[0]
  if (state?.status !== 'awaiting') throw new Error('It is not made')
  expect(state.link.searchParams.get('referenceKey')).toBe(String(state.key))
  expect(state.link.searchParams.get('successUrl')).toContain('approved=customer')
  await sandbox.connectKey({ id: String(state.key) })
  await sandbox.clearRequests()
  const page = await boarded(1, { environment: first.environment })
  expect(listRowStates(page.run)).toEqual(['done'])
  expect(await listBoardingWrites()).toEqual([])
})

test('shows the link of a new key that replaced the earlier key of a row', async () => {
  const { environment, portal, row, states } = await boarded(1)
  const { administration, location } = row(0).state as PlaceIds
  const place = { administration, location }
  await forgetPendingKey(portal, place)
  const key = { ...place, key: 'new', approvedBy: 'package', replacesAnother: false } as const
  await rememberPendingKey(portal, key)
  environment.hear()
  await expect.poll(states).toMatchObject([{ status: 'awaiting', key: 'new' }])
  const page = await opened(1, { environment })
  expect(page.states()).toMatchObject([{ status: 'awaiting', key: 'new' }])
  await startListRun(page.run)
  expect(page.states()).toMatchObject([{ status: 'awaiting', key: 'new' }])
})

test('shows polaris users the approval link of a key that was created on /connect', async () => {
  const person = polarisUser
  const { environment, portal, row } = await boarded(1, { person })
  const { administration, location } = row(0).state as PlaceIds
  const key = { administration, location, key: 'new', replacesAnother: false } as const
  await rememberPendingKey(portal, { ...key, approvedBy: 'package' })
  const page = await opened(1, { environment, person })
  const link = () => getRowLink(page.row(0))?.link.searchParams.get('referenceKey')
  expect(link()).toBe('new')
  await startListRun(page.run)
  expect(link()).toBe('new')
})

test('after a lost response, asks again before it creates a key for an existing customer', async () => {
  await boarded(1)
  const page = await opened(1)
  page.list.leaveOut(page.row(0), false)
  await sandbox.strikeNext('POST', '/api/snelstart/keys/unconnected', { kind: 'lost' })
  await boardCustomerList(page.list)
  expect(await agreeToAll(page.run)).toEqual(['form:perhapsKeyMade'])
  expect(page.states()).toMatchObject([{ status: 'failed' }])
  // Services may answer 409 for a key that awaits approval.
  await sandbox.fail('GET', '/api/snelstart/company', 409)
  await boardCustomerList(page.list)
  expect(await agreeToAll(page.run)).toEqual(['form:perhapsKeyMade'])
  expect(page.states()).toMatchObject([{ status: 'awaiting' }])
})

test('names the reseller as the changed field if a customer is continued without the reseller link', async () => {
  await sandbox.failNext('POST', '/api/snelstart/keys/unconnected')
  const address = 'http://localhost:4321/boarding/list'
  const { environment } = await boarded(1, {
    environment: createTestEnvironment(`${address}?reseller=one`),
  })
  const later = { ...environment, location: () => new URL(address) }
  const { run, states } = await opened(1, { environment: later })
  await startListRun(run)
  const parameters = { name: 'Zaak 0', fields: 'reseller' }
  expect(states()).toMatchObject([{ status: 'asking', question: { detail: { parameters } } }])
})

test('creates new customers before it checks the couplings of customers created before a reload', async () => {
  const { environment } = await boarded(2)
  const page = await opened(3, { environment })
  const begun = new Set<number>()
  page.run.$rows.listen((rows) => {
    for (const { id, state } of rows) if (state?.status === 'busy') begun.add(id)
  })
  await runListAndAgreeToAll(page.run)
  expect([...begun]).toEqual([2, 0, 1])
})

test('keeps the links of created customers if the session ends after a reload', async () => {
  const first = await boarded(2)
  for (const count of [2, 3]) {
    const page = await opened(count, { environment: first.environment })
    page.portal.session.token = () => Promise.reject(new SessionEndedError())
    await startListRun(page.run)
    expect(page.run.$run.get().status).toBe('paused')
    expect(page.states().slice(0, 2)).toEqual(first.states())
  }
})

test('keeps the link of a created customer if the coupling state cannot be read', async () => {
  const first = await boarded(1)
  const page = await opened(1, { environment: first.environment })
  await sandbox.fail('GET', '/api/snelstart/company')
  await runListAndAgreeToAll(page.run)
  const firstState = first.states()[0] as { link: URL }
  expect(page.states()[0]).toMatchObject({ status: 'awaiting', link: firstState.link })
  expect(page.row(0).notes).toMatchObject([{ message: { key: 'customers:unknownState' } }])
})

test('finishes started rows and starts no other row after dry_run is switched on', async () => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const flags: FlagName[] = []
  const page = await opened(5, { flags })
  const stop = page.run.$rows.listen((rows) => {
    const state = rows[1]?.state
    if (state?.status === 'busy' && state.step === 'user') flags.push('dry_run')
  })
  await startListRun(page.run)
  stop()
  expect(listRowStates(page.run)).toEqual(['asking', 'asking', 'tried', 'tried', 'tried'])
  await agreeToAll(page.run)
  expect(listRowStates(page.run)).toEqual(['awaiting', 'awaiting', 'tried', 'tried', 'tried'])
  expect(page.run.$run.get()).toEqual({ status: 'idle' })
  expect(await countCreatedRecords()).toEqual([2, 2, 2, 2])
  expect(page.run.$progress.get()).toMatchObject({ through: 2, total: 5 })
  await startListRun(page.run)
  expect(listRowStates(page.run)).toEqual(['awaiting', 'awaiting', 'tried', 'tried', 'tried'])
  expect(rowsIn(page.environment)).toHaveLength(2)
  flags.splice(0)
  await runListAndAgreeToAll(page.run)
  expect(await countCreatedRecords()).toEqual([5, 5, 5, 5])
})

test('if dry_run is switched on while a row is created, removes the notes of the row', async () => {
  const flags: FlagName[] = []
  await sandbox.strikeNext('POST', '/api/registrations/registration', { kind: 'lost' })
  const page = await boarded(1, { flags })
  const requests = await sandbox.requests('/api/registrations/registration')
  const body = requests.find(({ method }) => method === 'POST')?.body
  await sandbox.callApi('POST /registrations/registration', { body })
  const notes: unknown[] = []
  page.run.$rows.listen(([row]) => {
    if (row?.state?.status !== 'busy' || row.state.step !== 'location') return
    notes.push(...row.notes)
    flags.push('dry_run')
  })
  await startListRun(page.run)
  expect(notes).toMatchObject([{ message: { key: 'shell:madeTwice' } }])
  expect(page.row(0)).toMatchObject({ state: { status: 'tried' }, notes: [] })
})

test('finishes a dry run as a dry run if dry_run is switched off meanwhile', async () => {
  const flags: FlagName[] = ['dry_run']
  const page = await opened(3, { flags })
  page.run.$rows.listen(([first]) => {
    if (first?.state?.status === 'tried') flags.splice(0)
  })
  await runListAndAgreeToAll(page.run)
  expect(flags).toEqual([])
  expect(listRowStates(page.run)).toEqual(['tried', 'tried', 'tried'])
  expect(await listBoardingWrites()).toEqual([])
})

test('does not retry a request refused with 429 if dry_run is switched on meanwhile', async () => {
  const flags: FlagName[] = []
  const environment = createTestEnvironment()
  const { wait } = environment
  environment.wait = async (milliseconds, signal) => {
    if (milliseconds === busyRetryDelay) flags.push('dry_run')
    await wait(milliseconds, signal)
  }
  const path = '/api/registrations/registration/merchant/SNELSTART'
  await sandbox.failNext('POST', path, 429)
  const page = await boarded(2, { environment, flags })
  expect(listRowStates(page.run)).toEqual(['tried', 'tried'])
  expect(await countCreatedRecords()).toEqual([0, 0, 0, 0])
})

test('creates no customer if dry_run is switched on before the user answers the question', async () => {
  const flags: FlagName[] = []
  const first = await opened(1)
  const page = await opened(1, { environment: openAnotherTab(first.environment), flags })
  await runListAndAgreeToAll(first.run)
  await startListRun(page.run)
  expect(listRowStates(page.run)).toEqual(['asking'])
  flags.push('dry_run')
  await agreeToAll(page.run)
  expect(listRowStates(page.run)).toEqual(['tried'])
  expect(await countCreatedRecords()).toEqual([1, 1, 1, 1])
})

test('stores 2,000 customers within the storage limit of a tab', async () => {
  const page = await boarded(2)
  const texts = rowsIn(page.environment)
  expect(texts).toHaveLength(2)
  // Strings take two bytes per character, and browsers limit the storage of a tab to 5 MB.
  expect(Math.max(...texts.map(({ length }) => length)) * 2 * 2000).toBeLessThan(2_500_000)
})

test('the tab that created a customer finds the contact person by location', async () => {
  const page = await boarded(
    formatCustomerList(formatCustomerLine(1), formatCustomerLine(2, { email: 'nobody' })),
  )
  const [state] = page.states()
  if (state?.status !== 'awaiting') throw new Error('The row is not made')
  const contact = (place: PlaceIds) => findCustomerContact(page.portal, place)
  const unknown = { contact: '', email: '' }
  expect(contact(state)).toEqual({ contact: 'Winkelier', email: 'zaak1@zaak.test' })
  expect(contact({ ...state, location: 1 })).toEqual(unknown)
  page.environment.tabStorage.clear()
  expect(contact(state)).toEqual(unknown)
})
