import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyChoices, anySettings } from '../../../test/arbitraries.ts'
import {
  choices,
  companyInfo,
  companySettings,
  place,
  wizardValues,
} from '../../../test/builders.ts'

import {
  paymentLedgersFrom,
  savesRelation,
  settingsFrom,
  type Choices,
} from './company-settings.ts'
import { defaultRelation, namedLedger } from './named.ts'

const { snelstart, inhandel, import_and_sync: importAndSync } = wizardValues()
const onWeb = { snelstart: { ...snelstart, application: 'web' as const } }
const withoutStock = { inhandel: { ...inhandel, use_stock: false } }

/** Settings of a desktop shop with stock, with other order templates. */
const used = companySettings({
  default_verkoop_order_sjabloon: 'oud-standaard',
  invoice_verkoop_order_sjabloon: 'oud-rekening',
  direct_payment_verkoop_order_sjabloon: 'oud-kassa',
  write_as_order: true,
  write_order: true,
  sync_open_verkoop_factuur: true,
})

const ofValues = (changes: Partial<Choices['values']>, current = used) =>
  settingsFrom(choices({ values: wizardValues(changes) }), current)

test('everything at once: a desktop shop with stock in a connection that nobody has set up', () => {
  expect(settingsFrom(choices(), companySettings({ future_field: [1] }))).toStrictEqual({
    snelstart_administratie_identifier: 'b1f7a2c4-administratie',
    default_verkoop_order_sjabloon: 'standaard',
    invoice_verkoop_order_sjabloon: 'rekening',
    direct_payment_verkoop_order_sjabloon: 'kassa',
    write_as_order: true,
    write_order: false,
    sync_open_verkoop_factuur: true,
    default_cash_register: '2050',
    default_emballage_ledger: '8040',
    default_cash_payment_ledger: '2200',
    default_eft_payment_ledger: '2210',
    default_webshop_payment_ledger: '2220',
    cash_gap_ledger: '7980',
    default_cash_difference_ledger: '7980',
    write_cash_count: true,
    price_decimals: 2,
    rounded_prices: true,
    prices_inclusive_tax: true,
    sync_product: true,
    sync_relation: true,
    skip_non_active_artikels: true,
    skip_non_active_relations: true,
    open_invoice_product: true,
    api_key: { id: 'sleutel-1', default_no_relation: null },
    future_field: [1],
  })
})

