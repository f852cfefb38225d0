import { describe, expect } from 'vitest'
import { createTestPortal, examplePerson, testUser } from '../../../test/portal.ts'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import {
  createTestEnvironment,
  fillStorage,
  type TestEnvironment,
} from '../../../test/environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import {
  createProduct,
  listProducts,
  type AccountingProduct,
} from '../../lib/accounting/snelstart/calls.ts'
import type { Call } from '../../lib/api/caller.ts'
import { DryRunStartedError } from '../../lib/api/errors.ts'
import type { FlagName } from '../shell/flags.ts'
import { getGateway } from './gateway.ts'
import type { ExistingRecordQuestion } from './write.ts'

const path = '/api/snelstart/product'
const name = 'product'
const place = { query: { location: 2008 }, headers: { administration: 1007 } }
const request = (title = 'Krat') => ({ ...place, body: { name: title, sku_code: 'KRAT' } })

interface Options {
  environment?: TestEnvironment
  user?: string
  header?: string
  flags?: FlagName[]
  agrees?: boolean
  /** Runs while a question is open. */
  onQuestion?: () => void
  canLookUp?: boolean
  finds?: readonly (readonly AccountingProduct[])[]
  doubt?: (found: AccountingProduct) => ExistingRecordQuestion | null
}

function setUp(options: Options = {}) {
  const { environment = createTestEnvironment(), user = testUser, agrees = true, doubt } = options
  const finds = [...(options.finds ?? [])]
  const portal = createTestPortal({
    configuration: createSandboxConfiguration(sandbox.url, {
      PORTAL_IDEMPOTENCY_HEADER: options.header ?? 'Idempotency-Key',
    }),
    environment,
    person: { ...examplePerson, id: user },
    flags: options.flags ?? [],
    token: () => sandbox.token('admin@koppelpunt.test'),
  })
  const questions: string[] = []
  portal.dialogs.$dialog.listen((dialog) => {
    if (!dialog) return
    const { key, parameters } = dialog.message
    questions.push(key === 'wizard:productPerhapsMade' ? 'sendAgain' : `is it ${parameters?.id}`)
    options.onQuestion?.()
    queueMicrotask(() => dialog.answer(agrees))
  })
  const { write, written } = getGateway(portal)
  const find = async (call: Call) => {
    questions.push('lookUp')
    const played = finds.length > 1 ? finds.shift() : finds[0]
    if (played) return played
    const products = await call(listProducts, place)
    return products.filter(({ sku_code: code }) => code === 'KRAT')
  }
  const make = (title?: string) =>
    write({
      name,
      endpoint: createProduct,
      request: request(title),
      ...(options.canLookUp !== false && { findExisting: find }),
      ...(doubt && { confirmFound: doubt }),
      question: {
        message: { key: 'wizard:productPerhapsMade' },
        detail: { key: 'wizard:productPerhapsMadeHelp' },
      },
    })
  const set = (code: string) =>
    write({ endpoint: createProduct, request: { ...place, body: { name: code, sku_code: code } } })
  return { environment, questions, make, set, written }
}

const rows = async () =>
  (await sandbox.rows('products')).filter(({ sku_code: code }) => code === 'KRAT')
const sent = () => sandbox.requests(path)
const keys = async () => {
  const all = (await sent()).map(({ headers }) => headers['idempotency-key'])
  const distinct = [...new Set(all)]
  return all.map((key) => key && `id-${distinct.indexOf(key) + 1}`)
}

type Failure = 'lost' | 'drop' | number

const succeed = (status: number, body?: string) =>
  sandbox.strikeNext('POST', path, {
    kind: 'replaced',
    status,
    ...(body !== undefined && { body }),
  })

async function failNext(failure: Failure): Promise<void> {
  if (typeof failure === 'string') return sandbox.strikeNext('POST', path, { kind: failure })
  const fault = { kind: 'status', status: failure } as const
  await sandbox.injectFault({ method: 'POST', path, times: failure === 401 ? 2 : 1, fault })
}

async function setUpFailed(failure: Failure, options?: Options) {
  await failNext(failure)
  const there = setUp(options)
  await expect(there.make()).rejects.toThrow(typeof failure === 'number' ? `status ${failure}` : '')
  return there
}

