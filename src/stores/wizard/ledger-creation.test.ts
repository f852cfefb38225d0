import { describe, expect } from 'vitest'
import { cheese, lookedUp, openWizard, storedOf, writesTo } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { LedgerProposal } from '../../lib/domain/ledgers.ts'

const path = '/api/snelstart/journals/grootboeken'

async function ledgers(header = 'Idempotency-Key') {
  // Ids that other browsers do not have.
  const changes = { randomId: () => crypto.randomUUID() }
  const opened = await openWizard({ sandbox, ...cheese, header, changes })
  await sandbox.clearRequests()
  return { ...opened, ...opened.setup.ledgers }
}

/** The ledgers of the administration under a number. */
const rowsOf = async (number: string) =>
  (await storedOf(sandbox, cheese)).ledgers.filter(({ nummer }) => nummer === number)

test('a missing ledger is made from its proposal as it was changed', async () => {
  const { cash } = await ledgers()
  cash.propose({ description: '  Kas aan de balie ', code: 'WinstEnVerlies' })
  cash.propose({ function: 'Diversen', category: 'Overig ' })
  await cash.create()
  expect(await writesTo(sandbox)).toStrictEqual([
    {
      call: 'POST /snelstart/journals/grootboeken',
      body: {
        administration: 1007,
        location: 2008,
        nummer: '2200',
        omschrijving: 'Kas aan de balie',
        functie: 'Diversen',
        rekening_code: 'WinstEnVerlies',
        kostenplaats: false,
        rubriek: 'Overig',
      },
    },
  ])
  expect(cash.$state.get()).toEqual({
    status: 'existing',
    origin: 'created',
    ledger: {
      number: '2200',
      description: 'Kas aan de balie',
      function: 'Diversen',
      code: 'WinstEnVerlies',
      category: 'Overig',
    },
  })
})

test('an answer with the number alone is enough: what was sent is what was made', async () => {
  await sandbox.changeSettings({ minimalAnswers: true })
  const { cash } = await ledgers()
  await cash.create()
  expect(cash.$state.get()).toEqual({
    status: 'existing',
    origin: 'created',
    ledger: {
      number: '2200',
      description: 'Contante betalingen',
      function: 'ContanteBetaling',
      code: 'Balans',
      category: 'Tussenrekeningen',
    },
  })
})

test('a ledger that is found without a description has to be accepted', async () => {
  await sandbox.changeSettings({ minimalAnswers: true })
  const { cash } = await ledgers('')
  await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'lost' } })
  await cash.create()
  await cash.create()
  expect(cash.$state.get()).toEqual({
    status: 'existing',
    origin: 'unaccepted',
    ledger: { number: '2200', description: '', function: '', code: '', category: '' },
  })
})

test('another missing number is made under that number', async () => {
  const { cash } = await ledgers()
  await cash.choose(' 2201 ')
  await cash.create()
  expect(await rowsOf('2201')).toHaveLength(1)
  expect(await rowsOf('2200')).toHaveLength(0)
  await cash.choose('2200')
  expect(cash.$state.get()).toEqual({ status: 'missing', error: null })
  await cash.choose('2201')
  expect(cash.$state.get()).toMatchObject({ origin: 'created' })
})

test.each<[Partial<LedgerProposal>, string]>([
  [
    { description: 'x'.repeat(60) },
    'De omschrijving mag maximaal 50 tekens lang zijn. (60 tekens)',
  ],
  [
    { function: 'DagboekVerkoop' },
    "De grootboekfunctie 'DagboekVerkoop' mag maar één keer voorkomen. (Al in gebruik bij grootboek 1300 Debiteuren)",
  ],
  [{ code: 'Debet' }, "De rekeningcode 'Debet' is onbekend."],
  [{ function: 'Onzin' }, "De grootboekfunctie 'Onzin' is onbekend."],
  [{ description: ' ' }, 'De omschrijving is verplicht.'],
])('%o is refused in the words of the accounting package', async (changes, reason) => {
  const { cash } = await ledgers()
  const before = cash.$proposal.get()
  cash.propose(changes)
  await cash.create()
  const error = { message: { key: 'wizard:ledgerRefused' }, reasons: [reason] }
  expect(cash.$state.get()).toEqual({ status: 'missing', error })
  expect(await rowsOf('2200')).toEqual([])
  cash.propose(before)
  await cash.create()
  expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'created' })
})

test('everything that is wrong is said at once, until another number is typed', async () => {
  const { cash } = await ledgers()
  cash.propose({ description: 'x'.repeat(51), code: 'Debet' })
  await cash.create()
  expect(cash.$state.get()).toMatchObject({
    error: {
      reasons: [
        'De omschrijving mag maximaal 50 tekens lang zijn. (51 tekens)',
        "De rekeningcode 'Debet' is onbekend.",
      ],
    },
  })
  await cash.choose('2201')
  expect(cash.$state.get()).toEqual({ status: 'missing', error: null })
})

