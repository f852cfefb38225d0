import { describe, expect } from 'vitest'
import { createTestPortal, testPerson, testUser } from '../../../test/portal.ts'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createProduct, listProducts, type Product } from '../../lib/accounting/snelstart/calls.ts'
import type { Call } from '../../lib/api/caller.ts'
import { Braked } from '../../lib/api/errors.ts'
import type { FlagName } from '../shell/flags.ts'
import { gatewayOf } from './gateway.ts'
import { createMemoryStorage } from '../../lib/environment.ts'
import type { FoundQuestion } from './write.ts'

const path = '/api/snelstart/product'
const name = 'product'
const of = { query: { location: 2008 }, headers: { administration: 1007 } }
const request = (title = 'Krat') => ({ ...of, body: { name: title, sku_code: 'KRAT' } })

interface Options {
  environment?: TestEnvironment
  user?: string
  header?: string
  flags?: FlagName[]
  agrees?: boolean
  canLookUp?: boolean
  /** What each look-up finds instead of what is there; the last one also from then on. */
  finds?: readonly (readonly Product[])[]
  doubt?: (found: Product) => FoundQuestion | null
}

/** Makes the product of the sandbox, once. */
function setUp(options: Options = {}) {
  const { environment = createTestEnvironment(), user = testUser, agrees = true, doubt } = options
  const finds = [...(options.finds ?? [])]
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url, {
      PORTAL_IDEMPOTENCY_HEADER: options.header ?? 'Idempotency-Key',
    }),
    environment,
    person: { ...testPerson, id: user },
    flags: options.flags ?? [],
    token: () => sandbox.token('admin@koppelpunt.test'),
  })
  const asked: string[] = []
  portal.dialogs.$dialog.listen((dialog) => {
    if (!dialog) return
    const { key, parameters } = dialog.message
    asked.push(key === 'wizard:productPerhapsMade' ? 'sendAgain' : `is it ${parameters?.id}`)
    queueMicrotask(() => dialog.answer(agrees))
  })
  const { write, written } = gatewayOf(portal)
  const find = async (call: Call) => {
    asked.push('lookUp')
    const played = finds.length > 1 ? finds.shift() : finds[0]
    if (played) return played
    const products = await call(listProducts, of)
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
  /** Makes another one, by a write without a name. */
  const set = (code: string) =>
    write({ endpoint: createProduct, request: { ...of, body: { name: code, sku_code: code } } })
  return { environment, asked, make, set, written }
}

const rows = async () =>
  (await sandbox.rows('products')).filter(({ sku_code: code }) => code === 'KRAT')
const sent = () => sandbox.requests(path)
/** Of each request the number of its key, in the order in which they were first sent. */
const keys = async () => {
  const all = (await sent()).map(({ headers }) => headers['idempotency-key'])
  const known = [...new Set(all)]
  return all.map((key) => key && `id-${known.indexOf(key) + 1}`)
}

const strike = (kind: 'lost' | 'drop') => sandbox.strikeNext('POST', path, { kind })
const answer = (status: number, body?: string) =>
  sandbox.strikeNext('POST', path, {
    kind: 'replaced',
    status,
    ...(body !== undefined && { body }),
  })
const refuse = (status: number, times = 1) =>
  sandbox.injectFault({ method: 'POST', path, times, fault: { kind: 'status', status } })

test('a write that succeeded is answered from memory, also for another request and after a reload', async () => {
  const there = setUp()
  const product = await there.make()
  expect(await there.make()).toEqual(product)
  expect(await there.make('Anders')).toEqual(product)
  expect(await setUp({ environment: there.environment }).make()).toEqual(product)
  expect(await sent()).toHaveLength(1)
})

type Attempt = 'lost' | 'drop' | number

/** Attempts whose answer gets lost, that are dropped or refused with a status; then one that succeeds. */
async function attempts(failures: readonly Attempt[], options: Options = {}, last?: string) {
  const there = setUp(options)
  for (const failure of failures) {
    if (typeof failure === 'string') await strike(failure)
    // A refused token is tried once more with another one.
    else await refuse(failure, failure === 401 ? 2 : 1)
    await expect(there.make()).rejects.toThrow()
  }
  const reloaded = setUp({ ...options, environment: there.environment })
  const made = await reloaded.make(last)
  expect(await rows()).toHaveLength(1)
  return { made, asked: [...there.asked, ...reloaded.asked] }
}

