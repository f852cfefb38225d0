import { expect } from 'vitest'
import { unset } from '../../../../sandbox/accounting/settings.ts'
import { nextDialog } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { cheese, liquor, openWizard, storedOf } from '../../../../test/open-wizard.ts'
import {
  faultsOf,
  faultsOfWrite,
  headers,
  successesOfWrite,
  webValues,
  wizardTab,
  writes,
} from '../../../../test/fault-matrix.ts'
import type { Save } from './saving.ts'

const saveSettings = 'POST /snelstart/company/{id}'
const createPaymentLedgers = 'POST /accounting/paymentledgers'
const updatePaymentLedgers = 'PUT /accounting/paymentledgers/{id}'
const updateKey = 'PUT /snelstart/keys/{id}'
const importProducts = 'GET /snelstart/product/import'
const importRelations = 'GET /snelstart/relations/import'
const imports = [importProducts, importRelations]

interface Options {
  place: typeof liquor
  header: string
  agrees?: (key: string) => boolean
}

async function opened({ place, header, agrees = () => true }: Options) {
  const tab = wizardTab(sandbox, place)
  await tab.fillIn()
  const { environment } = tab
  const wizard = await openWizard({ sandbox, ...place, header, environment, agrees })
  await sandbox.clearRequests()
  return { ...wizard, ...tab, place, before: tab.kept() }
}

type OpenWizard = Awaited<ReturnType<typeof opened>>

function expectFilledIn({ before, kept, setup }: OpenWizard): void {
  expect(kept()).toEqual(before)
  expect(before).toMatchObject({ values: webValues, relationCode: '100' })
  expect(setup.$values.get()).toEqual(webValues)
  expect(setup.ledgers.webshop.$number.get()).toBe('1600')
  expect(setup.relation.$code.get()).toBe('100')
}