test('returns the stored response of a repeated write, also after a reload', async () => {
  const there = setUp()
  const product = await there.make()
  expect(await there.make()).toEqual(product)
  expect(await there.make('Anders')).toEqual(product)
  expect(await setUp({ environment: there.environment }).make()).toEqual(product)
  expect(await sent()).toHaveLength(1)
})

/** Simulates failed attempts and a successful attempt after a reload. Returns the lookups and questions. */
async function attempts(failures: readonly Failure[], options: Options = {}, last?: string) {
  const there = setUp(options)
  for (const failure of failures) {
    await failNext(failure)
    await expect(there.make()).rejects.toThrow()
  }
  const reloaded = setUp({ ...options, environment: there.environment })
  const created = await reloaded.make(last)
  expect(await rows()).toHaveLength(1)
  return { created, questions: [...there.questions, ...reloaded.questions].join(', ') }
}

test.each<[Failure, string, string, string[]]>([
  ['lost', 'Krat', 'lookUp', ['id-1']],
  ['drop', 'Anders', 'lookUp, sendAgain, lookUp', ['id-1', 'id-2']],
  [500, 'Anders', 'lookUp', ['id-1', 'id-2']],
])(
  'repeats a write after %j with a changed request that creates %s: %s',
  async (failure, name, expected, sentUnder) => {
    const { created, questions } = await attempts([failure], {}, 'Anders')
    expect(created).toMatchObject({ name })
    expect(questions).toBe(expected)
    expect(await keys()).toEqual(sentUnder)
  },
)

const repeated: [Failure[], string][] = [
  [['lost'], 'lookUp'],
  [['drop'], 'lookUp, sendAgain, lookUp'],
  [[408], 'lookUp, sendAgain, lookUp'],
  [[502], 'lookUp, sendAgain, lookUp'],
  [[504], 'lookUp, sendAgain, lookUp'],
  [['drop', 500], 'lookUp, sendAgain, lookUp, lookUp, sendAgain, lookUp'],
  // Responses with these statuses prove that no request is pending, so a lookup is reliable.
  [[500], 'lookUp'],
  [[501], 'lookUp'],
  [[503], 'lookUp'],
  [[500, 422], 'lookUp, lookUp'],
  [[500, 'drop'], 'lookUp, lookUp, sendAgain, lookUp'],
]

describe.each(['Idempotency-Key', 'X-Once', ''])(
  'retry of a write with the header %j',
  (header) => {
    test.each(repeated)(
      'retries a write after the failures %j in these steps: %s',
      async (failures, expected) => {
        const { questions } = await attempts(failures, { header })
        expect(questions).toBe(expected)
        const under = (await sent()).map(({ headers }) => headers[header.toLowerCase()])
        expect(new Set(under).size).toBe(1)
      },
    )
  },
)

describe('write with an unknown outcome', () => {
  test('sends no retry if the user declines, and asks again next time', async () => {
    const there = await setUpFailed('drop', { header: '', agrees: false })
    expect(await there.make()).toBeNull()
    expect(await there.make()).toBeNull()
    expect(there.questions).toEqual(['lookUp', 'sendAgain', 'lookUp', 'sendAgain'])
    expect(await sent()).toHaveLength(1)
  })

  test('after the service refuses a retry with changed values, the outcome of the write stays unknown', async () => {
    const there = await setUpFailed('drop')
    await failNext(422)
    await expect(there.make('Anders')).rejects.toThrow('status 422')
    await there.make('Nog anders')
    const once = ['lookUp', 'sendAgain', 'lookUp']
    expect(there.questions).toEqual([...once, ...once])
  })
})

test.each(['drop', 'lost', 204, 500, 501, 503] as const)(
  'after %j, does not repeat a write that cannot be looked up if the user declines the retry',
  async (failure) => {
    await (typeof failure === 'string' ? failNext(failure) : succeed(failure))
    const there = setUp({ header: '', canLookUp: false, agrees: false })
    await expect(there.make()).rejects.toThrow()
    expect(await there.make()).toBeNull()
    expect(there.questions).toEqual(['sendAgain'])
    expect(await sent()).toHaveLength(1)
  },
)

