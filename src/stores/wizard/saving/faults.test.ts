import { expect } from 'vitest'
import { defaultSettings } from '../../../../sandbox/accounting/settings.ts'
import { waitForDialog } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import {
  cheeseShopLocation,
  liquorLocation,
  openWizard,
  readStoredRecords,
} from '../../../../test/open-wizard.ts'
import {
  type Call,
  type Fault,
  listFaults,
  webWizardValues,
  openWizardTab,
  listSentWrites,
} from '../../../../test/fault-matrix.ts'
import { testFaultedWrites, type FaultedWrite } from '../../../../test/faulted-writes.ts'
import type { SaveTarget } from './saving.ts'

const saveSettings = 'POST /snelstart/company/{id}'
const createPaymentLedgers = 'POST /accounting/paymentledgers'
const updatePaymentLedgers = 'PUT /accounting/paymentledgers/{id}'
const updateKey = 'PUT /snelstart/keys/{id}'
const importProducts = 'GET /snelstart/product/import'
const importRelations = 'GET /snelstart/relations/import'
const imports = [importProducts, importRelations]

interface Options {
  place: typeof liquorLocation
  header: string
  agrees?: (key: string) => boolean
}

async function opened({ place, header, agrees = () => true }: Options) {
  const tab = await openWizardTab(sandbox, place)
  await tab.fillIn()
  const { environment } = tab
  const wizard = await openWizard({ ...place, header, environment, agrees })
  await sandbox.clearRequests()
  return { ...wizard, ...tab, place, before: tab.input() }
}

type OpenWizard = Awaited<ReturnType<typeof opened>>

function expectFilledIn({ before, input, setup }: OpenWizard): void {
  expect(input()).toEqual(before)
  expect(before).toMatchObject({ values: webWizardValues, relationCode: '100' })
  expect(setup.$values.get()).toEqual(webWizardValues)
  expect(setup.ledgers.webshop.$number.get()).toBe('1600')
  expect(setup.relation.$code.get()).toBe('100')
}

async function expectFinished(
  { setup, input, environment, place }: OpenWizard,
  started = ['products', 'relations'],
) {
  const stored = await readStoredRecords(place)
  expect(stored.settings.map(({ settings }) => settings)).toEqual([
    {
      ...defaultSettings,
      default_cash_register: '1000',
      default_emballage_ledger: '8040',
      default_cash_payment_ledger: '1000',
      default_eft_payment_ledger: '1300',
      default_webshop_payment_ledger: '1600',
      cash_gap_ledger: '7980',
      default_cash_difference_ledger: '7980',
      write_cash_count: true,
      price_decimals: 3,
      prices_inclusive_tax: false,
      sync_product: true,
      sync_relation: true,
    },
  ])
  expect(stored.paymentLedgers).toEqual([
    expect.objectContaining({ cash_ledger: '1000', eft_ledger: '1300', webshop_ledger: '1600' }),
  ])
  const customer = stored.relations.find(({ relatiecode }) => relatiecode === '100')
  expect(stored.keys.map((key) => key.default_no_relation)).toEqual([customer?.id])
  expect(stored.imports).toEqual(started)

  expect(environment.visited).toEqual([`${sandbox.url}/customers`])
  expect(setup.submitting.$lines.get()).toMatchObject(allOk)
  expect(input()).not.toHaveProperty('values')
}

const ok = { status: 'ok' } as const
const allOk = { settings: ok, payment_ledgers: ok, key: ok }
const perhapsMade = 'wizard:paymentLedgersPerhapsMade'
const perhapsStarted = 'wizard:importPerhapsStarted'
const startImport = 'wizard:startImport'

async function page(options: Options) {
  const wizard = await opened(options)
  const { submitting } = wizard.setup
  return {
    ...wizard,
    act: submitting.submit,
    shown: wizard.dialogs,
    visible: () => ({
      lines: submitting.$lines.get(),
      state: submitting.$state.get(),
      visited: wizard.environment.visited,
    }),
    expectKept: () => {
      expectFilledIn(wizard)
    },
    expectDone: () => expectFinished(wizard),
  }
}

interface SaveCall {
  call: Call
  line: SaveTarget
  place?: typeof liquorLocation
  first?: readonly string[]
  again: string
}

const saves = [saveSettings, updatePaymentLedgers, updateKey]

function ofLine({
  call,
  line,
  place = liquorLocation,
  first = saves,
  again,
}: SaveCall): FaultedWrite {
  // Payment ledgers can have duplicates, so the user is asked if the record is missing.
  const isDoubted = again === createPaymentLedgers
  return {
    name: `${call.method} ${call.path}`,
    call,
    open: async (header) => {
      const there = await page({ place, header })
      return { ...there, again: () => there.setup.submitting.retry(line) }
    },
    tells: ({ text }) => ({
      lines: { ...allOk, [line]: { status: 'error', message: text } },
      state: { status: 'unfinished' },
      visited: [],
    }),
    asks: ({ isUnknown, isCarriedOut }) => [
      ...(isDoubted && isUnknown && !isCarriedOut ? [perhapsMade] : []),
      startImport,
    ],
    writes: [...first, ...imports],
    dialogs: [startImport],
    before: first,
    after: ({ isCarriedOut }) => [...(isCarriedOut ? [] : [again]), ...imports],
  }
}

