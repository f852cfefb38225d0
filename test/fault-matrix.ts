import { createPathPattern, type InjectedFault } from '../sandbox/control/faults.ts'
import type { Message } from '../src/lib/i18n/messages.ts'
import { listKeys } from '../src/lib/remembered.ts'
import { openWizardDraft } from '../src/stores/wizard/draft.ts'
import { createTestEnvironment } from './environment.ts'
import { createOwner } from './portal.ts'
import type { SandboxControl } from './sandbox.ts'
import type { liquorLocation } from './open-wizard.ts'
import { webApplicationValues, wizardValues } from './builders.ts'

type Place = typeof liquorLocation

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  path: string
}

export interface Fault {
  name: string
  fault: InjectedFault['fault']
  /** Expected error message, unless the screen shows the server's message. */
  text: Message
  /** Expected number of requests of a read, including retries. */
  reads: number
  /** Expected number of requests of a write, including retries. */
  writes: number
  /** True if the portal cannot know the outcome of the call. */
  isUncertain: boolean
  /** True if the service carried out the call. */
  isCarriedOut: boolean
  /** True if the write may still be pending. */
  isUnknown: boolean
}

/** Error message in the responses to injected faults. */
export const serverMessage = 'Fault injected by the sandbox'

const answeredWith: Message = { key: 'failure:messages', parameters: { messages: serverMessage } }
const unreachable: Message = { key: 'failure:unreachable' }
const diverted: Message = { key: 'failure:diverted' }
const certain = { reads: 1, writes: 1, isUncertain: false, isCarriedOut: false, isUnknown: false }
const answered = { ...certain, isUncertain: true }
const uncertain = { ...answered, isUnknown: true }

const withStatus = (status: number, outcome: typeof certain): Fault => ({
  name: String(status),
  fault: { kind: 'status', status },
  text: answeredWith,
  ...outcome,
})
const faults: readonly Fault[] = [
  withStatus(500, answered),
  withStatus(401, { ...certain, reads: 2, writes: 2 }),
  ...[403, 404, 409].map((status) => withStatus(status, certain)),
  {
    name: 'timeout',
    fault: { kind: 'delay', milliseconds: 300 },
    text: { key: 'failure:timeout' },
    ...{ ...uncertain, reads: 3, isCarriedOut: true },
  },
  {
    ...uncertain,
    name: 'dropped connection',
    fault: { kind: 'drop' },
    text: unreachable,
    reads: 3,
  },
  {
    ...certain,
    name: 'malformed JSON',
    fault: { kind: 'malformed' },
    text: { key: 'failure:noUse' },
  },
  {
    name: 'a redirect',
    fault: { kind: 'status', status: 302, headers: { Location: '/api/serials/serial/list' } },
    ...{ text: diverted, ...uncertain },
  },
  {
    name: 'committed but answer lost',
    fault: { kind: 'lost' },
    text: unreachable,
    ...{ ...uncertain, reads: 3, isCarriedOut: true },
  },
]

/** Reads handle these faults like status 500. */
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

/** Variants of successful write responses: other statuses and incomplete bodies. */
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
  /** True if the response is complete. */
  isWhole: boolean
}[]

/** Idempotency header that the sandbox ignores, so repeated writes create duplicates. */
const header = 'X-Unknown'

/** Configurations with and without an idempotency header. */
export const idempotencyHeaderVariants = [{ header }, { header: '' }] as const

/** Returns a call's faults, including 404 and 409 only if in `meanings`. */
export function listFaults({ meanings = [] }: { meanings?: readonly string[] | undefined }) {
  const isTold = ({ name }: Fault) => !['404', '409'].includes(name) || meanings.includes(name)
  return faults.filter(isTold)
}

/** Returns a write's faults, and includes most refusals only with an idempotency header. */
export function listWriteFaults(call: { meanings?: readonly string[] | undefined }) {
  return idempotencyHeaderVariants.flatMap((each) =>
    [...listFaults(call), ...afterItsWork]
      .filter(({ fault }) => fault.kind !== 'malformed')
      .filter(({ name, isUncertain }) => isUncertain || name === '403' || each.header === header)
      .map((fault) => ({ ...fault, ...each })),
  )
}

