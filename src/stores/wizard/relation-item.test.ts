import { describe, expect } from 'vitest'
import { coupledLocationKey } from '../../../test/samples.ts'
import {
  cheeseShopLocation,
  placeWithoutRelation,
  liquorLocation,
  openWizard,
  readStoredRecords,
  listWizardWrites,
  chooseRelation,
} from '../../../test/open-wizard.ts'
import { waitForDialog } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'

const path = '/api/snelstart/relations'

async function walkIn(place = cheeseShopLocation, header = 'Idempotency-Key') {
  const changes = { randomId: () => crypto.randomUUID() }
  const opened = await openWizard({ ...place, header, changes })
  await sandbox.clearRequests()
  const { relation } = opened.setup
  const input = (code: string) => chooseRelation(opened.setup, code)
  return { ...opened, ...relation, relation, input }
}

const rowsOf = async (code: string, place = cheeseShopLocation) =>
  (await readStoredRecords(place)).relations.filter(({ relatiecode }) => relatiecode === code)

describe('lookup of a relation code', () => {
  test('finds a relation that has only an id and a code', async () => {
    const body = [
      { id: 'b', relatiecode: '2' },
      { id: 'a', relatiecode: '-2' },
    ]
    await sandbox.answer('GET', path, body)
    const { $state } = await walkIn()
    expect($state.get()).toEqual({
      status: 'existing',
      origin: 'existing',
      relation: { id: 'a', code: '-2', name: '', kinds: null },
    })
  })

  test('recognises a created relation by a numeric or string id', async () => {
    const { input, create, retry, $state } = await walkIn()
    await input('-3')
    await sandbox.answer('POST', path, { id: 7 })
    await create()
    const body = { id: '7', relatiecode: '-3' }
    await sandbox.answer('GET', path, body)
    await retry()
    expect($state.get()).toMatchObject({ relation: { id: '7' }, origin: 'created' })
  })

  test.each([
    ['777', { status: 'missing', error: null }, 'wizard:relationStillMissing', 1],
    ['', { status: 'empty' }, 'validation:required', 0],
    ['tien', { status: 'invalid' }, 'wizard:relationInvalid', 0],
    ['1.5', { status: 'invalid' }, 'wizard:relationInvalid', 0],
    ['--2', { status: 'invalid' }, 'wizard:relationInvalid', 0],
  ])('reports the problem of the relation code "%s"', async (typed, state, key, requests) => {
    const { input, $state, setup } = await walkIn()
    await input(typed)
    expect($state.get()).toEqual(state)
    expect(await sandbox.requests()).toHaveLength(requests)
    expect(setup.$problems.get().unknown_relation).toEqual([
      { field: 'unknown_relation.code', label: 'wizard:walkIn', message: { key } },
    ])
  })
})

test('shows and chooses the walk-in relation of the settings at the start', async () => {
  const relation = (await rowsOf('100', liquorLocation))[0]
  const body = { default_no_relation: relation?.id }
  await sandbox.callApi(`PUT /snelstart/keys/${coupledLocationKey}`, { body })
  const { $code, $current, $state } = await walkIn(liquorLocation)
  expect($code.get()).toBe('100')
  expect($current.get()).toMatchObject({ id: relation?.id, code: '100' })
  expect($state.get()).toMatchObject({ status: 'existing', relation: { code: '100' } })
})

test('repeats the first lookup of the walk-in relation after a failure', async () => {
  await sandbox.failNext('GET', `${path}/{id}`)
  const { relation, $state, $current, $code } = await walkIn(liquorLocation)
  expect($state.get()).toMatchObject({ status: 'failed' })
  await relation.retry()
  expect($state.get()).toMatchObject({ status: 'existing', relation: { code: '-2' } })
  expect($current.get()).toMatchObject({ code: '-2' })
  expect($code.get()).toBe('-2')
})

test('creates a missing walk-in relation as a customer with the name Passant', async () => {
  const { relation, $state } = await walkIn(placeWithoutRelation)
  expect($state.get()).toEqual({ status: 'missing', error: null })
  await relation.create()
  expect(await listWizardWrites()).toStrictEqual([
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
  const [row] = await rowsOf('-2', placeWithoutRelation)
  expect($state.get()).toEqual({
    status: 'existing',
    origin: 'created',
    relation: { id: row?.id, code: '-2', name: 'Passant', kinds: ['Klant'] },
  })
})

test('finds a relation that another user created meanwhile', async () => {
  const here = await walkIn(placeWithoutRelation)
  const elsewhere = await walkIn(placeWithoutRelation)
  await elsewhere.relation.create()
  await here.relation.create()
  expect(here.$state.get()).toMatchObject({ status: 'existing', origin: 'existing' })
  expect(await rowsOf('-2', placeWithoutRelation)).toHaveLength(1)
})

test('reports a duplicate relation if the service supports no idempotency keys', async () => {
  const { input, create, portal, $state } = await walkIn(placeWithoutRelation, '')
  await input('4711')
  const passant = { id: 'een', relatiecode: '4711', naam: 'Passant' }
  const others = [
    { ...passant, id: 'twee', relatiecode: 4711 },
    { ...passant, id: 'drie', naam: 'Anders' },
  ]
  const answers = { GET: [passant, ...others], POST: passant }
  for (const method of ['GET', 'POST'] as const) {
    await sandbox.answer(method, path, answers[method])
  }
  const shown = waitForDialog(portal)
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
