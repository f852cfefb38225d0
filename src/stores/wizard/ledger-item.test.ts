import { describe, expect } from 'vitest'
import {
  cheeseShopLocation,
  changeAnswers,
  liquorLocation,
  waitForLookups,
  openWizard,
  readStoredRecords,
  listWizardWrites,
} from '../../../test/open-wizard.ts'
import { prepareAnswerChange } from '../../../test/open-check.ts'
import { sandbox, test } from '../../../test/test.ts'
import { ledgerDefaults } from '../../lib/accounting/snelstart/ledgers.ts'
import refusals from '../../lib/i18n/messages/nl/refusals.json' with { type: 'json' }

const path = '/api/snelstart/journals/grootboeken'

async function ledgers(place = cheeseShopLocation, header = 'Idempotency-Key') {
  const changes = { randomId: () => crypto.randomUUID() }
  const opened = await openWizard({ ...place, header, changes })
  await sandbox.clearRequests()
  return { ...opened, ...opened.setup.ledgers }
}

describe('ledger lookup', () => {
  test('does not report problems again while the user types', async () => {
    const { setup, cash } = await ledgers()
    cash.input('1')
    let changes = 0
    const stop = setup.$problems.listen(() => (changes += 1))
    for (const number of ['12', '123', '1234']) cash.input(number)
    stop()
    expect(changes).toBe(0)
    expect(cash.$number.get()).toBe('1234')
  })

  test('treats a ledger number as accepted only if the stored settings contain it', async () => {
    const { cash } = await ledgers(liquorLocation)
    expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'named' })
    await cash.choose('1000')
    expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'unaccepted' })
    await cash.choose('2200')
    expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'named' })
  })

  test('recognises a ledger number of the settings with spaces around it', async () => {
    const alter = await prepareAnswerChange(sandbox, '/api/snelstart/company', liquorLocation)
    await alter((settings: object) => ({ ...settings, default_cash_payment_ledger: '2200 ' }))
    const { cash, setup } = await ledgers(liquorLocation)
    expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'named' })
    const row = setup.$summary.get().find(({ label }) => label === 'wizard:ledgerCash')
    expect(row?.now?.isChanged).toBe(false)
  })

  test.each(['list', '22-00', '..', '22/00?a=b', 'abc', '0', '02200', '2'.repeat(20)])(
    'rejects the number %s without a lookup',
    async (typed) => {
      const { cash, setup } = await ledgers()
      await cash.choose(typed)
      expect(cash.$state.get()).toEqual({ status: 'invalid' })
      expect(await sandbox.requests()).toEqual([])
      expect(setup.$problems.get().journals?.[0]).toEqual({
        field: 'journals.cash',
        label: 'wizard:ledgerCash',
        message: { key: 'wizard:ledgerInvalid' },
      })
    },
  )
})

test('offers to create a ledger that the settings name but SnelStart does not have', async () => {
  const before = await readStoredRecords(liquorLocation)
  await sandbox.strikeNext('GET', '/api/snelstart/company', {
    kind: 'answer',
    body: {
      ...before.settings[0]?.settings,
      snelstart_administratie_identifier: before.identifier,
      default_cash_register: '2051',
      api_key: { id: before.keys[0]?.id, default_no_relation: 'gone' },
    },
  })
  const { setup } = await openWizard(liquorLocation)
  expect(setup.ledgers.ecr.$number.get()).toBe('2051')
  expect(setup.ledgers.ecr.$state.get()).toEqual({ status: 'missing', error: null })
  expect(setup.relation.$current.get()).toBeNull()
  expect(setup.relation.$state.get()).toMatchObject({
    status: 'existing',
    relation: { code: '-2' },
  })
})

test('keeps the acceptance of a ledger only for the accepted number', async () => {
  const { emballage } = await ledgers()
  emballage.accept()
  await emballage.choose('1000')
  expect(emballage.$state.get()).toMatchObject({ status: 'existing', origin: 'unaccepted' })
  await emballage.choose('8040')
  expect(emballage.$state.get()).toMatchObject({ status: 'existing', origin: 'accepted' })
})