/** Successful write responses with other statuses or incomplete bodies (§7). */
export const successfulWriteResponses = idempotencyHeaderVariants.flatMap((each) =>
  successes.map((success) => ({ ...success, ...each })),
)

/** Timeout of a delayed call in milliseconds, well below its delay. */
const patience = 150

export const webWizardValues = wizardValues(webApplicationValues)

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

const isCallOf = (call: Call | null, request: unknown) =>
  call !== null &&
  request instanceof Request &&
  request.method === call.method &&
  createPathPattern(call.path).test(new URL(request.url).pathname)

/** Opens a browser tab whose calls can be made to fail. */
export function openFaultyTab(sandbox: SandboxControl, address: string) {
  let hurried: Call | null = null
  /** Number of calls to let pass, and of the following calls to delay. */
  let [passing, striking] = [0, 0]
  let detained: Call | null = null
  let arrive: () => Promise<unknown> = () => Promise.reject(new Error('Nothing is under way'))
  let limit = new AbortController()
  const environment = createTestEnvironment(address, {
    timeout: () => {
      limit = new AbortController()
      return limit.signal
    },
    // A slow machine could exceed the timeouts of unrelated calls.
    fetch: async (request, init) => {
      const ofCall = limit
      if (isCallOf(detained, request)) {
        arrive = () => fetch(request)
        ofCall.abort()
        throw ofCall.signal.reason
      }
      if (isCallOf(hurried, request) && (passing -= 1) < 0 && (striking -= 1) >= 0) {
        setTimeout(() => ofCall.abort(), patience)
      }
      return fetch(request, init)
    },
  })
  return {
    environment,
    /** Makes a call fail during `run`, limited by `after` and `times`. */
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
    /** Aborts a call, and returns a function that sends it later. */
    detained: async (call: Call, run: () => Promise<unknown>) => {
      detained = call
      await run()
      detained = null
      return arrive
    },
  }
}

export async function openWizardTab(sandbox: SandboxControl, { administration, location }: Place) {
  const tab = openFaultyTab(
    sandbox,
    `http://localhost:4321/wizard?administration=${administration}&location=${location}`,
  )
  const isOurs = (row: { administration_id: number }) => row.administration_id === administration
  const books = await sandbox.rows('accounting_administrations')
  const book = books.find(isOurs)?.identifier ?? ''
  const ledgers = (await sandbox.rows('ledgers')).filter(isOurs)
  const memory = () =>
    openWizardDraft(createOwner(tab.environment), { administration, location }, undefined, book)
  return {
    ...tab,
    /** Fills the draft with accepted ledgers and a selected relation. */
    fillIn: async () => {
      const { keep, keepLedger } = await memory()
      keep({ values: webWizardValues, relationCode: '100' })
      for (const [purpose, number] of numbers) {
        const ledger = ledgers.find(({ nummer }) => nummer === number)
        const { grootboekfunctie = '', rekening_code: code = '' } = ledger ?? {}
        const agreed = { number, function: grootboekfunctie, code, origin: 'accepted' } as const
        keepLedger(purpose, { number, agreed, proposal })
      }
    },
    /** Returns the stored draft that the wizard restores after a reload. */
    input: () => {
      const { sharedStorage } = tab.environment
      const [key = ''] = listKeys(sharedStorage, 'koppelpunt:kept:wizard:')
      return (JSON.parse(sharedStorage.getItem(key) ?? '{}') as { value?: object }).value ?? {}
    },
  }
}

/** Returns the recorded writes, sorted and without ids. */
export async function listSentWrites({ requests }: SandboxControl): Promise<string[]> {
  return (await requests())
    .filter(({ method, path }) => method !== 'GET' || path.endsWith('/import'))
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path.slice('/api'.length)}`)
    .map((call) => call.replace(/(company|keys|paymentledgers|serial)\/[\w-]*\d[\w-]*$/, '$1/{id}'))
    .sort()
}
