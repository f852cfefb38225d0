import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDecided, anySettings } from '../../../../test/arbitraries.ts'
import { testDecisions, companyInfo, companySettings, place } from '../../../../test/builders.ts'
import type { CompanySettings } from './stored-settings.ts'
import {
  type WizardDecisions,
  paymentLedgersFrom,
  isRelationSaved,
  settingsFrom,
} from './company-settings.ts'
import { findLedgerNumber, settingRows } from './choices.ts'

test('settingsFrom maps all choices of a desktop shop with stock to settings', () => {
  expect(settingsFrom(testDecisions(), companySettings({ future_field: [1] }))).toStrictEqual({
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

describe('mapping of §4', () => {
  const used = companySettings()

  test.each([
    [1, false],
    [2, true],
    [3, false],
  ])('stores %d price decimals and sets rounded_prices to %j', (decimals, rounded) => {
    const info = companyInfo({ aantal_decimalen_artikelprijzen: decimals })
    expect(
      settingsFrom(testDecisions({ info }), { ...used, rounded_prices: !rounded }),
    ).toMatchObject({
      price_decimals: decimals,
      rounded_prices: rounded,
    })
  })

  test('reads decimals and VAT from texts in the company info', () => {
    const info = companyInfo({
      aantal_decimalen_artikelprijzen: '2',
      verkoopprijs_artikelbestand_exclusief_btw: 'false',
    })
    expect(settingsFrom(testDecisions({ info }), used)).toMatchObject({
      price_decimals: 2,
      rounded_prices: true,
      prices_inclusive_tax: true,
    })
  })
})

describe('api_key.default_no_relation', () => {
  const standard = testDecisions()
  const other = testDecisions({ relation: { ...standard.relation, id: 55, code: '100' } })
  const key = (relation: string | number | null | undefined) =>
    companySettings({ api_key: { id: 'sleutel-1', default_no_relation: relation, note: 'x' } })

  test.each([
    ["saves a relation with another code than '-2'", other, null, true, 55],
    ['saves a relation with another code over an existing default', other, 'oud', true, 55],
    ['saves the relation of code -2 over an existing default', standard, 'oud', true, 'relatie-2'],
    ['saves the relation of code -2 over the default number 0', standard, 0, true, 'relatie-2'],
    ['does not save the relation of code -2 without a default', standard, null, false, null],
    [
      'does not save the relation of code -2 if the default was never set',
      standard,
      undefined,
      false,
      undefined,
    ],
    ['does not save the relation of code -2 over an empty default', standard, '', false, ''],
  ])('%s', (_, chosen, before, isSaved, after) => {
    expect(isRelationSaved(chosen, key(before))).toBe(isSaved)
    expect(settingsFrom(chosen, key(before)).api_key).toStrictEqual({
      id: 'sleutel-1',
      default_no_relation: after,
      note: 'x',
    })
  })

  test.each([null, undefined])('adds no API key to settings without an API key (%j)', (api_key) => {
    expect(isRelationSaved(standard, companySettings({ api_key }))).toBe(false)
    expect(isRelationSaved(other, companySettings({ api_key }))).toBe(true)
    for (const chosen of [standard, other])
      expect(settingsFrom(chosen, companySettings({ api_key })).api_key).toBe(api_key)
    const settings = { snelstart_administratie_identifier: 1 }
    expect(settingsFrom(other, settings)).not.toHaveProperty('api_key')
  })
})

describe('any choices and settings', () => {
  const holds = (predicate: (chosen: WizardDecisions, current: CompanySettings) => void) =>
    fc.assert(fc.property(anyDecided, anySettings, predicate), { numRuns: 300 })
  const usesStock = ({ values }: WizardDecisions) =>
    values.application === 'desktop' && values.use_stock

  const ours = [
    ...settingRows.map(({ setting: name }) => name).filter((name) => name !== 'write_order'),
    'api_key' as const,
  ]
  const without = (fields: readonly string[], of: object) =>
    Object.fromEntries(Object.entries(of).filter(([field]) => !fields.includes(field)))

  test('derives every company setting of §4 from the choices', () => {
    holds((chosen, current) => {
      const { values, ledgers, info } = chosen
      const [isDesktop, isStock] = [values.application === 'desktop', usesStock(chosen)]
      const next = settingsFrom(chosen, current)
      expect(next).toMatchObject({
        default_verkoop_order_sjabloon: isDesktop ? values.default_order_template : null,
        invoice_verkoop_order_sjabloon: isStock ? values.account_order_template : null,
        direct_payment_verkoop_order_sjabloon: isStock ? values.register_order_template : null,
        write_as_order: isStock,
        sync_open_verkoop_factuur: isStock,
        cash_gap_ledger: ledgers.payment_differences,
        default_cash_difference_ledger: ledgers.payment_differences,
        write_cash_count: true,
        prices_inclusive_tax: !info.verkoopprijs_artikelbestand_exclusief_btw,
        sync_product: values.sync_products,
        sync_relation: values.sync_relations,
        skip_non_active_artikels: !values.import_non_active,
        skip_non_active_relations: !values.import_non_active_relations,
        open_invoice_product: !values.open_invoice_product,
      })
      for (const field of ours.filter((name) => name !== 'api_key'))
        expect(next[field], field).toBeDefined()
    })
  })

  test('keeps settings that the wizard does not change', () => {
    holds((chosen, current) => {
      const settings = settingsFrom(chosen, current)
      const fields = usesStock(chosen) ? [...ours, 'write_order'] : ours
      expect(without(fields, settings)).toStrictEqual(without(fields, current))
      if (usesStock(chosen)) expect(settings.write_order).toBe(false)
    })
  })

  test('settingsFrom is idempotent', () => {
    holds((chosen, current) => {
      const once = settingsFrom(chosen, current)
      expect(settingsFrom(chosen, once)).toStrictEqual(once)
    })
  })
})

test('paymentLedgersFrom returns the location with its three payment ledgers', () => {
  const wanted = settingsFrom(testDecisions(), companySettings())
  expect(paymentLedgersFrom(place(), wanted)).toStrictEqual({
    administration_id: 1001,
    location_id: 2001,
    cash_ledger: '2200',
    eft_ledger: '2210',
    webshop_ledger: '2220',
    type: 'SNELSTART',
  })
})

describe('findLedgerNumber', () => {
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
    ['correction', null],
  ] as const)('returns the stored ledger number for %s: %j', (purpose, number) => {
    expect(findLedgerNumber(purpose, settings)).toBe(number)
  })

  test('returns the remembered ledger number for cash differences', () => {
    expect(findLedgerNumber('cash_differences', settings, '4752')).toBe('4752')
  })

  test.each([
    [0, '0'],
    [null, null],
    [undefined, null],
    ['', null],
  ])('reads the stored ledger number %j as %j', (number, read) => {
    expect(findLedgerNumber('cash', { ...settings, default_cash_payment_ledger: number })).toBe(
      read,
    )
  })
})
