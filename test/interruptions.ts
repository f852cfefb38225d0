import fc from 'fast-check'
import { expect } from 'vitest'
import { SessionEndedError } from '../src/lib/api/errors.ts'
import { createMemoryStorage } from '../src/lib/environment.ts'
import { removeUserData, listKeys } from '../src/lib/remembered.ts'
import type { DialogContent } from '../src/stores/shell/dialogs.ts'
import type { FlagName } from '../src/stores/shell/flags.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { sandbox } from './test.ts'

/** The kind `brake` enables `dry_run`, and `expiry` refuses a token refresh. */
export const interruptionKinds = ['reload', 'brake', 'expiry', 'sign-out'] as const

interface Interruption {
  /** `loss` drops a request or response, `rival` submits in a second browser. */
  kind: (typeof interruptionKinds)[number] | 'loss' | 'rival'
  /** Index of the request or question to interrupt. */
  at: number
  /** True if the request is lost instead of the response. */
  isUnsent?: boolean
}

/** Request that a page sent after a submit. */
export interface SentRequest {
  call: string
  body: string
  administration: string | null
  isWrite: boolean
  isAccepted: boolean
  /** Kind of the previous interruption in the same submit. */
  since: Interruption['kind'] | null
}

interface Page {
  options: {
    environment: TestEnvironment
    flags: FlagName[]
    token: () => Promise<string>
    agrees: (key: string, question: DialogContent) => Promise<boolean>
  }
  isGone: () => boolean
  /** Answers a question, unless an interruption closes the page first. */
  answer: (question: DialogContent, about?: string) => Promise<boolean>
}

interface Screen {
  /** Clicks the submit button, and resolves once the page is idle. */
  press: () => Promise<unknown>
  /** Fails if the screen contradicts the records of the sandbox. */
  expectTrue: () => unknown
  isDone: () => boolean
}

export interface Scenario {
  address: string
  prepare: () => Promise<unknown>
  /** Opens the screen, with the restored form unless `isNew`. */
  open: (page: Page, isNew: boolean) => Promise<Screen>
  /** Returns the right answer to a question, according to the sandbox's records. */
  truth: (question: DialogContent, about?: string) => Promise<boolean>
  /** Names and keys that a sign-out must remove from storage. */
  secrets: () => Promise<readonly string[]>
  /** Returns the record that a write changes. */
  subjectOf: (write: SentRequest) => Promise<string>
  /** Fails unless every record exists exactly once and matches the screen. */
  expectOnce: (sent: readonly SentRequest[]) => Promise<unknown>
}

const never = () => new Promise<never>(() => undefined)

const isWrite = ({ method, url }: Request) => method !== 'GET' || url.includes('/import')

const textIn = (storage: Storage) =>
  listKeys(storage, '')
    .map((key) => `${key} ${storage.getItem(key)}`)
    .join('\n')