describe.each(['Idempotency-Key', ''])('completed write with the header %j', (header) => {
  test.each([
    [202, 'Accepted'],
    [204, undefined],
    [200, '{"id": '],
    [200, '{"name": "Krat"}'],
  ])('looks up the record at once if the response is incomplete: %d %s', async (status, body) => {
    await succeed(status, body)
    const there = setUp({ header })
    expect(await there.make()).toMatchObject({ sku_code: 'KRAT' })
    expect(await there.make()).toMatchObject({ sku_code: 'KRAT' })
    expect(there.questions).toEqual(['lookUp'])
    expect(await sent()).toHaveLength(1)
  })

  test('fails if the lookup finds no record and repeats the lookup next time', async () => {
    await sandbox.strikeNext('GET', `${path}/list`, { kind: 'answer', body: [] })
    await succeed(204)
    const there = setUp({ header })
    await expect(there.make()).rejects.toThrow('malformed, id')
    expect(await there.make()).toMatchObject({ sku_code: 'KRAT' })
    expect(await rows()).toHaveLength(1)
  })
})

test.each([400, 401, 409, 422])('forgets a write that was refused with %d', async (status) => {
  const there = await setUpFailed(status)
  expect(there.written.lastBody(name)).toBeNull()
  expect(there.written.isAnswered(name)).toBe(false)
  await there.make('Anders')
  expect((await keys()).at(-1)).toBe('id-2')
  expect(there.questions).toEqual([])
})

test('sends no write if the storage is full', async () => {
  const environment = createTestEnvironment()
  fillStorage(environment.tabStorage)
  await expect(setUp({ environment }).make()).rejects.toThrow('full')
  expect(await sent()).toEqual([])
})

