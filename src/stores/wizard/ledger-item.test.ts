import { describe, expect } from 'vitest'
import {
  cheese,
  chooseImports,
  couple,
  liquor,
  lookedUp,
  openWizard,
  shop,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { ledgerDefaults, ledgerPurposes } from '../../lib/accounting/snelstart/ledgers.ts'

const oneLedger = '/api/snelstart/journals/grootboeken/{number}'

async function ledgers(place = cheese) {
  const opened = await openWizard({ sandbox, ...place })
  await sandbox.clearRequests()
  return { ...opened, ...opened.setup.ledgers }
}

describe('a number is looked up', () => {
  test('first the defaults of §9; the correction ledger has none', async () => {
    const { setup } = await ledgers()
    expect(
      ledgerPurposes.map((purpose) => [
        setup.ledgers[purpose].purpose,
        setup.ledgers[purpose].$number.get(),
        setup.ledgers[purpose].$state.get().status,
      ]),
    ).toEqual([
      ['cash', '2200', 'missing'],
      ['eft', '2210', 'missing'],
      ['webshop', '2220', 'missing'],
      ['ecr', '2050', 'missing'],
      ['payment_differences', '7980', 'existing'],
      ['cash_differences', '4752', 'existing'],
      ['emballage', '8040', 'existing'],
      ['correction', '', 'empty'],
    ])
  })

  test('with the place that is set up, as the call wants it', async () => {
    const { cash } = await ledgers()
    await cash.choose(' 1000 ')
    expect(await sandbox.requests()).toMatchObject([
      {
        method: 'GET',
        path: '/api/snelstart/journals/grootboeken/1000',
        query: { location: '2008' },
        headers: { administration: '1007' },
      },
    ])
  })

  test('and typing on meanwhile changes nothing about the rest of the form', async () => {
    const { setup, cash } = await ledgers()
    cash.input('1')
    let changes = 0
    const stop = setup.$problems.listen(() => (changes += 1))
    for (const number of ['12', '123', '1234']) cash.input(number)
    stop()
    expect(changes).toBe(0)
    expect(cash.$number.get()).toBe('1234')
  })

  test('that the settings name counts as accepted; another one does not', async () => {
    const { cash } = await ledgers(liquor)
    expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'named' })
    await cash.choose('1000')
    expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'unaccepted' })
    await cash.choose('2200')
    expect(cash.$state.get()).toMatchObject({ status: 'existing', origin: 'named' })
  })

  test.each(['list', '22-00', '..', '22/00?a=b', 'abc', '0', '02200', '2'.repeat(20)])(
    '%s is no number, and is not looked up',
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

test('what could not be looked up cannot be accepted and makes nothing', async () => {
  const { cash } = await ledgers()
  await sandbox.injectFault({ method: 'GET', path: oneLedger, fault: { kind: 'malformed' } })
  await cash.choose('1000')
  cash.accept()
  await cash.create()
  expect(cash.$state.get()).toMatchObject({ status: 'failed' })
  expect(await writesTo(sandbox)).toEqual([])
})

describe('accepting', () => {
  test('settles a ledger that exists, and writes nothing yet', async () => {
    const { emballage, setup } = await ledgers()
    emballage.accept()
    expect(emballage.$state.get()).toMatchObject({ status: 'existing', origin: 'accepted' })
    expect(setup.$problems.get().journals?.map(({ field }) => field)).not.toContain(
      'journals.emballage',
    )
    expect(await sandbox.requests()).toEqual([])
  })

  test('is void for another number; returning to the accepted one restores it', async () => {
    const { emballage } = await ledgers()
    emballage.accept()
    await emballage.choose('1000')
    expect(emballage.$state.get()).toMatchObject({ status: 'existing', origin: 'unaccepted' })
    await emballage.choose('8040')
    expect(emballage.$state.get()).toMatchObject({ status: 'existing', origin: 'accepted' })
  })

  test('means nothing to a ledger that does not exist', async () => {
    const { cash } = await ledgers()
    cash.accept()
    expect(cash.$state.get()).toEqual({ status: 'missing', error: null })
  })

  test('is asked of each purpose by itself', async () => {
    const { emballage, ecr } = await ledgers()
    await ecr.choose('8040')
    emballage.accept()
    expect(ecr.$state.get()).toMatchObject({ status: 'existing', origin: 'unaccepted' })
  })
})

describe('what is still to be done', () => {
  const problemsOf = (problems: readonly { field: string; message: { key: string } }[] = []) =>
    Object.fromEntries(problems.map(({ field, message }) => [field, message.key]))

  test('is said of each of the seven ledgers', async () => {
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
    await lookedUp(setup)
  })

  test('of the correction ledger only where one is typed for open invoices', async () => {
    const { correction, setup } = await ledgers()
    const withOpenInvoices = (isOn: boolean) => chooseImports(setup, { open_invoice_product: isOn })
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

test('all ledgers can be searched in', async () => {
  await couple(sandbox, shop)
  const { setup } = await ledgers(shop)
  expect(setup.allLedgers.$list.get()).toEqual({ status: 'idle' })
  await Promise.all([setup.allLedgers.load(), setup.allLedgers.load()])
  const list = setup.allLedgers.$list.get()
  const { ledgers: rows } = await storedOf(sandbox, shop)
  expect(list.status === 'loaded' && list.items.map(({ number }) => number)).toEqual(
    rows.map(({ nummer }) => nummer).toSorted(),
  )
  expect(await sandbox.requests()).toHaveLength(1)
})

test('what was done survives a reload of the tab', async () => {
  const first = await ledgers()
  first.cash.propose({ description: 'Kas aan de balie' })
  await first.eft.create()
  first.emballage.accept()
  await first.webshop.choose('1000')
  await expect.poll(() => first.environment.pauses).toContain(300)
  const { environment } = first
  const { setup } = await openWizard({ sandbox, ...cheese, environment })
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
