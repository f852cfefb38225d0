import { describe, expect } from 'vitest'
import {
  cheese,
  incomplete,
  liquor,
  lookedUp,
  openWizard,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { nextDialog } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'

const path = '/api/snelstart/relations'

async function walkIn(place = cheese, header = 'Idempotency-Key') {
  const changes = { randomId: () => crypto.randomUUID() }
  const opened = await openWizard({ ...place, header, changes })
  await sandbox.clearRequests()
  const { relation } = opened.setup
  const input = async (code: string) => {
    relation.input(code)
    await lookedUp(opened.setup)
  }
  return { ...opened, ...relation, relation, input }
}

const rowsOf = async (code: string, place = cheese) =>
  (await storedOf(place)).relations.filter(({ relatiecode }) => relatiecode === code)

describe('a code is looked up', () => {
  test('first -2, which every administration has', async () => {
    const { $code, $state, $current, setup } = await walkIn()
    const [row] = await rowsOf('-2')
    expect($code.get()).toBe('-2')
    expect($current.get()).toBeNull()
    expect($state.get()).toEqual({
      status: 'existing',
      origin: 'existing',
      relation: { id: row?.id, code: '-2', name: 'Klant onbekend', kinds: ['Klant'] },
    })
    expect(setup.$problems.get().unknown_relation).toEqual([])
  })

  test('among others, with nothing but its id and code', async () => {
    const body = [
      { id: 'b', relatiecode: '2' },
      { id: 'a', relatiecode: '-2' },
    ]
    await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'answer', body } })
    const { $state } = await walkIn()
    expect($state.get()).toEqual({
      status: 'existing',
      origin: 'existing',
      relation: { id: 'a', code: '-2', name: '', kinds: null },
    })
  })

  test('and one that was made here is known again, in whatever form its id comes', async () => {
    const { input, create, retry, $state } = await walkIn()
    await input('-3')
    await sandbox.injectFault({ method: 'POST', path, fault: { kind: 'answer', body: { id: 7 } } })
    await create()
    const body = { id: '7', relatiecode: '-3' }
    await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'answer', body } })
    await retry()
    expect($state.get()).toMatchObject({ relation: { id: '7' }, origin: 'created' })
  })

  test.each([
    ['777', { status: 'missing', error: null }, 'wizard:relationStillMissing', 1],
    ['', { status: 'empty' }, 'validation:required', 0],
    ['tien', { status: 'invalid' }, 'wizard:relationInvalid', 0],
    ['1.5', { status: 'invalid' }, 'wizard:relationInvalid', 0],
    ['--2', { status: 'invalid' }, 'wizard:relationInvalid', 0],
  ])('and "%s" is still to be done', async (typed, state, key, asked) => {
    const { input, $state, setup } = await walkIn()
    await input(typed)
    expect($state.get()).toEqual(state)
    expect(await sandbox.requests()).toHaveLength(asked)
    expect(setup.$problems.get().unknown_relation).toEqual([
      { field: 'unknown_relation.code', label: 'wizard:walkIn', message: { key } },
    ])
  })
})

describe('the relation that unknown customers are booked on today', () => {
  test('is shown, and chosen to begin with', async () => {
    const relation = (await rowsOf('100', liquor))[0]
    const key = '7d1c9a40-0000-4b52-8e11-000000002007'
    const token = await sandbox.token('admin@koppelpunt.test')
    await fetch(`${sandbox.url}/api/snelstart/keys/${key}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ default_no_relation: relation?.id }),
    })
    const { $code, $current, $state } = await walkIn(liquor)
    expect($code.get()).toBe('100')
    expect($current.get()).toMatchObject({ id: relation?.id, code: '100' })
    expect($state.get()).toMatchObject({ status: 'existing', relation: { code: '100' } })
  })

  test('stays shown beside another one that is typed', async () => {
    const { input, $current, $state } = await walkIn(liquor)
    await input('100')
    expect($current.get()).toMatchObject({ code: '-2' })
    expect($state.get()).toMatchObject({ relation: { code: '100' } })
  })
})

test('a look-up that fails while the wizard opens is repeated as it was begun', async () => {
  await sandbox.failNext('GET', `${path}/{id}`)
  const { relation, $state, $current, $code } = await walkIn(liquor)
  expect($state.get()).toMatchObject({ status: 'failed' })
  await relation.retry()
  expect($state.get()).toMatchObject({ status: 'existing', relation: { code: '-2' } })
  expect($current.get()).toMatchObject({ code: '-2' })
  expect($code.get()).toBe('-2')
})

describe('a relation that lacks', () => {
  test('is made as a customer called Passant', async () => {
    const { relation, $state } = await walkIn(incomplete)
    expect($state.get()).toEqual({ status: 'missing', error: null })
    await relation.create()
    expect(await writesTo()).toStrictEqual([
      {
        call: 'POST /snelstart/relations',
        body: { relatiesoort: ['Klant'], relatiecode: '-2', naam: 'Passant' },
      },
    ])
    const [sent] = await sandbox.requests(path)
    expect(sent).toMatchObject({
      query: { location: '2006' },
      headers: { administration: '1005' },
    })
    const [row] = await rowsOf('-2', incomplete)
    expect($state.get()).toEqual({
      status: 'existing',
      origin: 'created',
      relation: { id: row?.id, code: '-2', name: 'Passant', kinds: ['Klant'] },
    })
  })

  test('and that somebody else made meanwhile is looked up again', async () => {
    const here = await walkIn(incomplete)
    const elsewhere = await walkIn(incomplete)
    await elsewhere.relation.create()
    await here.relation.create()
    expect(here.$state.get()).toMatchObject({ status: 'existing', origin: 'existing' })
    expect(await rowsOf('-2', incomplete)).toHaveLength(1)
  })
})

test('a relation of which there are two without the header is told of', async () => {
  const { input, create, portal, $state } = await walkIn(incomplete, '')
  await input('4711')
  const passant = { id: 'een', relatiecode: '4711', naam: 'Passant' }
  const others = [
    { ...passant, id: 'twee', relatiecode: 4711 },
    { ...passant, id: 'drie', naam: 'Anders' },
  ]
  const answers = { GET: [passant, ...others], POST: passant }
  for (const method of ['GET', 'POST'] as const) {
    await sandbox.injectFault({ method, path, fault: { kind: 'answer', body: answers[method] } })
  }
  const shown = nextDialog(portal)
  await create()
  expect((await shown).detail).toEqual({
    key: 'wizard:relationTwice',
    parameters: {
      name: 'Passant',
      code: '4711',
      used: 'een',
      others: 'twee',
      provider: 'Koppelpunt',
    },
  })
  expect($state.get()).toMatchObject({ status: 'existing', origin: 'created' })
})
