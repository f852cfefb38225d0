import { expect } from 'vitest'
import {
  cheeseShopLocation,
  coupleLocation,
  liquorLocation,
  openWizard,
  openReadyWizard,
  acceptOrCreateLedgers,
  webApplicationLocation,
  readStoredRecords,
  listWizardWrites,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { ledgerPurposes, requiredPurposes } from '../../lib/accounting/snelstart/ledgers.ts'

const ledgerSettings = {
  default_cash_register: '2050',
  default_emballage_ledger: '8040',
  default_cash_payment_ledger: '2200',
  default_eft_payment_ledger: '2210',
  default_webshop_payment_ledger: '2220',
  cash_gap_ledger: '7980',
  default_cash_difference_ledger: '7980',
  write_cash_count: true,
}

const withoutStock = {
  invoice_verkoop_order_sjabloon: null,
  direct_payment_verkoop_order_sjabloon: null,
  write_as_order: false,
  sync_open_verkoop_factuur: false,
}

const webPrices = { price_decimals: 2, rounded_prices: true, prices_inclusive_tax: true }
const desktopPrices = { price_decimals: 3, rounded_prices: false, prices_inclusive_tax: false }

const ok = { status: 'ok' }

test('stores the settings of a desktop user who uses stock, and one payment ledger record', async () => {
  const { templates, relations, products } = await readStoredRecords(cheeseShopLocation)
  const { setup } = await openReadyWizard({
    ...{ ...cheeseShopLocation, application: 'desktop', usesStock: true },
    answers: {
      ...{ import_non_active: true, import_non_active_relations: false },
      ...{ sync_products: true, sync_relations: false },
    },
  })
  await setup.submitting.submit()
  const after = await readStoredRecords(cheeseShopLocation)
  const lines = { settings: ok, payment_ledgers: ok, key: ok }
  expect(setup.submitting.$lines.get()).toMatchObject(lines)
  const [standard, register, account] = templates
  expect(after.settings[0]?.settings).toStrictEqual({
    ...ledgerSettings,
    ...desktopPrices,
    default_verkoop_order_sjabloon: standard?.id,
    invoice_verkoop_order_sjabloon: account?.id,
    direct_payment_verkoop_order_sjabloon: register?.id,
    write_as_order: true,
    write_order: false,
    sync_open_verkoop_factuur: true,
    sync_product: true,
    sync_relation: false,
    skip_non_active_artikels: false,
    skip_non_active_relations: true,
    open_invoice_product: true,
  })
  expect(after.paymentLedgers).toMatchObject([{ location_id: 2008, cash_ledger: '2200' }])
  expect(after.keys).toMatchObject([{ location_id: 2008, default_no_relation: null }])
  expect(after).toMatchObject({ relations, products })
})

test('sets up the web application for polaris users without a question', async () => {
  await coupleLocation(webApplicationLocation)
  const { setup, environment } = await openWizard({ ...webApplicationLocation, variant: 'polaris' })
  expect(setup.variant).toBe('polaris')
  expect(setup.initial.application).toBe('web')
  await acceptOrCreateLedgers(setup)
  await setup.submitting.submit()
  const after = await readStoredRecords(webApplicationLocation)
  expect(after.settings).toHaveLength(1)
  expect(after.settings[0]?.settings).toMatchObject({
    ...ledgerSettings,
    ...webPrices,
    ...withoutStock,
    default_verkoop_order_sjabloon: null,
  })
  expect(after.paymentLedgers).toHaveLength(1)
  expect(after.imports).toEqual(['products', 'relations'])
  expect(environment.visited).toEqual([`${sandbox.url}/customers`])
})

test('restores the choices of a completed setup and reports no problems', async () => {
  const { setup } = await openWizard(liquorLocation)
  const origins = ledgerPurposes.map((purpose) => {
    const state = setup.ledgers[purpose].$state.get()
    return state.status === 'existing' ? state.origin : state.status
  })
  expect(origins).toEqual([...requiredPurposes.map(() => 'named'), 'empty'])
  expect(setup.relation.$current.get()).toMatchObject({ code: '-2' })
  expect(setup.relation.$state.get()).toMatchObject({ relation: { name: 'Klant onbekend' } })
  expect(Object.values(setup.$problems.get()).flat()).toEqual([])
})

test('sends no unchanged settings and asks whether to start the imports', async () => {
  const before = await readStoredRecords(liquorLocation)
  const { setup, dialogs, environment } = await openWizard(liquorLocation)
  await acceptOrCreateLedgers(setup)
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:startImport'])
  expect(environment.visited).toEqual([`${sandbox.url}/customers`])
  const imports = ['products', 'relations']
  expect(await readStoredRecords(liquorLocation)).toEqual({ ...before, imports })
  expect(await listWizardWrites()).toHaveLength(imports.length)
  const same = { status: 'ok', unsent: 'same' }
  const lines = { settings: same, payment_ledgers: same, key: same }
  expect(setup.submitting.$lines.get()).toEqual(lines)
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