test.each<[Attempt, string, string[], string[]]>([
  ['lost', 'Krat', ['lookUp'], ['id-1']],
  ['drop', 'Anders', ['lookUp', 'sendAgain', 'lookUp'], ['id-1', 'id-2']],
  [500, 'Anders', ['lookUp'], ['id-1', 'id-2']],
])('after %j another request results in %s: %j', async (failure, name, expected, sentUnder) => {
  const { made, asked } = await attempts([failure], {}, 'Anders')
  expect(made).toMatchObject({ name })
  expect(asked).toEqual(expected)
  expect(await keys()).toEqual(sentUnder)
})

const repeated: [Attempt[], string[]][] = [
  [['lost'], ['lookUp']],
  [['drop'], ['lookUp', 'sendAgain', 'lookUp']],
  [[408], ['lookUp', 'sendAgain', 'lookUp']],
  [[502], ['lookUp', 'sendAgain', 'lookUp']],
  [[504], ['lookUp', 'sendAgain', 'lookUp']],
  [
    ['drop', 500],
    ['lookUp', 'sendAgain', 'lookUp', 'lookUp', 'sendAgain', 'lookUp'],
  ],
  // What answered with a failure is over: it is there, or it is not.
  [[500], ['lookUp']],
  [[501], ['lookUp']],
  [[503], ['lookUp']],
  [
    [500, 422],
    ['lookUp', 'lookUp'],
  ],
  [
    [500, 'drop'],
    ['lookUp', 'lookUp', 'sendAgain', 'lookUp'],
  ],
]

// The service knows one of these headers, and not the other.
describe.each(['Idempotency-Key', 'X-Once', ''])('repeating a write with the header %j', (header) => {
  test.each(repeated)('after %j looks up and asks %j', async (failures, expected) => {
    const { asked } = await attempts(failures, { header })
    expect(asked).toEqual(expected)
    const under = (await sent()).map(({ headers }) => headers[header.toLowerCase()])
    expect(new Set(under).size).toBe(1)
  })
})

describe('a write with an unknown outcome', () => {
  test('is not sent again if the user declines, and stays open', async () => {
    await strike('drop')
    const there = setUp({ header: '', agrees: false })
    await expect(there.make()).rejects.toThrow()
    expect(await there.make()).toBeNull()
    expect(await there.make()).toBeNull()
    expect(there.asked).toEqual(['lookUp', 'sendAgain', 'lookUp', 'sendAgain'])
    expect(await sent()).toHaveLength(1)
  })

  test('stays open if a changed repetition is refused', async () => {
    const there = setUp()
    await strike('drop')
    await expect(there.make()).rejects.toThrow()
    await refuse(422)
    await expect(there.make('Anders')).rejects.toThrow('status 422')
    await there.make('Nog anders')
    const once = ['lookUp', 'sendAgain', 'lookUp']
    expect(there.asked).toEqual([...once, ...once])
  })

  test('is not sent again if the look-up fails', async () => {
    await strike('drop')
    const there = setUp({ header: '' })
    await expect(there.make()).rejects.toThrow()
    await sandbox.failNext('GET', `${path}/list`)
    await expect(there.make()).rejects.toThrow('status 500')
    expect(await sent()).toHaveLength(1)
  })
})

test('a failed write that had done its work is found', async () => {
  await refuse(500)
  const there = setUp({ header: '' })
  await expect(there.make()).rejects.toThrow('status 500')
  // A namesake of the same code plays what the failed call left.
  const left = await setUp({ user: 'user-2', header: '' }).make()
  expect(await there.make()).toEqual(left)
  expect(there.asked).toEqual(['lookUp'])
  expect(await rows()).toHaveLength(1)
})

test.each(['drop', 'lost', 204, 500, 501, 503] as const)(
  'after %j a write without a look-up is not sent again if the user declines',
  async (failure) => {
    if (typeof failure === 'string') await strike(failure)
    else await answer(failure)
    const there = setUp({ header: '', canLookUp: false, agrees: false })
    await expect(there.make()).rejects.toThrow()
    expect(await there.make()).toBeNull()
    expect(there.asked).toEqual(['sendAgain'])
    expect(await sent()).toHaveLength(1)
  },
)

