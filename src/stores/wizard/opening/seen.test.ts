import { expect } from 'vitest'
import type { InjectedFault } from '../../../../sandbox/control/faults.ts'
import { configurationFor } from '../../../../test/configuration.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../../test/environment.ts'
import { writes } from '../../../../test/fault-matrix.ts'
import { cheese, lookedUp, readyWizard } from '../../../../test/open-wizard.ts'
import { answerDialogs, createTestPortal, testUser } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { noteMadeKey } from '../../coupling/made-keys.ts'
import { keysOf, memoryPrefix } from '../../session/user-memory.ts'
import { withApplication } from '../../../lib/accounting/snelstart/values.ts'
import { createOpening, type OpeningState } from './opening.ts'

const place = { administration: cheese.administration, location: cheese.location }
const address = (variant: string) =>
  `http://localhost:4321/${variant}?administration=${place.administration}&location=${place.location}`
const seenKey = `${memoryPrefix}${testUser}:seen:${place.administration}/${place.location}`

/** A visit of a tab, whose states are listed from its beginning. */
async function visit(environment: TestEnvironment, variant: 'wizard' | 'polaris' = 'wizard') {
  const token = await sandbox.token('admin@koppelpunt.test')
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url),
    environment,
    token: () => Promise.resolve(token),
  })
  answerDialogs(portal)
  const opening = createOpening({ portal, user: testUser, variant })
  const states: OpeningState[] = []
  opening.$opening.listen((state) => states.push(state))
  const done = opening.start()
  /** The wizard that is shown now, as soon as one is. */
  const shown = async () => {
    await expect.poll(() => states.at(-1)?.status).toBe('connected')
    const state = states.at(-1)
    if (state?.status !== 'connected') throw new Error(`The wizard is ${state?.status}`)
    await lookedUp(state.setup)
    return state
  }
  return { states, done, shown }
}

/** A tab in which a wizard was open. */
async function tabThatSaw(variant: 'wizard' | 'polaris' = 'wizard') {
  const environment = createTestEnvironment(address(variant))
  await (
    await visit(environment, variant)
  ).done
  return environment
}

const keptIn = ({ tabStorage }: TestEnvironment) =>
  JSON.parse(tabStorage.getItem(seenKey) ?? '') as { settings: { api_key: object } }

const settingsAnswer = (fault: InjectedFault['fault']) =>
  sandbox.injectFault({ method: 'GET', path: '/api/snelstart/company', fault })

/** What is read to open a wizard comes late enough to see what stands there before. */
const late = () => sandbox.delay('GET', '/api/locations/location/{id}', 300)

const statusesOf = (states: readonly OpeningState[]) => states.map(({ status }) => status)

test('a later visit opens before any answer, and what is answered the same changes nothing', async () => {
  const environment = await tabThatSaw()
  await late()
  const { states, done, shown } = await visit(environment)
  const before = await shown()
  expect(before).toMatchObject({ isRemembered: true, isCorrected: false })
  await done
  expect(states.at(-1)).toBe(before)
  expect(statusesOf(states)).toEqual(['loading', 'connected'])
})

test('what is answered otherwise is shown, and what was filled in meanwhile stays', async () => {
  const environment = await tabThatSaw()
  const body = { ...keptIn(environment).settings, sync_product: true }
  await settingsAnswer({ kind: 'answer', body })
  await late()
  const { states, done, shown } = await visit(environment)
  const { setup: remembered } = await shown()
  remembered.keep(withApplication(remembered.initial, 'desktop'))
  void remembered.ledgers.cash.create()
  await done
  const { setup, ...state } = await shown()
  expect(state).toMatchObject({ isRemembered: false, isCorrected: true })
  expect(statusesOf(states)).toEqual(['loading', 'connected', 'connected'])
  expect(setup.initial).toMatchObject({
    snelstart: { application: 'desktop' },
    import_and_sync: { sync_settings: { sync_products: true, sync_relations: false } },
  })
  expect(await writes(sandbox)).toEqual([])
  const next = await visit(environment)
  await next.done
  expect(next.states.at(-1)).toMatchObject({ isRemembered: true })
})

test.each([
  ['is gone', { kind: 'status', status: 404 }, 'waiting'],
  ['may not be seen any more', { kind: 'status', status: 403 }, 'failed'],
  ['cannot be read', { kind: 'html' }, 'failed'],
] as const)('a coupling that %s is not shown any more', async (_, fault, status) => {
  const environment = await tabThatSaw()
  await settingsAnswer(fault)
  const { states, done } = await visit(environment)
  await expect.poll(() => statusesOf(states)).toContain(status)
  expect(statusesOf(states).slice(0, 3)).toEqual(['loading', 'connected', status])
  expect(environment.tabStorage.getItem(seenKey)).toBeNull()
  await done
})

test('what is pressed before the answers is sent once they are the same', async () => {
  const environment = await tabThatSaw()
  await late()
  const { done, shown } = await visit(environment)
  const { setup } = await shown()
  const creating = setup.ledgers.cash.create()
  expect(await writes(sandbox)).toEqual([])
  await done
  await creating
  expect(await writes(sandbox)).toHaveLength(1)
  expect(setup.ledgers.cash.$state.get()).toMatchObject({ status: 'existing' })
})

test('what is pressed before an answer that it may not is not sent', async () => {
  const environment = await tabThatSaw()
  await settingsAnswer({ kind: 'status', status: 403 })
  await late()
  const { done, shown } = await visit(environment)
  const { setup } = await shown()
  void setup.ledgers.cash.create()
  await done
  await sandbox.settled()
  expect(await writes(sandbox)).toEqual([])
})

test('what was read is kept without the key itself, and goes with what was filled in', async () => {
  const environment = await tabThatSaw()
  expect(Object.keys(keptIn(environment).settings.api_key).sort()).toEqual([
    'default_no_relation',
    'id',
  ])
  expect(keysOf(environment.tabStorage, memoryPrefix)).toContain(seenKey)
})

test('a coupling whose key is being replaced is looked up first', async () => {
  const environment = await tabThatSaw()
  const made = { key: 'another', approvedBy: 'package', replacesAnother: true } as const
  await noteMadeKey(environment, testUser, { ...place, ...made })
  const { states, done } = await visit(environment)
  await done
  expect(states.at(-1)).toMatchObject({ isRemembered: false, awaitsNewKey: true })
})

test('a coupling of polaris is shown at once to somebody whose own it is', async () => {
  const environment = await tabThatSaw('polaris')
  const own = await visit(environment, 'polaris')
  await own.done
  expect(own.states.at(-1)).toMatchObject({ isRemembered: true })
  for (const key of keysOf(environment.sharedStorage, 'koppelpunt:own:')) {
    environment.sharedStorage.removeItem(key)
  }
  const unknown = await visit(environment, 'polaris')
  await unknown.done
  expect(unknown.states.at(-1)).toMatchObject({ isRemembered: false })
})

test('what is saved is read anew', async () => {
  const { setup, environment } = await readyWizard({ sandbox, ...cheese })
  expect(environment.tabStorage.getItem(seenKey)).not.toBeNull()
  await setup.submitting.submit()
  expect(environment.tabStorage.getItem(seenKey)).toBeNull()
})
