import { describe, expect } from 'vitest'
import {
  changeAnswers,
  placeWithoutRelation,
  liquorLocation,
  openWizard,
  openReadyWizard,
  acceptLedger,
} from '../../../test/open-wizard.ts'
import { changeSettings } from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import { type LedgerPurpose, requiredPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import type { CouplingSetup } from './setup.ts'
import type { LedgerWarning } from '../../lib/accounting/snelstart/suitability.ts'
import { sortBySeverity } from './ledger-views.ts'
import { createLocks } from '../../../test/environment.ts'

const warningsOf = ({ $ledgers }: CouplingSetup): Partial<Record<LedgerPurpose, LedgerWarning>> =>
  Object.fromEntries(
    Object.values($ledgers.get()).flatMap(({ purpose, warning }) =>
      warning ? [[purpose, warning]] : [],
    ),
  )

test('warns about the correction ledger only if a product pays open invoices', async () => {
  const { setup } = await openWizard()
  const warned = () => warningsOf(setup)
  const payWith = (isUsed: boolean) => changeAnswers(setup, { open_invoice_product: isUsed })
  expect(warned()).toEqual({})
  payWith(true)
  await setup.ledgers.correction.choose('2200')
  expect(warned().cash).toMatchObject({ sharedWith: 'wizard:ledgerCorrection' })
  expect(warned().correction).toMatchObject({ sharedWith: 'wizard:ledgerCash' })
  payWith(false)
  expect(warned()).toEqual({})
})

test('warns about a shared ledger number and an unsuitable ledger', async () => {
  const { setup } = await openWizard()
  await setup.ledgers.eft.choose('2200')
  await setup.ledgers.ecr.choose('1300')
  expect(warningsOf(setup)).toEqual({
    cash: { sharedWith: 'wizard:ledgerEft', kind: 'fits', reasons: [] },
    eft: { sharedWith: 'wizard:ledgerCash', kind: 'fits', reasons: [] },
    ecr: {
      sharedWith: null,
      kind: 'doubtful',
      reasons: [
        { key: 'wizard:noDaybook' },
        {
          key: 'wizard:suitableFunctions',
          parameters: { functions: '7 Dagboek memoriaal' },
        },
      ],
    },
  })
})

test.each([
  ['22001', ['wizard:ledgerLength']],
  ['2201', []],
])('asks about a new number only if it has an unusual length: %s', async (number, keys) => {
  const { setup } = await openWizard()
  await setup.ledgers.cash.choose(number)
  const { warning, state } = setup.$ledgers.get().cash
  expect(state.status).toBe('missing')
  expect(warning?.reasons.map(({ key }) => key) ?? []).toEqual(keys)
  // The question is no refusal: the ledger can be created in its row.
  await setup.ledgers.cash.create()
  expect(setup.ledgers.cash.$state.get()).toMatchObject({ origin: 'created' })
})

test('describes an existing or proposed ledger and its problem', async () => {
  const { setup } = await openWizard()
  const view = () => setup.$ledgers.get().cash
  expect(view()).toMatchObject({
    number: '2200',
    ledger: { number: '2200', description: 'Contante betalingen' },
    verdict: { kind: 'fits' },
    problem: { message: { key: 'wizard:stillMissing' } },
  })
  setup.ledgers.cash.propose({ function: 'DagboekBalans' })
  expect(view().warning?.kind).toBe('refused')
  await setup.ledgers.cash.choose(' 1000 ')
  expect(view()).toMatchObject({
    number: '1000',
    ledger: { description: 'Kas' },
    problem: { message: { key: 'wizard:ledgerUnaccepted' } },
  })
  setup.ledgers.cash.accept()
  expect(view()).toMatchObject({ warning: { kind: 'doubtful' }, problem: null })
  await setup.ledgers.cash.choose('')
  expect(view()).toMatchObject({ ledger: null, verdict: null, warning: null })
  expect(setup.$ledgers.get().correction).toMatchObject({ problem: null })
  await setup.ledgers.correction.choose('1300')
  expect(setup.$ledgers.get().correction).toMatchObject({ verdict: null, warning: null })
  expect(setup.$ledgers.get().correction.problem).not.toBeNull()
})

describe('ledger that SnelStart refuses', () => {
  const refused = '2010'
  const otherLedgerProblem = {
    label: 'wizard:purposeEft',
    message: { key: 'wizard:chooseOther', parameters: { number: refused } },
  }

  test('agreement to the plan does not accept a refused ledger', async () => {
    const { setup } = await openWizard()
    const { eft, webshop } = setup.ledgers
    await eft.choose(refused)
    webshop.propose({ function: 'DagboekBalans' })
    const problems = () =>
      (setup.$problems.get().journals ?? []).filter(({ field }) => field.endsWith('eft'))
    expect(problems()).toMatchObject([otherLedgerProblem])
    expect(setup.$ledgers.get()).toMatchObject({
      eft: { warning: { kind: 'refused' }, problem: otherLedgerProblem },
      webshop: { problem: { message: { key: 'wizard:chooseOther' } } },
    })
    await setup.plan.agree()
    expect(await setup.plan.run()).toBe(true)
    expect(problems()).toMatchObject([otherLedgerProblem])
    expect(setup.plan.$plan.get().userTasks).toMatchObject([
      { purpose: 'eft' },
      { purpose: 'webshop' },
    ])
    eft.accept()
    expect(problems()).toEqual([])
  })

  test('asks to accept a refused ledger again if the settings name the ledger', async () => {
    await changeSettings(sandbox, 2007, { default_eft_payment_ledger: refused })
    const { setup } = await openWizard(liquorLocation)
    expect(setup.$problems.get().journals).toMatchObject([otherLedgerProblem])
  })

  test('after a completion with refused ledgers, the final text names only these ledgers', async () => {
    const { setup } = await openReadyWizard({ flags: ['skip_final_redirect'] })
    for (const purpose of ['eft', 'webshop'] as const) {
      await acceptLedger(setup, purpose, refused)
    }
    await setup.submitting.submit()
    expect(setup.submitting.endTexts({ isDryRun: false })).toEqual([
      { key: 'wizard:doneRefused', parameters: { ledgers: '2010 Tussenrekening balans' } },
    ])
  })
})

test('sorts refused ledgers before doubtful ledgers and doubtful ledgers before others', () => {
  const itemOf = (kind: LedgerWarning['kind']) => ({
    warning: { kind, reasons: [], sharedWith: null },
  })
  const fitting = { warning: null, number: '1' }
  const views = [
    fitting,
    itemOf('fits'),
    itemOf('doubtful'),
    { ...fitting, number: '2' },
    itemOf('refused'),
  ]
  expect(sortBySeverity([...views, itemOf('unknown')]).map((view) => view.warning?.kind)).toEqual([
    ...['refused', 'doubtful', 'unknown', 'fits'],
    ...[undefined, undefined],
  ])
})

const path = '/api/snelstart/journals/grootboeken'
const statesOf = ({ ledgers }: CouplingSetup) =>
  requiredPurposes.map((purpose) => {
    const state = ledgers[purpose].$state.get()
    return state.status === 'existing' ? state.origin : state.status
  })
const sent = async () =>
  (await sandbox.requests(path))
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => body as Record<string, unknown>)

