import { patternOf, type InjectedFault } from '../sandbox/control/faults.ts'
import type { Message } from '../src/lib/i18n/messages.ts'
import { wizardDraft } from '../src/stores/wizard/draft.ts'
import { createTestEnvironment } from './environment.ts'
import { userAt } from './portal.ts'
import type { SandboxControl } from './sandbox.ts'
import type { liquor } from './open-wizard.ts'
import { onWeb, wizardValues } from './builders.ts'

type Place = typeof liquor

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
}

export interface Fault {
  name: string
  fault: InjectedFault['fault']
  /** What the failure is called where the server's own words are not shown beside it. */
  text: Message
  /** How often a read and a write are sent before they count as failed. */
  reads: number
  writes: number
  /** Whether the portal cannot tell if a write was carried out, and whether it was. */
  isUncertain: boolean
  isCarriedOut: boolean
  /** Whether it may still be under way too, so that a look-up that finds nothing proves nothing. */
  isUnknown: boolean
}

/** What the sandbox says of a status that it only pretends. */
export const serverMessage = 'Fault injected by the sandbox'

const answeredWith: Message = { key: 'failure:messages', parameters: { messages: serverMessage } }
const unreachable: Message = { key: 'failure:unreachable' }
const diverted: Message = { key: 'failure:diverted' }
const certain = { reads: 1, writes: 1, isUncertain: false, isCarriedOut: false, isUnknown: false }
const answered = { ...certain, isUncertain: true }
const uncertain = { ...answered, isUnknown: true }

const faults: readonly Fault[] = [
  { name: '500', fault: { kind: 'status', status: 500 }, text: answeredWith, ...answered },
  {
    name: '401',
    fault: { kind: 'status', status: 401 },
    text: answeredWith,
    ...certain,
    // Once more, with another token.
    reads: 2,
    writes: 2,
  },
  { name: '403', fault: { kind: 'status', status: 403 }, text: answeredWith, ...certain },
  { name: '404', fault: { kind: 'status', status: 404 }, text: answeredWith, ...certain },
  { name: '409', fault: { kind: 'status', status: 409 }, text: answeredWith, ...certain },
  {
    name: 'timeout',
    fault: { kind: 'delay', milliseconds: 300 },
    text: { key: 'failure:timeout' },
    ...uncertain,
    reads: 3,
    isCarriedOut: true,
  },
  {
    name: 'dropped connection',
    fault: { kind: 'drop' },
    text: unreachable,
    ...uncertain,
    reads: 3,
  },
  {
    name: 'malformed JSON',
    fault: { kind: 'malformed' },
    text: { key: 'failure:noUse' },
    ...certain,
  },
  {
    name: 'a redirect',
    fault: { kind: 'status', status: 302, headers: { Location: '/api/serials/serial/list' } },
    text: diverted,
    ...uncertain,
  },
  {
    name: 'committed but answer lost',
    fault: { kind: 'lost' },
    text: unreachable,
    ...uncertain,
    reads: 3,
    isCarriedOut: true,
  },
]

/** To a read these are the same as 500, and as what it cannot read. */
const afterItsWork: readonly Fault[] = [
  {
    name: '500 after its work',
    fault: { kind: 'replaced', status: 500, body: JSON.stringify({ message: serverMessage }) },
    text: answeredWith,
    ...answered,
    isCarriedOut: true,
  },
  {
    name: 'a page after its work',
    fault: { kind: 'replaced', status: 200, body: '<p>OK' },
    text: diverted,
    ...uncertain,
    isCarriedOut: true,
  },
]

/** What else a write is answered with that was carried out. */
const successes = [
  { name: '201', fault: { kind: 'replaced', status: 201 }, isWhole: true },
  { name: '202', fault: { kind: 'replaced', status: 202, body: 'Accepted' }, isWhole: false },
  { name: '204', fault: { kind: 'replaced', status: 204 }, isWhole: false },
  {
    name: 'half an answer',
    fault: { kind: 'replaced', status: 200, body: '{"id"' },
    isWhole: false,
  },
] as const satisfies readonly {
  name: string
  fault: InjectedFault['fault']
  /** Whether everything is there that an answer can tell. */
  isWhole: boolean
}[]

/** The service does not know it, so that nothing can rely on it. */
const header = 'X-Unknown'

/** With an idempotency header, and without: that makes no difference to what is asked or looked up. */
export const headers = [{ header }, { header: '' }] as const

/**
 * The faults that make a difference to a call. Of the refusals that is 403, and each status that
 * means something of its own to it: `told`.
 */
export function faultsOf({ told = [] }: { told?: readonly string[] | undefined }) {
  const isTold = ({ name }: Fault) => !['404', '409'].includes(name) || told.includes(name)
  return faults.filter(isTold)
}