test('repeats a write with the same key if the response cannot be stored', async () => {
  const { make, environment } = setUp()
  fillStorage(environment.tabStorage, (_, value) => value.includes('"answer"'))
  expect(await make()).toMatchObject({ sku_code: 'KRAT' })
  expect(environment.logged).toEqual([`could not be remembered: write:${name}`])
  await make()
  expect(new Set(await keys()).size).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test.each(['make', 'set'] as const)(
  'stops a submit before its first write if dry_run is switched on: %s',
  async (way) => {
    const flags: FlagName[] = []
    const braked = setUp({ flags })
    const begun = setUp({ flags })
    await begun.set('FUST')
    flags.push('dry_run')
    await expect(braked[way]('DOOS')).rejects.toBeInstanceOf(DryRunStartedError)
    expect(braked.written.lastBody(name)).toBeNull()
    await begun[way]('DOOS')
    expect((await sent()).length).toBe(2)
  },
)

test.each([409, 422, 429, 500, 'lost'] as const)(
  'dry_run stops a retried submit unless the failed request may have taken effect: failure %s',
  async (failure) => {
    const flags: FlagName[] = []
    const there = await setUpFailed(failure, { flags })
    flags.push('dry_run')
    if (failure === 'lost' || failure === 500) {
      expect(await there.set('FUST')).toMatchObject({ sku_code: 'FUST' })
      return
    }
    await expect(there.make()).rejects.toBeInstanceOf(DryRunStartedError)
    await expect(there.set('FUST')).rejects.toBeInstanceOf(DryRunStartedError)
    expect(await sent()).toHaveLength(1)
  },
)

test('stops a write if dry_run is switched on while the user answers the question about the write', async () => {
  const { environment } = await setUpFailed('drop', { canLookUp: false })
  const flags: FlagName[] = []
  const onQuestion = () => flags.push('dry_run')
  const there = setUp({ environment, flags, onQuestion, canLookUp: false })
  await expect(there.make()).rejects.toBeInstanceOf(DryRunStartedError)
  expect(there.questions).toEqual(['sendAgain'])
  expect(await rows()).toEqual([])
})

describe('lookup after an answer of the user', () => {
  const [one, other] = [1, 2].map((id) => ({ id, name: 'Krat', sku_code: 'KRAT' })) as [
    AccountingProduct,
    AccountingProduct,
  ]
  const isIt = ({ id }: AccountingProduct): ExistingRecordQuestion => ({
    message: { key: 'boarding:perhapsThisOne', parameters: { name: 'Krat', id: String(id) } },
    detail: { key: 'boarding:perhapsThisOneHelp' },
  })

  async function makeAgainAfter(failure: 'drop' | 500, options: Options) {
    const there = await setUpFailed(failure, { doubt: isIt, ...options })
    return { ...there, product: await there.make() }
  }

  test('if a record appears while the user answers a question, uses the record and does not resend the write', async () => {
    const { product, questions } = await makeAgainAfter('drop', {
      finds: [[], [one]],
      doubt: () => null,
    })
    expect(product).toEqual(one)
    expect(questions).toEqual(['lookUp', 'sendAgain', 'lookUp'])
    expect(await rows()).toEqual([])
  })

  test.each([
    ['same record', [[one], [one]], ['is it 1'], one],
    ['different record', [[one], [other]], ['is it 1', 'is it 2'], other],
    ['same record and a new one', [[one], [one, other]], ['is it 1'], one],
  ])(
    'looks a record up again after the user confirmed it: %s',
    async (_, finds, expected, taken) => {
      const { product, questions } = await makeAgainAfter(500, { finds })
      expect(product).toEqual(taken)
      expect(questions.filter((each) => each !== 'lookUp')).toEqual(expected)
      expect(await rows()).toEqual([])
    },
  )

  test('creates a new record if the confirmed record disappeared meanwhile', async () => {
    const { product, questions } = await makeAgainAfter(500, { finds: [[one], []] })
    expect(questions).toEqual(['lookUp', 'is it 1', 'lookUp'])
    expect(await rows()).toMatchObject([{ id: product?.id }])
  })

  test('asks only once about a record that the user declined', async () => {
    const { questions } = await makeAgainAfter(500, { finds: [[one]], agrees: false })
    expect(questions).toEqual(['lookUp', 'is it 1', 'lookUp'])
    expect(await rows()).toHaveLength(1)
  })

  test.each([true, false])(
    'never uses a record of another customer: user agrees to continue %s',
    async (agrees) => {
      const doubt = (found: AccountingProduct) => ({ ...isIt(found), isOther: true })
      const { product, questions } = await makeAgainAfter(500, { finds: [[one]], agrees, doubt })
      expect(questions).toEqual(['lookUp', 'is it 1', ...(agrees ? ['lookUp'] : [])])
      expect(await rows()).toMatchObject(agrees ? [{ id: product?.id }] : [])
      if (!agrees) expect(product).toBeNull()
    },
  )
})

test('asks before the browser leaves the page only while a write is pending', async () => {
  const guards: string[] = []
  const environment = createTestEnvironment(undefined, {
    fetch: (...sending) => {
      guards.push('sent')
      return fetch(...sending)
    },
    guardLeaving: () => {
      guards.push('guarded')
      return () => guards.push('released')
    },
  })
  await setUpFailed('drop', { environment })
  expect(guards).toEqual(['guarded', 'sent', 'released'])
})

test('sends no write in a dry run and neither uses nor changes the log of real writes', async () => {
  const there = setUp()
  const first = setUp({ environment: there.environment, flags: ['dry_run'] })
  expect(await first.make()).toMatchObject({ id: 'dry-run' })
  expect(there.environment.tabStorage.length).toBe(0)
  expect(await sent()).toEqual([])
  await there.make()
  const dryRun = setUp({ environment: there.environment, flags: ['dry_run'] })
  expect(dryRun.written.isAnswered(name)).toBe(false)
  dryRun.written.forget(name)
  expect(there.written.isAnswered(name)).toBe(true)
})

describe('advice after a failed write', () => {
  test.each([
    ['refused', 422, {}, 'failure:unchanged'],
    ['failed, with a lookup', 500, {}, 'failure:looksFirst'],
    ['lost, with a lookup', 'lost', { header: '' }, 'failure:looksFirst'],
    ['lost, without a lookup', 'lost', { canLookUp: false }, 'failure:asksFirst'],
  ] as const)('shows advice after a write that was %s: %s', async (_, fault, options, safe) => {
    await failNext(fault)
    await expect(setUp(options).make()).rejects.toMatchObject({ trace: { safe } })
  })

  test('shows the advice for the first failure again after a refused retry', async () => {
    const there = await setUpFailed('drop', { header: '', canLookUp: false })
    await failNext(422)
    await expect(there.make()).rejects.toMatchObject({ trace: { safe: 'failure:asksFirst' } })
  })
})