/** All that a submit stores is stored, once, and the browser has gone to the customer portal. */
async function expectFinished(
  { setup, kept, environment, place }: OpenWizard,
  started = ['products', 'relations'],
) {
  const stored = await storedOf(sandbox, place)
  expect(stored.settings.map(({ settings }) => settings)).toEqual([
    {
      ...unset,
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
  expect(setup.submitting.$lines.get()).toEqual({
    settings: { status: 'ok' },
    payment_ledgers: { status: 'ok' },
    key: { status: 'ok' },
  })
  expect(kept()).not.toHaveProperty('values')
}

interface SaveCall {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  line: Save
  place: typeof liquor
  /** What a submit writes before the imports, where nothing goes wrong. */
  first: readonly string[]
  /** What the retry of the line writes, and what where the write was carried out. */
  again: string
  againAfter: string
}

const ofLiquor = { place: liquor, first: [saveSettings, updatePaymentLedgers, updateKey] } as const

const saveCalls: readonly SaveCall[] = [
  {
    method: 'POST',
    path: '/api/snelstart/company/{identifier}',
    line: 'settings',
    ...ofLiquor,
    again: saveSettings,
    againAfter: saveSettings,
  },
  {
    method: 'POST',
    path: '/api/accounting/paymentledgers',
    line: 'payment_ledgers',
    place: cheese,
    first: [createPaymentLedgers, saveSettings, updateKey],
    again: createPaymentLedgers,
    // They are found, so that they are updated.
    againAfter: updatePaymentLedgers,
  },
  {
    method: 'PUT',
    path: '/api/accounting/paymentledgers/{id}',
    line: 'payment_ledgers',
    ...ofLiquor,
    again: updatePaymentLedgers,
    againAfter: updatePaymentLedgers,
  },
  {
    method: 'PUT',
    path: '/api/snelstart/keys/{id}',
    line: 'key',
    ...ofLiquor,
    again: updateKey,
    againAfter: updateKey,
  },
]

const ok = { status: 'ok' } as const
const allOk = { settings: ok, payment_ledgers: ok, key: ok }

test.each(saveCalls.flatMap((call) => faultsOfWrite({}).map((fault) => ({ ...call, ...fault }))))(
  '$method $path, $name, header "$header": told at its line, and its retry alone completes',
  async ({ method, path, line, place, first, again, againAfter, header, ...fault }) => {
    const wizard = await opened({ place, header })
    const { setup, struck, dialogs } = wizard
    await struck({ method, path }, fault, setup.submitting.submit)

    const failed = { status: 'error', message: fault.text }
    expect(setup.submitting.$lines.get()).toMatchObject({ ...allOk, [line]: failed })
    expect(setup.submitting.$state.get()).toEqual({ status: 'unfinished' })
    expect(wizard.environment.visited).toEqual([])
    expect(dialogs).toEqual([])
    expectFilledIn(wizard)
    await sandbox.settled()
    const repeated = fault.writes === 2 ? [again] : []
    expect(await writes(sandbox)).toEqual([...first, ...repeated].sort())

    await sandbox.clearRequests()
    await setup.submitting.retry(line)
    await expectFinished(wizard)
    expect(await writes(sandbox)).toEqual(
      [fault.isCarriedOut ? againAfter : again, ...imports].sort(),
    )
    // Of payment ledgers there may be two, so about those that are not found is asked.
    const isAsked = method === 'POST' && line === 'payment_ledgers' && fault.isUnknown
    expect(dialogs).toEqual([
      ...(isAsked && !fault.isCarriedOut ? ['wizard:paymentLedgersPerhapsMade'] : []),
      'wizard:startImport',
    ])
  },
)

test.each(faultsOf({}))(
  'GET /api/accounting/paymentledgers, $name: told at its line, and its retry alone completes',
  async (fault) => {
    const path = '/api/accounting/paymentledgers'
    const wizard = await opened({ place: liquor, header: 'Idempotency-Key' })
    const { setup, struck, dialogs } = wizard
    await struck({ method: 'GET', path }, fault, setup.submitting.submit)

    const failed = { status: 'error', message: fault.text }
    expect(setup.submitting.$lines.get()).toMatchObject({ ...allOk, payment_ledgers: failed })
    expect(await sandbox.requests(path)).toHaveLength(fault.reads)
    expect(await writes(sandbox)).toEqual([saveSettings, updateKey])
    expectFilledIn(wizard)

    await sandbox.clearRequests()
    await setup.submitting.retry('payment_ledgers')
    await expectFinished(wizard)
    expect(await writes(sandbox)).toEqual([...imports, updatePaymentLedgers])
    expect(dialogs).toEqual(['wizard:startImport'])
  },
)

const importCalls = [
  { path: '/api/snelstart/product/import', write: importProducts, failed: 'products' },
  { path: '/api/snelstart/relations/import', write: importRelations, failed: 'relations' },
]

test.each(importCalls.flatMap((call) => faultsOfWrite({}).map((fault) => ({ ...call, ...fault }))))(
  'GET $path, $name, header "$header": told, and started once by its retry alone',
  async ({ path, write, failed, header, ...fault }) => {
    // Whoever is asked whether to start what runs already, says no.
    const agrees = (key: string) => key === 'wizard:startImport' || !fault.isCarriedOut
    const wizard = await opened({ place: liquor, header, agrees })
    const { setup, struck, dialogs, environment } = wizard
    await struck({ method: 'GET', path }, fault, setup.submitting.submit)

    const { $state, retryImports } = setup.submitting
    expect($state.get()).toMatchObject({
      status: 'importFailed',
      failed: [failed],
      message: fault.text,
      // Whatever is no refusal may have started it.
      report: { imports: { [failed]: fault.isUncertain ? 'unknown' : 'notStarted' } },
    })
    expect(setup.submitting.$lines.get()).toEqual(allOk)
    expect(environment.visited).toEqual([])
    expectFilledIn(wizard)
    await sandbox.settled()
    const saves = [saveSettings, updatePaymentLedgers, updateKey]
    const repeated = fault.writes === 2 ? [write] : []
    expect(await writes(sandbox)).toEqual([...imports, ...repeated, ...saves].sort())

    await sandbox.clearRequests()
    await retryImports()
    await expectFinished(wizard)
    // No look-up can tell of an import, whatever it was answered.
    const isAsked = fault.isUncertain
    const isLeft = isAsked && fault.isCarriedOut
    expect(await writes(sandbox)).toEqual(isLeft ? [] : [write])
    const started = header === '' ? 'perhapsTwice' : 'started'
    expect(setup.$report.get()?.imports).toMatchObject({ [failed]: isLeft ? 'unknown' : started })
    expect(dialogs).toEqual([
      'wizard:startImport',
      ...(isAsked ? ['wizard:importPerhapsStarted'] : []),
    ])
  },
)

test.each(
  [
    ...saveCalls.map(({ method, path, place, first }) => ({ method, path, place, first })),
    ...importCalls.map(({ path }) => ({ method: 'GET' as const, path, ...ofLiquor })),
  ].flatMap((call) => successesOfWrite.map((each) => ({ ...call, ...each }))),
)(
  '$method $path, $name, header "$header": it was done, and everything goes on',
  async ({ method, path, place, first, header, ...fault }) => {
    const wizard = await opened({ place, header })
    const { setup, struck, dialogs } = wizard
    await struck({ method, path }, fault, setup.submitting.submit)
    await expectFinished(wizard)
    expect(await writes(sandbox)).toEqual([...first, ...imports].sort())
    expect(dialogs).toEqual(['wizard:startImport'])
  },
)

const perhapsMade = 'wizard:paymentLedgersPerhapsMade'
const perhapsStarted = 'wizard:importPerhapsStarted'
const payments = { method: 'POST', path: '/api/accounting/paymentledgers' } as const
const paymentRows = async () =>
  (await sandbox.rows('payment_ledgers')).filter((row) => row.location_id === 2008)

test('payment ledgers under way that shall not be sent again are found later', async () => {
  const agrees = (key: string) => key !== perhapsMade
  const wizard = await opened({ place: cheese, header: '', agrees })
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

test('payment ledgers under way are sent a second time by whoever agrees to that', async () => {
  const { setup, detained, dialogs } = await opened({ place: cheese, header: '' })
  const arrive = await detained(payments, setup.submitting.submit)
  await setup.submitting.retry('payment_ledgers')
  expect(setup.submitting.$lines.get()).toEqual(allOk)
  await arrive()
  expect(await paymentRows()).toHaveLength(2)
  expect(dialogs).toEqual([perhapsMade, 'wizard:startImport'])
})

test('payment ledgers that the browser had saved twice are told of', async () => {
  const wizard = await opened({ place: cheese, header: '' })
  await sandbox.injectFault({ ...payments, times: 1, fault: { kind: 'doubled' } })
  const shown = nextDialog(wizard.portal)
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

test('payment ledgers that got lost are asked about until they are sent', async () => {
  const answers = [false, true, true]
  const wizard = await opened({ place: cheese, header: '', agrees: () => answers.shift() ?? false })
  const { setup, struck, dialogs } = wizard
  await struck(payments, { fault: { kind: 'drop' } }, setup.submitting.submit)
  await setup.submitting.retry('payment_ledgers')
  expect(await paymentRows()).toEqual([])
  // They were listed just before.
  const listed = (await sandbox.requests(payments.path)).filter(({ method }) => method === 'GET')
  expect(listed).toHaveLength(2)
  await setup.submitting.retry('payment_ledgers')
  await expectFinished(wizard)
  expect(dialogs).toEqual([perhapsMade, perhapsMade, 'wizard:startImport'])
})

test('payment ledgers that may be there are asked about after a reload too', async () => {
  const { setup, detained, environment } = await opened({ place: cheese, header: '' })
  const arrive = await detained(payments, setup.submitting.submit)
  const agrees = (key: string) => key !== perhapsMade
  const reloaded = await openWizard({ sandbox, ...cheese, header: '', environment, agrees })
  await reloaded.setup.submitting.submit()
  expect(reloaded.dialogs).toEqual([perhapsMade])
  await arrive()
  expect(await paymentRows()).toHaveLength(1)
})

test.each(headers.flatMap((header) => importCalls.map((call) => ({ ...header, ...call }))))(
  'GET $path, answer lost, header "$header": each import is started once after a reload too',
  async ({ path, header }) => {
    const first = await opened({ place: liquor, header })
    await sandbox.injectFault({ method: 'GET', path, times: 1, fault: { kind: 'lost' } })
    await first.setup.submitting.submit()
    expectFilledIn(first)

    const { environment } = first
    const agrees = (key: string) => key !== perhapsStarted
    const reloaded = await openWizard({ sandbox, ...liquor, header, environment, agrees })
    await reloaded.setup.submitting.submit()
    await expectFinished({ ...first, ...reloaded })
    expect(reloaded.dialogs).toEqual(['wizard:startImport', perhapsStarted])
  },
)