test('a failure without reasons says what happened', async () => {
  const { cash } = await ledgers()
  await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'drop' } })
  await cash.create()
  expect(cash.$state.get()).toEqual({
    status: 'missing',
    error: { message: { key: 'failure:unreachable' }, reasons: [] },
  })
})

test('two purposes with one missing number: what one makes, the other finds', async () => {
  const { cash, eft, webshop, setup } = await ledgers()
  await eft.choose('2200')
  await cash.create()
  await lookedUp(setup)
  expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'created' })
  expect(eft.$state.get()).toMatchObject({ status: 'existing', origin: 'unaccepted' })
  expect(webshop.$state.get()).toEqual({ status: 'missing', error: null })
  expect(await writesTo(sandbox)).toHaveLength(1)
})

test('what somebody else made meanwhile is looked up again, and has to be accepted', async () => {
  const here = await ledgers()
  const elsewhere = await ledgers()
  elsewhere.cash.propose({ description: 'Van een ander' })
  await elsewhere.cash.create()
  await here.cash.create()
  expect(here.cash.$state.get()).toMatchObject({
    status: 'existing',
    origin: 'unaccepted',
    ledger: { description: 'Van een ander' },
  })
  here.cash.accept()
  expect(here.cash.$state.get()).toMatchObject({ origin: 'accepted' })
  expect(await rowsOf('2200')).toHaveLength(1)
})

test('what is found after a refusal is not taken for a number that is typed meanwhile', async () => {
  const { cash } = await ledgers()
  const answer = { status: 422, body: '{}' } as const
  await sandbox.injectFault({
    method: 'POST',
    path,
    times: 1,
    fault: { kind: 'replaced', ...answer },
  })
  await sandbox.injectFault({
    method: 'GET',
    path: `${path}/{number}`,
    after: 1,
    times: 1,
    fault: { kind: 'delay', milliseconds: 500 },
  })
  const making = cash.create()
  await expect.poll(() => cash.$state.get().status).toBe('missing')
  await cash.choose('2299')
  await making
  expect(await rowsOf('2200')).toHaveLength(1)
  expect(cash.$number.get()).toBe('2299')
  expect(cash.$state.get()).toEqual({ status: 'missing', error: null })
})

test('pressed twice is made once, and nothing changes meanwhile', async () => {
  const { cash } = await ledgers()
  const making = cash.create()
  expect(cash.$state.get()).toEqual({ status: 'creating' })
  const pressedAgain = cash.create()
  cash.input('9999')
  cash.propose({ description: 'Te laat' })
  await cash.choose('9999')
  await cash.retry()
  await Promise.all([making, pressedAgain])
  expect(cash.$number.get()).toBe('2200')
  expect(cash.$proposal.get().description).toBe('Contante betalingen')
  expect(await writesTo(sandbox)).toHaveLength(1)
  expect(await rowsOf('2200')).toMatchObject([{ omschrijving: 'Contante betalingen' }])
})

test('a ledger that exists is not made', async () => {
  const { emballage } = await ledgers()
  await emballage.create()
  expect(await sandbox.requests()).toEqual([])
})

describe.each([['with', 'Idempotency-Key'] as const, ['without', ''] as const])(
  '%s the idempotency header',
  (_, header) => {
    test.each(['lost', 'drop'] as const)(
      'an answer that is %s makes no second ledger',
      async (kind) => {
        const { cash } = await ledgers(header)
        await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind } })
        await cash.create()
        expect(cash.$state.get()).toMatchObject({
          status: 'missing',
          error: { message: { key: 'failure:unreachable' } },
        })
        await cash.create()
        expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'created' })
        expect(await rowsOf('2200')).toHaveLength(1)
      },
    )

    test('a proposal that changed after a lost answer is not made beside the first', async () => {
      const { cash } = await ledgers(header)
      await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'lost' } })
      await cash.create()
      cash.propose({ description: 'Anders' })
      await cash.create()
      expect(cash.$state.get()).toMatchObject({
        status: 'existing',
        ledger: { description: 'Contante betalingen' },
      })
      expect(await rowsOf('2200')).toHaveLength(1)
    })
  },
)

test('a lost answer is remembered across a reload', async () => {
  const first = await ledgers()
  await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'drop' } })
  await first.cash.create()
  await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'drop' } })
  const second = await openWizard({ sandbox, ...cheese, environment: first.environment })
  await second.setup.ledgers.cash.create()
  await second.setup.ledgers.cash.create()
  const sent = await sandbox.requests(path)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await rowsOf('2200')).toHaveLength(1)
})
