import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryDecisions, arbitrarySettings } from '../../../../test/arbitraries.ts'
import { createWizardDecisions, companyInfo, companySettings } from '../../../../test/builders.ts'
import type { CompanySettings } from './stored-settings.ts'
import { type WizardDecisions, isRelationSaved, createSettings } from './company-settings.ts'
import { findLedgerNumber, settingRows } from './choices.ts'
import { mapRequiredPurposes } from './ledgers.ts'

test('reads decimals and VAT from texts in the company info', () => {
  const info = companyInfo({
    aantal_decimalen_artikelprijzen: '2',
    verkoopprijs_artikelbestand_exclusief_btw: 'false',
  })
  expect(createSettings(createWizardDecisions({ info }), companySettings())).toMatchObject({
    price_decimals: 2,
    rounded_prices: true,
    prices_inclusive_tax: true,
  })
})

describe('api_key.default_no_relation', () => {
  const standard = createWizardDecisions()
  const other = createWizardDecisions({ relation: { ...standard.relation, id: 55, code: '100' } })
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
    expect(createSettings(chosen, key(before)).api_key).toStrictEqual({
      id: 'sleutel-1',
      default_no_relation: after,
      note: 'x',
    })
  })

  test.each([null, undefined])('adds no API key to settings without an API key (%j)', (api_key) => {
    expect(isRelationSaved(standard, companySettings({ api_key }))).toBe(false)
    expect(isRelationSaved(other, companySettings({ api_key }))).toBe(true)
    for (const chosen of [standard, other])
      expect(createSettings(chosen, companySettings({ api_key })).api_key).toBe(api_key)
    const settings = { snelstart_administratie_identifier: 1 }
    expect(createSettings(other, settings)).not.toHaveProperty('api_key')
  })
})

describe('any choices and settings', () => {
  const holds = (predicate: (chosen: WizardDecisions, current: CompanySettings) => void) =>
    fc.assert(fc.property(arbitraryDecisions, arbitrarySettings, predicate), { numRuns: 300 })
  const usesStock = ({ values }: WizardDecisions) =>
    values.application === 'desktop' && values.use_stock

  const ours = [
    ...settingRows.map(({ setting: name }) => name).filter((name) => name !== 'write_order'),
    'api_key' as const,
  ]
  const without = (fields: readonly string[], settings: object) =>
    Object.fromEntries(Object.entries(settings).filter(([field]) => !fields.includes(field)))

  test('derives every company setting of the specification from the choices', () => {
    holds((chosen, current) => {
      const { values, ledgers, info } = chosen
      const [isDesktop, isStock] = [values.application === 'desktop', usesStock(chosen)]
      const next = createSettings(chosen, current)
      expect(next).toMatchObject({
        default_verkoop_order_sjabloon: isDesktop ? values.default_order_template : null,
        invoice_verkoop_order_sjabloon: isStock ? values.account_order_template : null,
        direct_payment_verkoop_order_sjabloon: isStock ? values.register_order_template : null,
        write_as_order: isStock,
        sync_open_verkoop_factuur: isStock,
        default_cash_register: ledgers.ecr,
        default_emballage_ledger: ledgers.emballage,
        default_cash_payment_ledger: ledgers.cash,
        default_eft_payment_ledger: ledgers.eft,
        default_webshop_payment_ledger: ledgers.webshop,
        cash_gap_ledger: ledgers.payment_differences,
        default_cash_difference_ledger: ledgers.payment_differences,
        write_cash_count: true,
        price_decimals: info.aantal_decimalen_artikelprijzen,
        rounded_prices: info.aantal_decimalen_artikelprijzen === 2,
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
      const settings = createSettings(chosen, current)
      const fields = usesStock(chosen) ? [...ours, 'write_order'] : ours
      expect(without(fields, settings)).toStrictEqual(without(fields, current))
      if (usesStock(chosen)) expect(settings.write_order).toBe(false)
    })
  })
})

describe('findLedgerNumber', () => {
  const saved = createSettings(createWizardDecisions(), companySettings())
  const settings = { ...saved, default_cash_difference_ledger: '7982' }

  test('returns the stored ledger number of each purpose, or the remembered one', () => {
    const numbers = mapRequiredPurposes((purpose) => findLedgerNumber(purpose, settings, '4760'))
    expect(numbers).toEqual({ ...createWizardDecisions().ledgers, cash_differences: '4760' })
    expect(findLedgerNumber('correction', settings)).toBeNull()
  })

  test('returns the default for cash differences only if the settings contain all other ledgers', () => {
    expect(findLedgerNumber('cash_differences', settings)).toBe('4752')
    const incomplete = { ...settings, default_emballage_ledger: '' }
    expect(findLedgerNumber('cash_differences', incomplete)).toBeNull()
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