describe.each(['Idempotency-Key', ''])('a write that was carried out, header %j', (header) => {
  test('accepts another success status than 200', async () => {
    await answer(201)
    const there = setUp({ header })
    expect(await there.make()).toMatchObject({ sku_code: 'KRAT' })
    expect(there.asked).toEqual([])
  })

  test.each([
    [202, 'Accepted'],
    [204, undefined],
    [200, '{"id": '],
    [200, '{"name": "Krat"}'],
  ])('is looked up at once if the response is incomplete: %d %s', async (status, body) => {
    await answer(status, body)
    const there = setUp({ header })
    expect(await there.make()).toMatchObject({ sku_code: 'KRAT' })
    expect(await there.make()).toMatchObject({ sku_code: 'KRAT' })
    expect(there.asked).toEqual(['lookUp'])
    expect(await sent()).toHaveLength(1)
  })

  test('fails if it is not found yet, and is looked up again next time', async () => {
    await sandbox.strikeNext('GET', `${path}/list`, { kind: 'answer', body: [] })
    await answer(204)
    const there = setUp({ header })
    await expect(there.make()).rejects.toThrow('malformed, id')
    expect(await there.make()).toMatchObject({ sku_code: 'KRAT' })
    expect(await rows()).toHaveLength(1)
  })
})

test.each([400, 401, 409, 422])(
  'a write that was refused with %d is forgotten',
  async (status) => {
    await refuse(status, status === 401 ? 2 : 1)
    const there = setUp()
    await expect(there.make()).rejects.toThrow(`status ${status}`)
    expect(there.written.lastBody(name)).toBeNull()
    expect(there.written.isAnswered(name)).toBe(false)
    await there.make('Anders')
    expect((await keys()).at(-1)).toBe('id-2')
    expect(there.asked).toEqual([])
  },
)

test('a write is not sent if the storage is full', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const environment = createTestEnvironment(undefined, {
    tabStorage: Object.assign(createMemoryStorage(), { setItem: full }),
  })
  await expect(setUp({ environment }).make()).rejects.toThrow('full')
  expect(await sent()).toEqual([])
})

test('a write whose response cannot be stored is repeated with the same key', async () => {
  const tabStorage = createMemoryStorage()
  const setItem = tabStorage.setItem.bind(tabStorage)
  tabStorage.setItem = (key, value) => {
    if (value.includes('"answer"')) throw new DOMException('full', 'QuotaExceededError')
    setItem(key, value)
  }
  const { make, environment } = setUp({
    environment: createTestEnvironment(undefined, { tabStorage }),
  })
  expect(await make()).toMatchObject({ sku_code: 'KRAT' })
  expect(environment.logged).toEqual([`could not be remembered: write:${name}`])
  await make()
  expect(new Set(await keys()).size).toBe(1)
  expect(await rows()).toHaveLength(1)
})

test.each(['make', 'set'] as const)(
  'the brake stops the first write of a submit and no later one: %s',
  async (way) => {
    const flags: FlagName[] = []
    const braked = setUp({ flags })
    const begun = setUp({ flags })
    await begun.set('FUST')
    flags.push('dry_run')
    await expect(braked[way]('DOOS')).rejects.toBeInstanceOf(Braked)
    expect(braked.written.lastBody(name)).toBeNull()
    await begun[way]('DOOS')
    expect((await sent()).length).toBe(2)
  },
)

test.each([409, 422, 429, 500, 'lost'] as const)(
  'the brake stops a submit whose writes were all refused, and no other: %s',
  async (failure) => {
    const flags: FlagName[] = []
    const there = setUp({ flags })
    if (failure === 'lost') await strike(failure)
    else await refuse(failure)
    await expect(there.make()).rejects.toThrow()
    flags.push('dry_run')
    if (failure === 'lost' || failure === 500) {
      expect(await there.set('FUST')).toMatchObject({ sku_code: 'FUST' })
      return
    }
    await expect(there.make()).rejects.toBeInstanceOf(Braked)
    await expect(there.set('FUST')).rejects.toBeInstanceOf(Braked)
    expect(await sent()).toHaveLength(1)
  },
)

