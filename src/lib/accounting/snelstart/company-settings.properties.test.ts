import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyChoices, anySettings } from '../../../../test/arbitraries.ts'
import type { CompanySettings } from './calls/company.ts'
import { savesRelation, settingsFrom } from './company-settings.ts'
import { settings, type Choices } from './settings.ts'

describe('for any answers and any settings', () => {
  const holds = (predicate: (chosen: Choices, current: CompanySettings) => void) =>
    fc.assert(fc.property(anyChoices, anySettings, predicate), { numRuns: 300 })
  const onApplication = (chosen: Choices, application: 'web' | 'desktop'): Choices => ({
    ...chosen,
    values: { ...chosen.values, snelstart: { ...chosen.values.snelstart, application } },
  })
  const usesStock = ({ values }: Choices) =>
    values.snelstart.application === 'desktop' && values.inhandel.use_stock

  /** What §4 decides; default_no_relation is looked at by itself. */
  const decided = [
    ...settings.map(({ name }) => name).filter((name) => name !== 'write_order'),
    'api_key' as const,
  ]
  const without = (fields: readonly string[], of: object) =>
    Object.fromEntries(Object.entries(of).filter(([field]) => !fields.includes(field)))

  test('web has no order templates and no stock', () => {
    holds((chosen, current) => {
      expect(settingsFrom(onApplication(chosen, 'web'), current)).toMatchObject({
        default_verkoop_order_sjabloon: null,
        invoice_verkoop_order_sjabloon: null,
        direct_payment_verkoop_order_sjabloon: null,
        write_as_order: false,
        sync_open_verkoop_factuur: false,
      })
    })
  })

  test('desktop has the templates that were chosen, two of them only with stock', () => {
    holds((chosen, current) => {
      const { values } = chosen
      const stock = values.inhandel.use_stock
      expect(settingsFrom(onApplication(chosen, 'desktop'), current)).toMatchObject({
        default_verkoop_order_sjabloon: values.snelstart.default_order_template,
        invoice_verkoop_order_sjabloon: stock ? values.inhandel.account_order_template : null,
        direct_payment_verkoop_order_sjabloon: stock
          ? values.inhandel.register_order_template
          : null,
        write_as_order: stock,
        sync_open_verkoop_factuur: stock,
      })
    })
  })

  test('what §4 calls the opposite is inverted', () => {
    holds((chosen, current) => {
      const settings = settingsFrom(chosen, current)
      const { import_settings, open_invoices } = chosen.values.import_and_sync
      expect([
        settings.prices_inclusive_tax,
        settings.skip_non_active_artikels,
        settings.skip_non_active_relations,
        settings.open_invoice_product,
      ]).toEqual([
        !chosen.info.verkoopprijs_artikelbestand_exclusief_btw,
        !import_settings.import_non_active,
        !import_settings.import_non_active_relations,
        !open_invoices.open_invoice_product,
      ])
    })
  })

  test('what is decided is always said', () => {
    holds((chosen, current) => {
      const settings = settingsFrom(chosen, current)
      const { sync_products, sync_relations } = chosen.values.import_and_sync.sync_settings
      expect([settings.sync_product, settings.sync_relation]).toEqual([
        sync_products,
        sync_relations,
      ])
      expect(settings.write_cash_count).toBe(true)
      for (const field of decided.filter((name) => name !== 'api_key'))
        expect(settings[field], field).toBeDefined()
    })
  })

  test('what the wizard does not decide is returned exactly as it was read', () => {
    holds((chosen, current) => {
      const settings = settingsFrom(chosen, current)
      const fields = usesStock(chosen) ? [...decided, 'write_order'] : decided
      expect(without(fields, settings)).toStrictEqual(without(fields, current))
      if (usesStock(chosen)) expect(settings.write_order).toBe(false)
    })
  })

  test('of an API key at most the default relation changes, and only if that has to be saved', () => {
    holds((chosen, current) => {
      const { api_key } = settingsFrom(chosen, current)
      if (!current.api_key) {
        expect(api_key).toBe(current.api_key)
        return
      }
      const expected = savesRelation(chosen, current)
        ? { ...current.api_key, default_no_relation: chosen.relation.id }
        : current.api_key
      expect(api_key).toStrictEqual(expected)
    })
  })

  test('what was given stays as it is', () => {
    holds((chosen, current) => {
      const before = structuredClone([chosen, current])
      settingsFrom(chosen, current)
      expect([chosen, current]).toEqual(before)
    })
  })

  test('doing it twice is doing it once', () => {
    holds((chosen, current) => {
      const once = settingsFrom(chosen, current)
      expect(settingsFrom(chosen, once)).toStrictEqual(once)
    })
  })
})