/** Those for a write that fails; without the idempotency header one refusal stands for all. */
export function faultsOfWrite(call: { told?: readonly string[] | undefined }) {
  return headers.flatMap((each) =>
    [...faultsOf(call), ...afterItsWork]
      // A success that cannot be read is no failure of a write: below.
      .filter(({ fault }) => fault.kind !== 'malformed')
      .filter(({ name, isUncertain }) => isUncertain || name === '403' || each.header === header)
      .map((fault) => ({ ...fault, ...each })),
  )
}

/** Each other success of a write (§7), with the idempotency header and without. */
export const successesOfWrite = headers.flatMap((each) =>
  successes.map((success) => ({ ...success, ...each })),
)

/** How long a call that is struck by a timeout is waited for, in milliseconds; well below its delay. */
const patience = 150

/** A web shop without stock, that synchronises. */
export const webValues = wizardValues(onWeb)

/** Ledgers that every administration has. */
const numbers = [
  ['cash', '1000'],
  ['eft', '1300'],
  ['webshop', '1600'],
  ['ecr', '1000'],
  ['payment_differences', '7980'],
  ['cash_differences', '4752'],
  ['emballage', '8040'],
] as const
const proposal = { description: 'Eigen', function: 'Diversen', code: 'Balans', category: '' }

/** Whether a request makes a call. */
const isOf = (call: Call | null, request: unknown) =>
  call !== null &&
  request instanceof Request &&
  request.method === call.method &&
  patternOf(call.path).test(new URL(request.url).pathname)

/** A browser tab at an address, in which faults can strike calls. */
export function faultyTab(sandbox: SandboxControl, address: string) {
  let hurried: Call | null = null
  /** How many of those calls pass before it strikes, and how many it strikes. */
  let [passing, striking] = [0, 0]
  let detained: Call | null = null
  let arrive: () => Promise<unknown> = () => Promise.reject(new Error('Nothing is under way'))
  let limit = new AbortController()
  const environment = createTestEnvironment(address, {
    timeout: () => {
      limit = new AbortController()
      return limit.signal
    },
    // Only the call in question runs out of time, so that a slow machine changes nothing.
    fetch: async (request, init) => {
      const ofCall = limit
      if (isOf(detained, request)) {
        arrive = () => fetch(request)
        ofCall.abort()
        throw ofCall.signal.reason
      }
      if (isOf(hurried, request) && (passing -= 1) < 0 && (striking -= 1) >= 0) {
        setTimeout(() => ofCall.abort(), patience)
      }
      return fetch(request, init)
    },
  })
  return {
    environment,
    /** Does something while a fault strikes a call; so many times, and after so many, where given. */
    struck: async (
      call: Call & Pick<InjectedFault, 'times' | 'after'>,
      { fault }: Pick<Fault, 'fault'>,
      run: () => Promise<unknown>,
    ) => {
      hurried = fault.kind === 'delay' ? call : null
      passing = call.after ?? 0
      striking = call.times ?? Number.POSITIVE_INFINITY
      await sandbox.injectFault({ ...call, fault })
      await run()
      await sandbox.clearFaults()
      hurried = null
    },
    /**
     * Does something while a call is given up before it is at the sandbox. It arrives there when
     * the returned function is called.
     */
    detained: async (call: Call, run: () => Promise<unknown>) => {
      detained = call
      await run()
      detained = null
      return arrive
    },
  }
}

/** A browser tab at the wizard of a place. */
export async function wizardTab(sandbox: SandboxControl, { administration, location }: Place) {
  const tab = faultyTab(
    sandbox,
    `http://localhost:4321/wizard?administration=${administration}&location=${location}`,
  )
  const isOurs = (row: { administration_id: number }) => row.administration_id === administration
  const books = await sandbox.rows('accounting_administrations')
  const book = books.find(isOurs)?.identifier ?? ''
  const ledgers = (await sandbox.rows('ledgers')).filter(isOurs)
  const memory = () =>
    wizardDraft(userAt(tab.environment), { administration, location }, undefined, book)
  return {
    ...tab,
    /** Plays an earlier load of the page: ledgers are accepted, the customer is the one on account. */
    fillIn: () => {
      const { keep, keepLedger } = memory()
      keep({ values: webValues, relationCode: '100' })
      for (const [purpose, number] of numbers) {
        const ledger = ledgers.find(({ nummer }) => nummer === number)
        const { grootboekfunctie = '', rekening_code: code = '' } = ledger ?? {}
        const agreed = { number, function: grootboekfunctie, code, origin: 'accepted' } as const
        keepLedger(purpose, { number, agreed, proposal })
      }
    },
    /** What the tab would still know after a reload. */
    kept: () => memory().read(),
  }
}

/** The writes among the recorded calls, in alphabetical order and without ids. */
export async function writes({ requests }: SandboxControl): Promise<string[]> {
  return (await requests())
    .filter(({ method, path }) => method !== 'GET' || path.endsWith('/import'))
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`)
    .map((call) => call.replace(/(company|keys|paymentledgers|serial)\/[\w-]*\d[\w-]*$/, '$1/{id}'))
    .sort()
}
