import { describe, expect } from 'vitest'
import { placeWithoutRelation, waitForLookups, openWizard } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { CouplingSetup } from './setup.ts'

const ledgersPath = '/api/snelstart/journals/grootboeken'
const relationsPath = '/api/snelstart/relations'

const createdRecords = async () =>
  (await sandbox.requests())
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/api/snelstart/'))
    .map(({ body }) => body as Record<string, unknown>)
    .map(({ nummer, relatiecode }) => nummer ?? relatiecode)
    .toSorted()

function planOf({ plan }: CouplingSetup) {
  const { missing, existing, relation, userTasks } = plan.$plan.get()
  return {
    create: missing.map(({ number }) => number),
    accept: existing.map(({ number }) => number),
    relation: relation?.status ?? null,
    userTasks: userTasks.map((task) => [
      task.step === 'journals' ? task.purpose : task.step,
      task.state.status,
    ]),
  }
}

const nothing = { create: [], accept: [], relation: 'existing', userTasks: [] }

describe('plan of the wizard', () => {
  test('plans to create missing records and to accept existing ledgers', async () => {
    const { setup } = await openWizard(placeWithoutRelation)
    expect(planOf(setup)).toEqual({
      create: ['2200', '2210', '2220', '2050'],
      accept: ['7980', '4752', '8040'],
      relation: 'missing',
      userTasks: [],
    })
  })

  const tasks: [string, (setup: CouplingSetup) => unknown, string[][]][] = [
    [
      'a ledger with an unusual function',
      ({ ledgers }) => ledgers.cash.choose('1300'),
      [['cash', 'existing']],
    ],
    [
      'a missing ledger that two purposes share',
      ({ ledgers }) => ledgers.eft.choose('2200'),
      [
        ['cash', 'missing'],
        ['eft', 'missing'],
      ],
    ],
    [
      'an existing ledger that two purposes share',
      ({ ledgers }) => ledgers.cash_differences.choose('7980'),
      [
        ['payment_differences', 'existing'],
        ['cash_differences', 'existing'],
      ],
    ],
    [
      'a proposal with a function that refuses bookings',
      ({ ledgers }) => ledgers.cash.propose({ function: 'DagboekMemoriaal' }),
      [['cash', 'missing']],
    ],
    [
      'an inactive ledger',
      async ({ ledgers }) => {
        const body = { nummer: '8040', grootboekfunctie: 'VerkopenOmzetOnbelastVerlegd' }
        await sandbox.answer('GET', `${ledgersPath}/8040`, { ...body, nonactief: true })
        await ledgers.emballage.retry()
      },
      [['emballage', 'existing']],
    ],
    ['a ledger without a number', ({ ledgers }) => ledgers.ecr.choose(''), [['ecr', 'empty']]],
    [
      'a ledger with an invalid number',
      ({ ledgers }) => ledgers.ecr.choose('07'),
      [['ecr', 'invalid']],
    ],
    [
      'a missing relation code',
      ({ relation }) => relation.input(''),
      [['unknown_relation', 'empty']],
    ],
  ]
  test.each(tasks)('does not create or accept %s automatically', async (_, change, own) => {
    const { setup } = await openWizard(placeWithoutRelation)
    await change(setup)
    await waitForLookups(setup)
    const plan = planOf(setup)
    expect(plan.userTasks).toEqual(own)
    expect(await setup.plan.run()).toBe(true)
    expect(planOf(setup).userTasks).toEqual(own)
    expect((await createdRecords()).length).toBe(plan.create.length + (plan.relation ? 1 : 0))
  })

  test('asks the user to choose another relation if the found one is not a customer', async () => {
    const { setup } = await openWizard(placeWithoutRelation)
    const supplier = (await sandbox.rows('relations')).find(
      (row) =>
        row.administration_id === placeWithoutRelation.administration &&
        !String(row.relatiesoort).includes('Klant'),
    )
    setup.relation.input(String(supplier?.relatiecode))
    await expect.poll(() => planOf(setup).userTasks).toEqual([['unknown_relation', 'existing']])
    expect(planOf(setup).relation).toBeNull()
  })

  test('lists failed lookups as tasks of the user until a retry succeeds', async () => {
    await sandbox.failNext('GET', `${ledgersPath}/2200`, 500)
    await sandbox.failNext('GET', relationsPath, 500)
    const { setup } = await openWizard(placeWithoutRelation)
    expect(planOf(setup)).toMatchObject({
      create: ['2210', '2220', '2050'],
      relation: null,
      userTasks: [
        ['cash', 'failed'],
        ['unknown_relation', 'failed'],
      ],
    })
    setup.plan.retryFailedLookUps()
    expect(planOf(setup).userTasks).toEqual([])
    await waitForLookups(setup)
    expect(planOf(setup)).toMatchObject({ create: ['2200', '2210', '2220', '2050'], userTasks: [] })
  })
})