describe('problems of ledgers', () => {
  const problemsOf = (problems: readonly { field: string; message: { key: string } }[] = []) =>
    Object.fromEntries(problems.map(({ field, message }) => [field, message.key]))

  test('reports the problem of each of the seven required ledgers', async () => {
    const { cash, eft, webshop, setup } = await ledgers()
    cash.input('')
    const making = eft.create()
    void webshop.choose('1000')
    expect(problemsOf(setup.$problems.get().journals)).toEqual({
      'journals.cash': 'validation:required',
      'journals.eft': 'wizard:stillChecking',
      'journals.webshop': 'wizard:stillChecking',
      'journals.ecr': 'wizard:stillMissing',
      'journals.payment_differences': 'wizard:ledgerUnaccepted',
      'journals.cash_differences': 'wizard:ledgerUnaccepted',
      'journals.emballage': 'wizard:ledgerUnaccepted',
    })
    await making
    await waitForLookups(setup)
  })

  test('requires an accepted correction ledger only if open invoices are used and a ledger number is typed', async () => {
    const { correction, setup } = await ledgers()
    const withOpenInvoices = (isOn: boolean) => changeAnswers(setup, { open_invoice_product: isOn })
    withOpenInvoices(true)
    expect(setup.$problems.get().import_and_sync).toEqual([])
    await correction.choose('1300')
    expect(problemsOf(setup.$problems.get().import_and_sync)).toEqual({
      'journals.correction': 'wizard:ledgerUnaccepted',
    })
    withOpenInvoices(false)
    expect(setup.$problems.get().import_and_sync).toEqual([])
  })
})

test('restores proposed, accepted and created ledgers after a reload', async () => {
  const first = await ledgers()
  first.cash.propose({ description: 'Kas aan de balie' })
  await first.eft.create()
  first.emballage.accept()
  await first.webshop.choose('1000')
  const { environment } = first
  const { setup } = await openWizard({ environment })
  expect(setup.ledgers.cash.$proposal.get()).toEqual({
    ...ledgerDefaults.cash.proposal,
    description: 'Kas aan de balie',
  })
  expect(setup.ledgers.eft.$state.get()).toMatchObject({ origin: 'created' })
  expect(setup.ledgers.emballage.$state.get()).toMatchObject({ origin: 'accepted' })
  expect(setup.ledgers.webshop.$number.get()).toBe('1000')
  expect(setup.ledgers.webshop.$state.get()).toMatchObject({ origin: 'unaccepted' })
  expect(setup.ledgers.ecr.$state.get()).toEqual({ status: 'missing', error: null })
})

const rowsOf = async (number: string) =>
  (await readStoredRecords()).ledgers.filter(({ nummer }) => nummer === number)

test('creates a missing ledger from its changed proposal', async () => {
  const { cash } = await ledgers()
  cash.propose({ description: '  Kas aan de balie ', code: 'WinstEnVerlies' })
  cash.propose({ function: 'Diversen', category: 'Overig ' })
  await cash.create()
  expect(await listWizardWrites()).toStrictEqual([
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

test('shows all reasons of a refusal, with plain text for known codes', async () => {
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

test('does not treat status 429 as a refusal of the ledger', async () => {
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

test('ignores a late lookup after a refused creation if the user has typed a different number meanwhile', async () => {
  const { cash } = await ledgers()
  const answer = { kind: 'replaced', status: 422, body: '{}' } as const
  await sandbox.strikeNext('POST', path, answer)
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

test('creates a ledger once after two clicks and blocks changes meanwhile', async () => {
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
  expect(await listWizardWrites()).toHaveLength(1)
  expect(await rowsOf('2200')).toMatchObject([{ omschrijving: 'Contante betalingen' }])
})

test('sends no request to create an existing ledger', async () => {
  const { emballage } = await ledgers()
  await emballage.create()
  expect(await sandbox.requests()).toEqual([])
})

test.each(['Idempotency-Key', ''])(
  'creates no second ledger if the proposal changes after a lost response: idempotency header "%s"',
  async (header) => {
    const { cash } = await ledgers(cheeseShopLocation, header)
    await sandbox.strikeNext('POST', path, { kind: 'lost' })
    await cash.create()
    cash.propose({ description: 'Anders' })
    await cash.create()
    expect(cash.$state.get()).toMatchObject({
      status: 'existing',
      origin: 'unaccepted',
      ledger: { description: 'Contante betalingen' },
    })
    expect(await rowsOf('2200')).toHaveLength(1)
  },
)

test.each([
  { grootboekfunctie: 120 },
  { grootboekfunctie: 'Betaalwijze (contant)' },
  { omschrijving: 'Contante betalingen  ', nummer: '2200 ', rekening_code: 'BALANS' },
])('recognises a created ledger that SnelStart spells differently: %j', async (spelling) => {
  const { cash } = await ledgers()
  await cash.create()
  const [row] = await rowsOf('2200')
  await sandbox.answer('GET', `${path}/2200`, { ...row, ...spelling })
  await cash.verify()
  expect(cash.$state.get()).toMatchObject({ origin: 'created', ledger: { number: '2200' } })
})