describe('the look-up after an answer of the user', () => {
  const [one, other] = [1, 2].map((id) => ({ id, name: 'Krat', sku_code: 'KRAT' })) as [
    Product,
    Product,
  ]
  const isIt = ({ id }: Product): FoundQuestion => ({
    message: { key: 'boarding:perhapsThisOne', parameters: { name: 'Krat', id: String(id) } },
    detail: { key: 'boarding:perhapsThisOneHelp' },
  })

  /** Has an attempt fail, and makes it again while look-ups find what is given. */
  async function madeAgain(failure: 'drop' | 500, options: Options) {
    const there = setUp({ doubt: isIt, ...options })
    if (failure === 'drop') await strike(failure)
    else await refuse(failure)
    await expect(there.make()).rejects.toThrow()
    return { ...there, product: await there.make() }
  }

  test('takes a record that appeared meanwhile instead of sending again', async () => {
    const { product, asked } = await madeAgain('drop', {
      finds: [[], [one]],
      doubt: () => null,
    })
    expect(product).toEqual(one)
    expect(asked).toEqual(['lookUp', 'sendAgain', 'lookUp'])
    expect(await rows()).toEqual([])
  })

  test.each([
    ['is taken', [[one], [one]], ['is it 1'], one],
    ['is asked about if it is another one', [[one], [other]], ['is it 1', 'is it 2'], other],
    ['is taken beside one that appeared', [[one], [one, other]], ['is it 1'], one],
  ])('the found record %s', async (_, finds, questions, taken) => {
    const { product, asked } = await madeAgain(500, { finds })
    expect(product).toEqual(taken)
    expect(asked.filter((each) => each !== 'lookUp')).toEqual(questions)
    expect(await rows()).toEqual([])
  })

  test('does not use a record that disappeared meanwhile', async () => {
    const { product, asked } = await madeAgain(500, { finds: [[one], []] })
    expect(asked).toEqual(['lookUp', 'is it 1', 'lookUp'])
    expect(await rows()).toMatchObject([{ id: product?.id }])
  })

  test('asks about a declined record once', async () => {
    const { asked } = await madeAgain(500, { finds: [[one]], agrees: false })
    expect(asked).toEqual(['lookUp', 'is it 1', 'lookUp'])
    expect(await rows()).toHaveLength(1)
  })

  test.each([true, false])('never takes the record of somebody else, agreed %s', async (agrees) => {
    const doubt = (found: Product) => ({ ...isIt(found), isOther: true })
    const { product, asked } = await madeAgain(500, { finds: [[one]], agrees, doubt })
    expect(asked).toEqual(['lookUp', 'is it 1', ...(agrees ? ['lookUp'] : [])])
    expect(await rows()).toMatchObject(agrees ? [{ id: product?.id }] : [])
    if (!agrees) expect(product).toBeNull()
  })
})

test('the browser asks before leaving only while the write is pending', async () => {
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
  await strike('drop')
  const there = setUp({ environment })
  await expect(there.make()).rejects.toThrow()
  expect(guards).toEqual(['guarded', 'sent', 'released'])
})

test('a dry run remembers and sends nothing', async () => {
  const there = setUp({ flags: ['dry_run'] })
  expect(await there.make()).toMatchObject({ id: 'dry-run' })
  expect(there.environment.tabStorage.length).toBe(0)
  expect(await sent()).toEqual([])
})

describe('the text about what is safe after a failure', () => {
  const lost = 'lost'
  test.each([
    ['refused', 422, {}, 'failure:unchanged'],
    ['failed, with a look-up', 500, {}, 'failure:looksFirst'],
    ['lost, with a look-up', lost, { header: '' }, 'failure:looksFirst'],
    ['lost, without a look-up', lost, { canLookUp: false }, 'failure:asksFirst'],
  ] as const)('%s: %s', async (_, fault, options, safe) => {
    if (fault === lost) await strike(fault)
    else await refuse(fault)
    await expect(setUp(options).make()).rejects.toMatchObject({ trace: { safe } })
  })

  test('ignores the refusal of a repetition', async () => {
    const there = setUp({ header: '', canLookUp: false })
    await strike('drop')
    await expect(there.make()).rejects.toThrow('unreachable')
    await refuse(422)
    await expect(there.make()).rejects.toMatchObject({ trace: { safe: 'failure:asksFirst' } })
  })
})