describe('execution of the plan', () => {
  test('creates and accepts everything in the plan', async () => {
    const { setup } = await openWizard(placeWithoutRelation)
    const { create } = planOf(setup)
    const running = setup.plan.run()
    expect(planOf(setup)).toMatchObject({ create })
    expect(await running).toBe(true)
    expect(planOf(setup)).toEqual(nothing)
    expect(setup.$problems.get()).toMatchObject({ journals: [], unknown_relation: [] })
    expect(await createdRecords()).toEqual(['-2', '2050', '2200', '2210', '2220'])
  })

  test('creates no duplicate records if the user starts the creation twice', async () => {
    const { setup } = await openWizard(placeWithoutRelation)
    expect(await Promise.all([setup.plan.run(), setup.plan.run()])).toEqual([true, false])
    expect(await setup.plan.run()).toBe(true)
    expect(await createdRecords()).toHaveLength(5)
  })

  test('shows the failed records of a setup and creates these on a retry', async () => {
    const { setup } = await openWizard(placeWithoutRelation)
    await sandbox.failNext('POST', ledgersPath, 503)
    await sandbox.failNext('POST', relationsPath, 503)
    expect(await setup.plan.run()).toBe(false)
    expect(planOf(setup)).toMatchObject({ accept: [], relation: 'missing', userTasks: [] })
    const { missing, relation } = setup.plan.$plan.get()
    expect(missing).toMatchObject([{ error: { message: { key: expect.any(String) as string } } }])
    expect(relation).toMatchObject({ error: { message: { key: expect.any(String) as string } } })
    expect(await setup.plan.run()).toBe(true)
    expect(planOf(setup)).toEqual(nothing)
    expect(await createdRecords()).toHaveLength(5 + 2)
    expect(await sandbox.rows('ledgers')).toHaveLength(
      new Set(
        (await sandbox.rows('ledgers')).map((row) => `${row.administration_id} ${row.nummer}`),
      ).size,
    )
  })

  test('asks the user to correct a refused ledger and shows the reasons', async () => {
    const { setup } = await openWizard(placeWithoutRelation)
    setup.ledgers.cash.propose({ description: 'o'.repeat(51) })
    expect(await setup.plan.run()).toBe(false)
    expect(planOf(setup)).toEqual({ ...nothing, userTasks: [['cash', 'missing']] })
    const [task] = setup.plan.$plan.get().userTasks
    expect(task?.state).toMatchObject({
      error: { reasons: [{ text: expect.stringContaining('50 tekens') as string }] },
    })
    const before = await createdRecords()
    expect(await setup.plan.run()).toBe(true)
    expect(await createdRecords()).toEqual(before)
  })

  test('does not accept a ledger that another user created meanwhile', async () => {
    const { setup } = await openWizard(placeWithoutRelation)
    const elsewhere = await openWizard({ ...placeWithoutRelation, header: '' })
    elsewhere.setup.ledgers.cash.propose({ description: 'Andermans rekening' })
    await elsewhere.setup.ledgers.cash.create()
    expect(await setup.plan.run()).toBe(false)
    expect(planOf(setup)).toEqual({ ...nothing, accept: ['2200'] })
    expect(await setup.plan.run()).toBe(true)
    expect(planOf(setup)).toEqual(nothing)
  })
})