describe('the mapping of §4', () => {
  test('stock on: the invoice and direct-payment templates are set, write_as_order, no write_order', () => {
    expect(ofValues({})).toMatchObject({
      default_verkoop_order_sjabloon: 'standaard',
      invoice_verkoop_order_sjabloon: 'rekening',
      direct_payment_verkoop_order_sjabloon: 'kassa',
      write_as_order: true,
      write_order: false,
      sync_open_verkoop_factuur: true,
    })
  })

  test.each([true, false, null])(
    'stock off: no write_as_order, those templates emptied, write_order as read (%j)',
    (write_order) => {
      expect(ofValues(withoutStock, { ...used, write_order })).toMatchObject({
        default_verkoop_order_sjabloon: 'standaard',
        invoice_verkoop_order_sjabloon: null,
        direct_payment_verkoop_order_sjabloon: null,
        write_as_order: false,
        write_order,
        sync_open_verkoop_factuur: false,
      })
    },
  )

  test.each([{}, withoutStock])('web clears all three order templates: %j', (stock) => {
    expect(ofValues({ ...onWeb, ...stock })).toMatchObject({
      default_verkoop_order_sjabloon: null,
      invoice_verkoop_order_sjabloon: null,
      direct_payment_verkoop_order_sjabloon: null,
      write_as_order: false,
      write_order: true,
      sync_open_verkoop_factuur: false,
    })
  })

  test('cash_gap_ledger and default_cash_difference_ledger take the payment-differences ledger', () => {
    const ledgers = { ...choices().ledgers, payment_differences: '7981', cash_differences: '4753' }
    expect(settingsFrom(choices({ ledgers }), used)).toMatchObject({
      cash_gap_ledger: '7981',
      default_cash_difference_ledger: '7981',
    })
  })

  test('the other ledgers go to the settings of their purpose', () => {
    expect(settingsFrom(choices(), used)).toMatchObject({
      default_cash_payment_ledger: '2200',
      default_eft_payment_ledger: '2210',
      default_webshop_payment_ledger: '2220',
      default_cash_register: '2050',
      default_emballage_ledger: '8040',
    })
  })

  test.each([true, false, null, undefined])('write_cash_count is true, also after %j', (before) => {
    expect(settingsFrom(choices(), { ...used, write_cash_count: before })).toHaveProperty(
      'write_cash_count',
      true,
    )
  })

  test.each([
    [0, false],
    [1, false],
    [2, true],
    [3, false],
    [4, false],
  ])('%d price decimals: price_decimals, and rounded_prices is %j', (decimals, rounded) => {
    const info = companyInfo({ aantal_decimalen_artikelprijzen: decimals })
    expect(settingsFrom(choices({ info }), { ...used, rounded_prices: !rounded })).toMatchObject({
      price_decimals: decimals,
      rounded_prices: rounded,
    })
  })

  test('decimals and VAT as texts are decided just so', () => {
    const info = companyInfo({
      aantal_decimalen_artikelprijzen: '2',
      verkoopprijs_artikelbestand_exclusief_btw: 'false',
    })
    expect(settingsFrom(choices({ info }), used)).toMatchObject({
      price_decimals: 2,
      rounded_prices: true,
      prices_inclusive_tax: true,
    })
  })

  test('what is not decided goes back as it was read', () => {
    const read = { write_order: 'false', more: ['2', 2], nothing: null }
    const values = wizardValues({ ...onWeb, ...withoutStock })
    const settings = settingsFrom(choices({ values }), { ...used, ...read })
    expect(settings).toMatchObject(read)
  })

  test.each([true, false])(
    'prices_inclusive_tax is the opposite of sales prices exclusive of VAT: %j',
    (exclusive) => {
      const info = companyInfo({ verkoopprijs_artikelbestand_exclusief_btw: exclusive })
      expect(settingsFrom(choices({ info }), used).prices_inclusive_tax).toBe(!exclusive)
    },
  )

  test.each([
    [true, false],
    [false, true],
  ])(
    'sync_product and sync_relation come from the sync settings: %j and %j',
    (products, relations) => {
      const sync_settings = { sync_products: products, sync_relations: relations }
      expect(ofValues({ import_and_sync: { ...importAndSync, sync_settings } })).toMatchObject({
        sync_product: products,
        sync_relation: relations,
      })
    },
  )

  test.each([
    [true, false],
    [false, true],
  ])('skip_non_active_* is the opposite of importing them: %j and %j', (products, relations) => {
    const import_settings = {
      import_non_active: products,
      import_non_active_relations: relations,
    }
    expect(ofValues({ import_and_sync: { ...importAndSync, import_settings } })).toMatchObject({
      skip_non_active_artikels: !products,
      skip_non_active_relations: !relations,
    })
  })

  test.each([true, false])(
    'open_invoice_product is the opposite of the open-invoice product option: %j',
    (chosen) => {
      const open_invoices = { ...importAndSync.open_invoices, open_invoice_product: chosen }
      const settings = ofValues({ import_and_sync: { ...importAndSync, open_invoices } })
      expect(settings.open_invoice_product).toBe(!chosen)
    },
  )
})