/** Submits with interruptions and returns all requests and questions. */
async function play(
  scenario: Scenario,
  planned: readonly Interruption[],
  sent: SentRequest[] = [],
): Promise<string[]> {
  const bearer = await sandbox.token('admin@koppelpunt.test')
  const sharedStorage = createMemoryStorage()
  const holders = new Map<string, Page>()
  const events: string[] = []
  const flags: FlagName[] = []
  let tabStorage = createMemoryStorage()
  let ids = 0
  let isPressed = false
  let since: Interruption['kind'] | null = null

  function openPage() {
    const { promise: gone, resolve, reject } = Promise.withResolvers<undefined>()
    let isGone = false
    let isSignedOut = false
    const end = () => {
      isGone = true
      resolve(undefined)
    }
    /** Returns a storage that ignores changes after the page closes. */
    const storageOf = (storage: Storage): Storage =>
      Object.assign(Object.create(storage) as Storage, {
        setItem: (key: string, value: string) => isGone || storage.setItem(key, value),
        removeItem: (key: string) => isGone || storage.removeItem(key),
      })

    async function interrupt(at: number, isUnsent = false): Promise<void> {
      const due = planned.find((each) => each.at === at && (each.isUnsent ?? false) === isUnsent)
      if (due && !isGone && !isSignedOut) {
        since = due.kind
        if (due.kind === 'reload') end()
        if (due.kind === 'brake') flags.push('dry_run')
        if (due.kind === 'rival') await play(scenario, [], sent)
        isSignedOut = due.kind === 'expiry' || due.kind === 'sign-out'
        if (due.kind === 'sign-out') removeUserData(environment)
      }
      if (isGone) await never()
    }

    const environment = createTestEnvironment(scenario.address, {
      tabStorage: storageOf(tabStorage),
      sharedStorage: storageOf(sharedStorage),
      randomId: () => `id-${(ids += 1)}`,
      fetch: async (request, how) => {
        if (!isPressed || !(request instanceof Request)) return fetch(request, how)
        const call = `${request.method} ${new URL(request.url).pathname}`
        const at = events.push(call) - 1
        await interrupt(at, true)
        const entry: SentRequest = {
          ...{ call, since, isWrite: isWrite(request), isAccepted: false },
          body: await request.clone().text(),
          administration: request.headers.get('administration'),
        }
        sent.push(entry)
        const response = await fetch(request, how)
        entry.isAccepted = response.ok && !response.headers.has('idempotency-replayed')
        await interrupt(at)
        if (planned.some((each) => each.at === at && each.kind === 'loss'))
          throw new TypeError('lost')
        return response
      },
      hold: (name) => {
        const holder = holders.get(name)
        if (!holder || holder.isGone()) holders.set(name, page)
        return Promise.resolve(holders.get(name) === page)
      },
    })

    async function answer(question: DialogContent, about?: string): Promise<boolean> {
      const at = events.push(question.message.key) - 1
      try {
        const isAgreed = await scenario.truth(question, about)
        await interrupt(at)
        return isAgreed
      } catch (error) {
        reject(error)
        return never()
      }
    }

    const token = () =>
      isSignedOut ? Promise.reject(new SessionEndedError('refused')) : Promise.resolve(bearer)
    const agrees = (_: string, question: DialogContent) => answer(question)
    const options = { environment, flags, token, agrees }
    const page: Page = { options, isGone: () => isGone, answer }
    return { page, gone, end }
  }

  async function open(isNew: boolean) {
    isPressed = false
    const opened = openPage()
    return { ...opened, screen: await scenario.open(opened.page, isNew) }
  }

  async function press({ screen, page, gone }: Awaited<ReturnType<typeof open>>) {
    const first = sent.length
    since = null
    isPressed = true
    await Promise.race([screen.press(), gone])
    await sandbox.settled()
    if (!page.isGone()) await screen.expectTrue()
    return sent.slice(first)
  }

  let opened = await open(true)
  for (let presses = 0; presses < 2 * planned.length + 2; presses += 1) {
    const wasBraked = flags.length > 0
    const requests = await press(opened)
    const interruption = since as Interruption['kind'] | null
    if (wasBraked) {
      expect(requests.filter((each) => each.isWrite)).toEqual([])
      flags.length = 0
    } else if (interruption === 'brake') await expectBraked(scenario, requests)
    if (interruption === 'expiry' || interruption === 'sign-out') {
      expect(requests.filter((each) => each.since === interruption)).toEqual([])
    }
    if (interruption === 'sign-out') {
      expect(opened.page.options.environment.visited).toEqual([])
      const stored = textIn(tabStorage) + textIn(sharedStorage)
      for (const secret of await scenario.secrets()) expect(stored).not.toContain(secret)
      tabStorage = createMemoryStorage()
    }
    if (opened.screen.isDone()) break
    if (['reload', 'expiry', 'sign-out'].includes(interruption ?? '')) {
      opened.end()
      opened = await open(interruption === 'sign-out')
    }
  }
  expect(opened.screen.isDone()).toBe(true)
  await opened.screen.expectTrue()
  await scenario.expectOnce(sent)
  return events
}

/** Fails if a write after the brake concerns a record without earlier writes. */
async function expectBraked(
  { subjectOf }: Scenario,
  requests: readonly SentRequest[],
): Promise<void> {
  const subjectsOf = (writes: readonly SentRequest[]) => Promise.all(writes.map(subjectOf))
  const writes = requests.filter((each) => each.isWrite)
  const begun = await subjectsOf(writes.filter((each) => each.isAccepted && each.since !== 'brake'))
  const late = await subjectsOf(writes.filter((each) => each.since === 'brake'))
  expect(late.filter((subject) => !begun.includes(subject))).toEqual([])
}

const isQuestion = (event: string) => event.includes(':')

const isRead = (event: string | undefined) =>
  event?.startsWith('GET') === true && !event.endsWith('/import')

/** Expects no duplicates if an interruption happens at any one event. */
export async function expectNoDuplicatesAfterInterruption(
  scenario: Scenario,
  kind: Interruption['kind'],
): Promise<void> {
  await scenario.prepare()
  const events = await play(scenario, [])
  const failures: string[] = []
  for (const [at, event] of events.entries()) {
    if ([at - 1, at, at + 1].every((each) => isRead(events[each]))) continue
    // Two browsers cannot detect each other's simultaneous requests.
    if (kind === 'rival' && !isQuestion(event)) continue
    const isSentWrite = !isRead(event) && !isQuestion(event)
    for (const isUnsent of kind === 'reload' && isSentWrite ? [true, false] : [false]) {
      await scenario.prepare()
      await play(scenario, [{ kind, at, isUnsent }]).catch((error: unknown) => {
        failures.push(`${kind} ${isUnsent ? 'before' : 'after'} ${at} (${event}): ${String(error)}`)
      })
    }
  }
  expect(failures).toEqual([])
}

/** Expects no duplicates in `numRuns` runs with two random interruptions. */
export async function expectNoDuplicatesAfterTwoInterruptions(
  scenario: Scenario,
  { numRuns, events }: { numRuns: number; events: number },
): Promise<void> {
  const kind = fc.constantFrom(...interruptionKinds, 'loss' as const)
  const interruption = fc.oneof(
    fc.record({ kind, at: fc.nat(events) }),
    fc.record({ kind: fc.constant('reload' as const), at: fc.nat(events), isUnsent: fc.boolean() }),
  )
  const property = fc.asyncProperty(interruption, interruption, async (...planned) => {
    await scenario.prepare()
    await play(scenario, planned)
  })
  await fc.assert(property, { seed: 58, numRuns })
}