function agreedIn({ plan }: CouplingSetup) {
  const { missing, existing } = plan.$plan.get()
  return [missing, existing].map((views) => views.map(({ number }) => number))
}

const done = (
  what: Partial<Record<'created' | 'pretended' | 'found' | 'refused' | 'accepted', number>>,
) => ({
  ...{ creating: 0, created: 0, pretended: 0, found: 0, refused: 0, accepted: 0 },
  ...{ isStarted: true, others: [] },
  ...what,
  total: expect.any(Number) as number,
})

test('blocks the agreement on ledgers while a number is looked up', async () => {
  const { setup } = await openWizard(placeWithoutRelation)
  const { plan: batch, ledgers } = setup
  const { total } = batch.$plan.get()
  const looking = ledgers.cash.choose('1300')
  expect(batch.$plan.get()).toMatchObject({ total, isHeld: true })
  await looking
  expect(batch.$plan.get()).toMatchObject({ total: total - 1, isHeld: false })

  await batch.agree()
  const again = ledgers.eft.choose('2211')
  expect(batch.$batch.get()).toMatchObject({ accepted: 3 })
  await again
  expect(batch.$batch.get()).toEqual(done({ created: 2, accepted: 3 }))
  expect(agreedIn(setup)).toEqual([['2211'], []])
})