describe('the walk-in relation becomes api_key.default_no_relation', () => {
  const standard = choices()
  const other = choices({ relation: { ...standard.relation, id: 55, code: '100' } })
  const key = (relation: string | number | null | undefined) =>
    companySettings({ api_key: { id: 'sleutel-1', default_no_relation: relation, note: 'x' } })

  test.each([
    ["saved: its code differs from '-2'", other, null, true, 55],
    ["saved: its code differs from '-2' and a default exists", other, 'oud', true, 55],
    ['saved: a default exists', standard, 'oud', true, 'relatie-2'],
    ['saved: a default with number 0 exists', standard, 0, true, 'relatie-2'],
    ["not saved: code '-2' and no default", standard, null, false, null],
    ["not saved: code '-2' and a default never set", standard, undefined, false, undefined],
    ["not saved: code '-2' and an empty default", standard, '', false, ''],
  ])('%s', (_, chosen, before, isSaved, after) => {
    expect(savesRelation(chosen, key(before))).toBe(isSaved)
    expect(settingsFrom(chosen, key(before)).api_key).toStrictEqual({
      id: 'sleutel-1',
      default_no_relation: after,
      note: 'x',
    })
  })

  test.each([null, undefined])('without an API key (%j) none is made up', (api_key) => {
    expect(savesRelation(standard, companySettings({ api_key }))).toBe(false)
    expect(savesRelation(other, companySettings({ api_key }))).toBe(true)
    for (const chosen of [standard, other])
      expect(settingsFrom(chosen, companySettings({ api_key })).api_key).toBe(api_key)
  })

  test('settings that have no such field get none', () => {
    const settings = { snelstart_administratie_identifier: 1 }
    expect(settingsFrom(other, settings)).not.toHaveProperty('api_key')
  })

  test.each([
    ['oud', 'oud'],
    [7, 7],
    [0, 0],
    ['', null],
    [null, null],
    [undefined, null],
  ])('the default relation %j reads as %j', (relation, read) => {
    expect(defaultRelation(key(relation))).toBe(read)
  })

  test.each([null, undefined])('no API key (%j) has no default relation', (api_key) => {
    expect(defaultRelation(companySettings({ api_key }))).toBeNull()
  })
})

test('the payment ledger record names the place and its three ledgers', () => {
  expect(paymentLedgersFrom(place(), choices())).toStrictEqual({
    administration_id: 1001,
    location_id: 2001,
    cash_ledger: '2200',
    eft_ledger: '2210',
    webshop_ledger: '2220',
    type: 'SNELSTART',
  })
})

describe('the ledger that the settings name', () => {
  const settings = companySettings({
    default_cash_payment_ledger: '2201',
    default_eft_payment_ledger: 2211,
    default_webshop_payment_ledger: '2221',
    default_cash_register: '2051',
    cash_gap_ledger: '7981',
    default_cash_difference_ledger: '7982',
    default_emballage_ledger: 8041,
  })

  test.each([
    ['cash', '2201'],
    ['eft', '2211'],
    ['webshop', '2221'],
    ['ecr', '2051'],
    ['payment_differences', '7981'],
    ['cash_differences', null],
    ['emballage', '8041'],
  ] as const)('for %s is %j', (purpose, number) => {
    expect(namedLedger(purpose, settings)).toBe(number)
  })

  test('may have number 0', () => {
    expect(namedLedger('cash', { ...settings, default_cash_payment_ledger: 0 })).toBe('0')
  })

  test.each([null, undefined, ''])('is none where they say %j', (number) => {
    expect(namedLedger('cash', { ...settings, default_cash_payment_ledger: number })).toBeNull()
  })

  test('is the one that was chosen, but for cash differences', () => {
    fc.assert(
      fc.property(anyChoices, anySettings, (chosen, current) => {
        const saved = settingsFrom(chosen, current)
        for (const purpose of ['cash', 'eft', 'webshop', 'ecr', 'emballage'] as const)
          expect(namedLedger(purpose, saved)).toBe(chosen.ledgers[purpose] || null)
        expect(namedLedger('payment_differences', saved)).toBe(
          chosen.ledgers.payment_differences || null,
        )
        expect(namedLedger('cash_differences', saved)).toBeNull()
      }),
    )
  })
})
