import { expect } from 'vitest'
import refusals from '../../lib/i18n/messages/nl/later/refusals.json' with { type: 'json' }
import { cheese, lookedUp, openWizard, storedOf, writesTo } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'

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

test('everything that is wrong is said at once, in plain words where its code is known', async () => {
  const { cash } = await ledgers()
  const before = cash.$proposal.get()
  cash.propose({ description: 'x'.repeat(51), code: 'Debet' })
  await cash.create()
  expect(cash.$state.get()).toMatchObject({
    status: 'missing',
    error: {
      message: {
        key: 'wizard:ledgerRefused',
        trace: {
          originals: 'De omschrijving mag maximaal 50 tekens lang zijn. (51 tekens) (BOE-0088)',
        },
      },
      reasons: [
        { text: refusals['BOE-0088'] },
        { text: "De rekeningcode 'Debet' is onbekend.", lang: 'nl' },
      ],
      isRefusal: true,
    },
  })
  expect(await rowsOf('2200')).toEqual([])
  await cash.choose('2201')
  expect(cash.$state.get()).toEqual({ status: 'missing', error: null })
  await cash.choose('2200')
  cash.propose(before)
  await cash.create()
  expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'created' })
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

test('that the service is asked too much is no refusal of a ledger', async () => {
  const headers = { 'Retry-After': '90' }
  const fault = { kind: 'status', status: 429, body: { message: 'Te druk' }, headers } as const
  await sandbox.injectFault({ method: 'POST', path, fault })
  const { cash } = await ledgers()
  await cash.create()
  expect(cash.$state.get()).toMatchObject({
    status: 'missing',
    error: {
      reasons: [{ text: 'Te druk' }],
      isRefusal: false,
      message: { help: 'failure:waitUntil' },
    },
  })
})

test('what is found after a refusal is not taken for a number that is typed meanwhile', async () => {
  const { cash } = await ledgers()
  const answer = { kind: 'replaced', status: 422, body: '{}' } as const
  await sandbox.injectFault({ method: 'POST', path, times: 1, fault: answer })
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

test.each(['Idempotency-Key', ''])(
  'header "%s": a proposal that changed after a lost answer is not made beside the first',
  async (header) => {
    const { cash } = await ledgers(header)
    await sandbox.injectFault({ method: 'POST', path, times: 1, fault: { kind: 'lost' } })
    await cash.create()
    cash.propose({ description: 'Anders' })
    await cash.create()
    // It might be somebody else's.
    expect(cash.$state.get()).toMatchObject({
      status: 'existing',
      origin: 'unaccepted',
      ledger: { description: 'Contante betalingen' },
    })
    expect(await rowsOf('2200')).toHaveLength(1)
  },
)