test('shows one reason for several failed lookups and retries all lookups together', async () => {
  await sandbox.fail('GET', `${path}/{number}`)
  const { setup } = await openWizard(placeWithoutRelation)
  const { plan: batch, ledgers } = setup
  expect(batch.$sharedFailure.get()).toBe(Reflect.get(ledgers.cash.$state.get(), 'message'))
  expect(batch.$canAgree.get()).toBe(false)
  await sandbox.clearFaults()
  setup.plan.retryFailedLookUps()
  await expect.poll(() => batch.$sharedFailure.get()).toBeNull()
  await expect
    .poll(() => statesOf(setup))
    .toEqual([
      ...['missing', 'missing', 'missing', 'missing'],
      ...['unaccepted', 'unaccepted', 'unaccepted'],
    ])
})

test('reports no shared failure if the lookup of a single ledger fails', async () => {
  const { setup } = await openWizard(placeWithoutRelation)
  const { plan: batch, ledgers } = setup
  await sandbox.failNext('GET', `${path}/1300`)
  await ledgers.cash.choose('1300')
  expect(ledgers.cash.$state.get().status).toBe('failed')
  expect(batch.$sharedFailure.get()).toBeNull()
})

test('lists ledgers with a warning separately and skips them when the user agrees to all ledgers', async () => {
  const { setup } = await openWizard(placeWithoutRelation)
  const { plan: batch, ledgers } = setup
  await ledgers.cash.choose('1300')
  await ledgers.cash_differences.choose('7980')
  expect(agreedIn(setup)).toEqual([['2210', '2220', '2050'], ['8040']])
  await batch.agree()
  expect(batch.$batch.get()).toEqual(done({ created: 3, accepted: 1 }))
  expect(batch.$canAgree.get()).toBe(false)
  expect(batch.$warned.get()).toMatchObject([
    { purpose: 'cash', number: '1300', state: { origin: 'unaccepted' } },
    { purpose: 'payment_differences', number: '7980' },
    { purpose: 'cash_differences', number: '7980' },
  ])
  ledgers.cash.accept()
  expect(batch.$warned.get()).toMatchObject([
    { purpose: 'cash', state: { origin: 'accepted' }, warning: { kind: 'doubtful' } },
    ...[{ purpose: 'payment_differences' }, { purpose: 'cash_differences' }],
  ])
})

test('does not count a created ledger after the user changes its number', async () => {
  const { setup } = await openWizard(placeWithoutRelation)
  const { plan: batch, ledgers } = setup
  ledgers.emballage.accept()
  await batch.agree()
  expect(batch.$batch.get()).toEqual(done({ created: 4, accepted: 3 }))
  setup.exampleDay.input(0, '1')
  expect(batch.$batch.get()).toEqual(done({ created: 4, accepted: 3 }))
  await ledgers.cash.choose('1000')
  expect(batch.$batch.get()).toEqual(done({ created: 3, accepted: 3 }))
  await batch.agree()
  expect(batch.$batch.get()).toEqual(done({ created: 3, accepted: 3 }))
})

test('counts all created and accepted records, including those created one by one and before a reload', async () => {
  const { setup, environment } = await openWizard(placeWithoutRelation)
  const { plan, ledgers, relation } = setup
  await ledgers.cash.create()
  ledgers.emballage.accept()
  await relation.create()
  const others = ['Passant']
  expect(plan.$batch.get()).toMatchObject({ isStarted: false, created: 1, accepted: 1, others })
  await plan.agree()
  expect(plan.$batch.get()).toMatchObject({ isStarted: true, created: 4, accepted: 3, others })

  const again = await openWizard({ ...placeWithoutRelation, environment })
  expect(again.setup.plan.$batch.get()).toMatchObject({ created: 4, accepted: 3, others })
})

