import { expect } from 'vitest'
import { createCustomerList, type CustomerList } from '../src/stores/boarding/list/screen.ts'
import type { BoardingRow } from '../src/stores/boarding/list/rows.ts'
import type { ListSubmission } from '../src/stores/boarding/list/run.ts'
import { createTestEnvironment } from './environment.ts'
import { reseller } from './open-boarding.ts'
import { answerDialogs, createSandboxPortal, type SandboxPortalOptions } from './portal.ts'
import { sandbox } from './test.ts'

interface Options extends SandboxPortalOptions {
  agrees?: Parameters<typeof answerDialogs>[1]
}

/** Opens a customer list, by default without an idempotency header. */
export async function openList({ agrees, ...options }: Options = {}) {
  const token = await sandbox.token('admin@koppelpunt.test')
  const portal = createSandboxPortal({
    environment: createTestEnvironment('http://localhost:4321/boarding/list'),
    person: reseller,
    header: '',
    token: () => Promise.resolve(token),
    ...options,
  })
  const shown = answerDialogs(portal, agrees)
  const list = createCustomerList(portal)
  void list.start()
  await expect.poll(() => list.subscriptions.$list.get().status, { interval: 1 }).toBe('loaded')
  const looked = () =>
    expect.poll(() => list.existing.$list.get().status, { interval: 1 }).not.toBe('loading')
  await looked()
  await sandbox.clearRequests()
  return {
    environment: portal.environment,
    portal,
    shown,
    list,
    run: list.run,
    row: (id: number): BoardingRow => {
      const row = list.$rows.get()[id]
      if (!row) throw new Error(`The list has no row ${id}`)
      return row
    },
    /** Pastes a list and waits for the lookup of existing customers. */
    take: async (text: string) => {
      await list.paste(text)
      await looked()
    },
  }
}

export const formatCustomerLine = (
  id: number,
  { name = `Zaak ${id}`, email = `zaak${id}@zaak.test` } = {},
) => `Winkelier;${email};${name};0000000${id};NL;Hoofdwinkel;Winkel`

export const formatCustomerList = (...lines: string[]) =>
  ['Naam;Email;Bedrijfsnaam;KvK;Land;Locatie Naam;Abonnement', ...lines].join('\n')

export const createCustomerListText = (count: number) =>
  formatCustomerList(...Array.from({ length: count }, (_, id) => formatCustomerLine(id)))

export const listRowStates = ({ $rows }: ListSubmission) =>
  $rows.get().flatMap(({ state }) => (state ? [state.status] : []))

const isUnderWay = (status: string) => ['busy', 'waiting'].includes(status)

/** Waits until a run has ended or needs answers. */
export async function waitUntilIdle(run: ListSubmission): Promise<void> {
  const isBusy = () => {
    const states = listRowStates(run)
    return run.$run.get().status === 'running' ? states.some(isUnderWay) : states.includes('busy')
  }
  await expect.poll(isBusy, { timeout: 60_000, interval: 2 }).toBe(false)
}

/** Confirms all questions and returns their message keys. */
export async function agreeToAll(run: ListSubmission): Promise<string[]> {
  const questions: string[] = []
  for (;;) {
    await waitUntilIdle(run)
    const [question] = run.$rows
      .get()
      .flatMap(({ id, state }) =>
        state?.status === 'asking' ? [[id, state.question.message.key] as const] : [],
      )
    if (!question) return questions
    questions.push(question[1])
    run.answer(question[0], true, true)
  }
}

export async function startListRun(run: ListSubmission): Promise<void> {
  await run.start()
  await waitUntilIdle(run)
}

/** Creates the customers until the run ends or waits for answers. */
export async function boardCustomerList(list: CustomerList): Promise<void> {
  await list.board()
  await waitUntilIdle(list.run)
}

export async function runListAndAgreeToAll(run: ListSubmission): Promise<string[]> {
  await run.start()
  return agreeToAll(run)
}

const unique = (values: readonly unknown[]) => new Set(values).size

/** Counts merchants, administrations, locations and keys, and fails on duplicates. */
export async function countCreatedRecords(): Promise<number[]> {
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