const importCalls = [
  { path: '/api/snelstart/product/import', write: importProducts, failed: 'products' },
  { path: '/api/snelstart/relations/import', write: importRelations, failed: 'relations' },
]

function ofImport({ path, write, failed }: (typeof importCalls)[number]): FaultedWrite {
  // The user declines to start an import again if the import is already running.
  const isLeft = ({ isUncertain, isCarriedOut }: Fault) => isUncertain && isCarriedOut
  return {
    name: `GET ${path}`,
    call: { method: 'GET', path },
    agrees: (fault) => (key) => key === startImport || !fault.isCarriedOut,
    open: async (header, agrees) => {
      const there = await page({ place: liquorLocation, header, ...(agrees && { agrees }) })
      const { submitting } = there.setup
      const started = header === '' ? 'perhapsTwice' : 'started'
      return {
        ...there,
        again: submitting.retryImports,
        expectDone: async (fault) => {
          await there.expectDone()
          if (!fault) return
          const imports = { [failed]: isLeft(fault) ? 'unknown' : started }
          expect(submitting.$state.get()).toMatchObject({ imports })
        },
      }
    },
    tells: ({ text, isUncertain }) => ({
      lines: allOk,
      state: {
        status: 'importFailed',
        failed: [failed],
        message: text,
        report: { imports: { [failed]: isUncertain ? 'unknown' : 'failed' } },
      },
      visited: [],
    }),
    shows: () => [startImport],
    asks: ({ isUncertain }) => (isUncertain ? [perhapsStarted] : []),
    writes: [...saves, ...imports],
    dialogs: [startImport],
    after: (fault) => (isLeft(fault) ? [] : [write]),
  }
}

testFaultedWrites([
  ofLine({
    call: { method: 'POST', path: '/api/snelstart/company/{identifier}' },
    line: 'settings',
    again: saveSettings,
  }),
  ofLine({
    call: { method: 'POST', path: '/api/accounting/paymentledgers' },
    line: 'payment_ledgers',
    place: cheeseShopLocation,
    first: [createPaymentLedgers, saveSettings, updateKey],
    again: createPaymentLedgers,
  }),
  ofLine({
    call: { method: 'PUT', path: '/api/accounting/paymentledgers/{id}' },
    line: 'payment_ledgers',
    again: updatePaymentLedgers,
  }),
  ofLine({
    call: { method: 'PUT', path: '/api/snelstart/keys/{id}' },
    line: 'key',
    again: updateKey,
  }),
  ...importCalls.map(ofImport),
])

test.each(listFaults({}))(
  'shows a failed request for the payment ledgers at their progress line and completes on a retry: $name',
  async (fault) => {
    const path = '/api/accounting/paymentledgers'
    const wizard = await opened({ place: liquorLocation, header: 'Idempotency-Key' })
    const { setup, struck, dialogs } = wizard
    await struck({ method: 'GET', path }, fault, setup.submitting.submit)

    const failed = { status: 'error', message: fault.text }
    expect(setup.submitting.$lines.get()).toMatchObject({ ...allOk, payment_ledgers: failed })
    expect(await sandbox.requests(path)).toHaveLength(fault.reads)
    expect(await listSentWrites(sandbox)).toEqual([saveSettings, updateKey])
    expectFilledIn(wizard)

    await sandbox.clearRequests()
    await setup.submitting.retry('payment_ledgers')
    await expectFinished(wizard)
    expect(await listSentWrites(sandbox)).toEqual([...imports, updatePaymentLedgers])
    expect(dialogs).toEqual(['wizard:startImport'])
  },
)

const payments = { method: 'POST', path: '/api/accounting/paymentledgers' } as const
const paymentRows = async () =>
  (await sandbox.rows('payment_ledgers')).filter((row) => row.location_id === 2008)

test('finds pending payment ledgers after the user declined to send them again', async () => {
  const agrees = (key: string) => key !== perhapsMade
  const wizard = await opened({ place: cheeseShopLocation, header: '', agrees })
  const { setup, detained, dialogs } = wizard
  const arrive = await detained(payments, setup.submitting.submit)
  await setup.submitting.retry('payment_ledgers')
  expect(setup.submitting.$lines.get()).toMatchObject({
    ...allOk,
    payment_ledgers: { status: 'error', message: { key: 'wizard:notSentAgain' } },
  })
  expectFilledIn(wizard)

  await arrive()
  await setup.submitting.retry('payment_ledgers')
  await expectFinished(wizard)
  expect(dialogs).toEqual([perhapsMade, 'wizard:startImport'])
})

test('reports duplicate payment ledgers that the browser created', async () => {
  const wizard = await opened({ place: cheeseShopLocation, header: '' })
  await sandbox.injectFault({ ...payments, times: 1, fault: { kind: 'doubled' } })
  const shown = waitForDialog(wizard.portal)
  await wizard.setup.submitting.submit()
  const [used, other] = await paymentRows()
  expect((await shown).detail).toEqual({
    key: 'wizard:paymentLedgersTwice',
    parameters: {
      location: 'Kaashandel',
      used: String(used?.id),
      others: String(other?.id),
      provider: 'Koppelpunt',
    },
  })
  expect(wizard.dialogs).toEqual(['shell:madeTwice', 'wizard:startImport'])
  expect(wizard.environment.visited).toHaveLength(1)
})