test('creates the other ledgers after a refusal and the refused ledger on a retry', async () => {
  const { setup } = await openWizard()
  const { plan: batch } = setup
  await sandbox.failNext('POST', path, 400)
  await batch.agree()
  expect(batch.$batch.get()).toMatchObject({ created: 3, refused: 1 })
  expect(batch.$canAgree.get()).toBe(false)
  const refused = Object.values(setup.ledgers).filter(
    ({ $state }) => $state.get().status === 'missing',
  )
  expect(refused.map(({ $state }) => $state.get())).toMatchObject([
    {
      status: 'missing',
      error: {
        message: { key: 'wizard:ledgerRefused' },
        reasons: [{ lang: 'nl' }],
        isRefusal: true,
      },
    },
  ])

  await Promise.all(refused.map(({ create }) => create()))
  expect(statesOf(setup).filter((state) => state === 'missing')).toEqual([])
})

test('if two purposes share a missing ledger, excludes the ledger from the batch and creates it only once', async () => {
  const { setup } = await openWizard(placeWithoutRelation)
  const { cash, eft } = setup.ledgers
  await eft.choose('2200')
  const { plan: batch } = setup
  expect(agreedIn(setup)[0]).toEqual(['2220', '2050'])
  await batch.agree()
  expect((await sent()).map(({ nummer }) => nummer).toSorted()).toEqual(['2050', '2220'])
  expect([cash, eft].map(({ $state }) => $state.get().status)).toEqual(['missing', 'missing'])

  const proposal = { description: 'Alle betalingen', function: 'ContanteBetaling' }
  eft.propose(proposal)
  await eft.create()
  await cash.create()
  expect(cash.$state.get()).toMatchObject({ origin: 'unaccepted' })
  expect((await sent()).filter(({ nummer }) => nummer === '2200')).toMatchObject([
    { omschrijving: 'Alle betalingen', functie: 'ContanteBetaling' },
  ])
})

const reasonsOf = ({ ledgers }: CouplingSetup) =>
  Object.values(ledgers).flatMap(({ $state }) => {
    const state = $state.get()
    return state.status === 'missing' ? [state.error?.message.key] : []
  })

test('refuses to create ledgers while another tab creates the same ledgers', async () => {
  const page = createLocks()
  const here = (await openWizard({ ...placeWithoutRelation, changes: page() })).setup
  const there = (await openWizard({ ...placeWithoutRelation, changes: page() })).setup
  await sandbox.delay('POST', path, 300)
  const creating = here.plan.agree()
  await expect.poll(sent).toHaveLength(4)
  await there.plan.agree()
  expect(there.plan.$batch.get()).toEqual(done({ refused: 4, accepted: 3 }))
  expect(reasonsOf(there)).toEqual(Array(4).fill('wizard:ledgerOtherTab'))

  await creating
  expect(here.plan.$batch.get()).toMatchObject({ created: 4 })
  await there.plan.agree()
  expect(there.plan.$batch.get()).toEqual(done({ found: 4, accepted: 3 }))
  expect(statesOf(there)).toEqual([
    ...['unaccepted', 'unaccepted', 'unaccepted', 'unaccepted'],
    ...['accepted', 'accepted', 'accepted'],
  ])
  expect(await sent()).toHaveLength(4)
})

test('finds an existing ledger after the service refuses to create the ledger', async () => {
  const { setup } = await openWizard(placeWithoutRelation)
  const { plan: batch } = setup
  const elsewhere = await openWizard({ ...placeWithoutRelation, header: '' })
  await sandbox.injectFault({
    method: 'POST',
    path,
    fault: { kind: 'status', status: 400, body: [{ message: 'Bestaat al' }] },
    after: 1,
  })
  await elsewhere.setup.ledgers.cash.create()
  await sandbox.failNext('GET', `${path}/2200`, 404)
  await batch.agree()
  expect(batch.$batch.get()).toEqual(done({ found: 1, refused: 3, accepted: 3 }))
  expect(setup.ledgers.cash.$state.get()).toMatchObject({ origin: 'unaccepted' })
  expect(reasonsOf(setup)).toEqual(Array(3).fill('wizard:ledgerRefused'))
})

test('counts the ledgers that a dry run pretends to create', async () => {
  const { setup } = await openWizard({ ...placeWithoutRelation, flags: ['dry_run'] })
  const { plan: batch } = setup
  await batch.agree()
  expect(batch.$batch.get()).toEqual(done({ pretended: 4, accepted: 3 }))
  expect(await sent()).toEqual([])
})
