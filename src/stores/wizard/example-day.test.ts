import { expect } from 'vitest'
import {
  openWizard,
  openReadyWizard,
  shownReport,
  listWizardWrites,
} from '../../../test/open-wizard.ts'
import { test } from '../../../test/test.ts'
import type { ExampleBookings } from './example-day.ts'

const landings = ({ rows }: ExampleBookings) =>
  rows.map(({ label, cents, number }) => [label.replace('wizard:', ''), cents, number])

const ledgersIn = ({ rows }: ExampleBookings) => rows.map(({ ledger }) => ledger)

const typedIn = ({ rows }: ExampleBookings) => rows.flatMap(({ typed }) => typed ?? [])

test('shows the bookings of the example day for ledgers that are missing or created', async () => {
  const { setup } = await openWizard()
  const { $day } = setup.exampleDay
  expect(landings($day.get())).toEqual([
    ['purposeEcr', null, '2050'],
    ['purposeCash', 40_000, '2200'],
    ['purposeEft', 120_000, '2210'],
    ['purposeWebshop', 30_000, '2220'],
    ['dayDeposit', 4000, '8040'],
    ['dayPaymentDifference', 100, '7980'],
    ['dayCashDifference', 200, '7980'],
  ])
  expect($day.get().total).toBe(190_000)
  setup.exampleDay.input(0, '0,50')
  expect($day.get().total).toBe(150_050)
  setup.exampleDay.input(0, '400')
  expect(ledgersIn($day.get())).toEqual(['ecr', '2200', '2210', '2220', '8040', '7980', '7980'])
  expect($day.get().rows[1]).toMatchObject({ lack: { key: 'wizard:notCreated' } })
  await setup.ledgers.cash.create()
  expect($day.get().rows[1]).toMatchObject({ number: '2200', code: 'Balans', lack: null })
  await setup.ledgers.ecr.choose('2200')
  expect(ledgersIn($day.get()).slice(0, 2)).toEqual(['ecr', '2200'])
})

test('shows the submitted ledgers in the example day and adds the day to the report', async () => {
  const { setup } = await openReadyWizard({ application: 'desktop', usesStock: true })
  setup.exampleDay.input(0, '1.234,56')
  const { rows, orders } = setup.exampleDay.$day.get()
  await setup.submitting.submit()
  const sent = (await listWizardWrites()).find(({ call }) => call.includes('/snelstart/company/'))
  expect(rows.map(({ number }) => number)).toEqual(
    [
      'default_cash_register',
      'default_cash_payment_ledger',
      'default_eft_payment_ledger',
      'default_webshop_payment_ledger',
      'default_emballage_ledger',
      'cash_gap_ledger',
      'default_cash_difference_ledger',
    ].map((setting) => (sent?.body as Record<string, unknown>)[setting]),
  )
  const { day } = shownReport(setup)
  expect(day?.rows[1]).toMatchObject({
    label: 'wizard:purposeCash',
    cents: 123_456,
    number: '2200',
    description: 'Contante betalingen',
    code: 'Balans',
  })
  expect(day?.orders).toEqual(orders)
  expect(orders).toEqual({
    register: 'Kassa-order (inclusief btw)',
    account: 'Order op rekening (exclusief btw)',
  })
})

test('updates the example day when the form changes', async () => {
  const { setup } = await openWizard()
  const { $day } = setup.exampleDay
  expect($day.get().orders).toBeNull()
  setup.keep({ ...setup.$values.get(), application: 'desktop', use_stock: true })
  expect($day.get().orders).toEqual({ register: null, account: null })
  await setup.ledgers.cash.choose('1000')
  expect(landings($day.get())[1]).toEqual(['purposeCash', 40_000, '1000'])
})

test('leaves an invalid amount out of the total and names the amount', async () => {
  const { setup } = await openWizard()
  const { input, $day } = setup.exampleDay
  input(0, '12')
  input(0, '12x')
  expect(typedIn($day.get()).slice(0, 2)).toEqual([
    { text: '12x', cents: null, problem: { key: 'wizard:amountMalformed' } },
    { text: '1200', cents: 120_000, problem: null },
  ])
  expect($day.get()).toMatchObject({ total: 150_000, leftOut: ['wizard:purposeCash'] })
  expect($day.get().rows[1]?.cents).toBe('invalid')
  input(4, 'x')
  expect($day.get().leftOut).toEqual(['wizard:purposeCash'])
  input(0, '')
  expect(typedIn($day.get())[0]?.problem).toBeNull()
  expect($day.get().rows[1]?.cents).toBe(0)
})

test('accepts negative deposits and differences, but no negative payments', async () => {
  const { setup } = await openWizard()
  const { input, $day } = setup.exampleDay
  for (const index of typedIn($day.get()).keys()) input(index, '-1')
  const isNegative = { key: 'wizard:amountNegative' }
  expect(typedIn($day.get()).map(({ problem }) => problem)).toEqual([
    ...[isNegative, isNegative, isNegative],
    ...[null, null, null],
  ])
})

test('after a reload, restores the amounts of the example day without a notice about a draft', async () => {
  const { setup, environment } = await openWizard()
  setup.exampleDay.input(1, '99,95')
  setup.exampleDay.input(2, 'veel')
  const again = await openWizard({ environment })
  const { $day } = again.setup.exampleDay
  expect(typedIn($day.get()).slice(0, 3)).toMatchObject([
    { text: '400' },
    { text: '99,95' },
    { text: 'veel', problem: { key: 'wizard:amountMalformed' } },
  ])
  expect(
    $day
      .get()
      .rows.map(({ cents }) => cents)
      .slice(1, 4),
  ).toEqual([40_000, 9995, 'invalid'])
  expect(again.setup.$isRestored.get()).toBe(false)
})

test('marks an unsuitable ledger of the example day and keeps its number', async () => {
  const { setup } = await openWizard()
  await setup.ledgers.emballage.choose('1300')
  expect(setup.exampleDay.$day.get().rows[4]).toMatchObject({ number: '1300', verdict: 'doubtful' })
})
