import { expect } from 'vitest'
import { cheese, readyWizard, storedOf, writesTo } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'

const ok = { status: 'ok' }
const paymentLedgersPath = '/api/accounting/paymentledgers'
const refused = { kind: 'status', status: 422, body: { message: 'Nu even niet.' } } as const

const ready = (header = 'Idempotency-Key') => readyWizard({ sandbox, ...cheese, header })

const record = {
  administration_id: 1007,
  location_id: 2008,
  cash_ledger: '2200',
  eft_ledger: '2210',
  webshop_ledger: '2220',
  type: 'SNELSTART',
}
const paymentWrites = async () =>
  (await writesTo(sandbox)).filter(({ call }) => call.includes('paymentledgers'))

test.each([204, 404])('payment ledgers are made where there are none (%d)', async (status) => {
  const { setup } = await ready()
  // 204 is what the sandbox itself answers.
  if (status === 404) {
    const fault = { kind: 'status', status } as const
    await sandbox.injectFault({ method: 'GET', path: paymentLedgersPath, fault })
  }
  await setup.submitting.submit()
  const [asked] = await sandbox.requests(paymentLedgersPath)
  expect(asked).toMatchObject({
    status,
    headers: { administration: '1007', location: '2008' },
  })
  expect(await paymentWrites()).toStrictEqual([
    { call: 'POST /accounting/paymentledgers', body: record },
  ])
})

test('payment ledgers are updated by their id where there are some, the first of them', async () => {
  const { setup } = await ready()
  const body = [
    { ...record, id: 'a b', cash_ledger: null },
    { ...record, id: 7 },
  ]
  await sandbox.injectFault({
    method: 'GET',
    path: paymentLedgersPath,
    fault: { kind: 'answer', body },
  })
  await setup.submitting.submit()
  const sent = (await sandbox.requests()).find(({ method }) => method === 'PUT')
  expect(sent?.headers).toMatchObject({ administration: '1007' })
  expect(await paymentWrites()).toStrictEqual([
    { call: 'PUT /accounting/paymentledgers/a b', body: { ...record, id: 'a b' } },
  ])
})

test.each([{}, { id: null }, { id: '' }])(
  'payment ledgers without an id are not updated (%o), and their line says so',
  async (id) => {
    const { setup } = await ready()
    const fault = { kind: 'answer', body: [{ ...record, ...id }] } as const
    await sandbox.injectFault({ method: 'GET', path: paymentLedgersPath, fault })
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get()).toEqual({
      settings: ok,
      payment_ledgers: { status: 'error', message: { key: 'wizard:paymentLedgerId' } },
      key: ok,
    })
    expect(await paymentWrites()).toEqual([])
  },
)

test('a record that comes bare is updated', async () => {
  const { setup } = await ready()
  const fault = { kind: 'answer', body: { id: 7 } } as const
  await sandbox.injectFault({ method: 'GET', path: paymentLedgersPath, fault })
  await setup.submitting.submit()
  expect(await paymentWrites()).toMatchObject([{ call: 'PUT /accounting/paymentledgers/7' }])
})

test.each([[null], [[]], [{}], [{ id: null }]])(
  'payment ledgers are made, whatever is answered (%j)',
  async (body) => {
    const { setup } = await ready()
    const fault = { kind: 'answer', body } as const
    await sandbox.injectFault({ method: 'POST', path: paymentLedgersPath, fault })
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get()).toEqual({ settings: ok, payment_ledgers: ok, key: ok })
  },
)

test('payment ledgers with id 0 are updated', async () => {
  const { setup } = await ready()
  const fault = { kind: 'answer', body: [{ ...record, id: 0 }] } as const
  await sandbox.injectFault({ method: 'GET', path: paymentLedgersPath, fault })
  await setup.submitting.submit()
  expect(await paymentWrites()).toMatchObject([{ call: 'PUT /accounting/paymentledgers/0' }])
})

test('payment ledgers that cannot be looked up are not written', async () => {
  const { setup } = await ready()
  await sandbox.injectFault({ method: 'GET', path: paymentLedgersPath, fault: refused })
  await setup.submitting.submit()
  expect(setup.submitting.$lines.get().payment_ledgers).toEqual({
    status: 'error',
    message: {
      key: 'failure:statusWithMessages',
      parameters: { status: '422', messages: 'Nu even niet.' },
    },
  })
  expect(await paymentWrites()).toEqual([])
})

test.each([
  ['with', 'Idempotency-Key'],
  ['without', ''],
])('payment ledgers are made once when the answer is lost, %s the header', async (_, header) => {
  const { setup } = await ready(header)
  const fault = { kind: 'lost' } as const
  await sandbox.injectFault({ method: 'POST', path: paymentLedgersPath, times: 1, fault })
  await setup.submitting.submit()
  expect(setup.submitting.$lines.get().payment_ledgers).toMatchObject({ status: 'error' })
  await setup.submitting.retry('payment_ledgers')
  expect(setup.submitting.$lines.get().payment_ledgers).toEqual(ok)
  expect((await storedOf(sandbox, cheese)).paymentLedgers).toMatchObject([record])
})

test('payment ledgers are asked about where nothing can tell whether they were made', async () => {
  let isSentAgain = false
  const { setup, dialogs } = await readyWizard({
    sandbox,
    ...cheese,
    header: '',
    agrees: (key) => key === 'wizard:paymentLedgersPerhapsMade' && isSentAgain,
  })
  const fault = { kind: 'drop' } as const
  await sandbox.injectFault({ method: 'POST', path: paymentLedgersPath, times: 1, fault })
  await setup.submitting.submit()
  await setup.submitting.retry('payment_ledgers')
  expect(dialogs).toEqual(['wizard:paymentLedgersPerhapsMade'])
  expect(setup.submitting.$lines.get().payment_ledgers).toEqual({
    status: 'error',
    message: { key: 'wizard:notSentAgain' },
  })
  expect((await storedOf(sandbox, cheese)).paymentLedgers).toEqual([])
  isSentAgain = true
  await setup.submitting.retry('payment_ledgers')
  expect((await storedOf(sandbox, cheese)).paymentLedgers).toMatchObject([record])
})
