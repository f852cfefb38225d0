import { describe, expect, test } from 'vitest'
import { markedIn, proposedLedgers, rowsOf, summary } from '../../../../test/summary.ts'
import {
  choices,
  companySettings,
  orderTemplates,
  wizardValues,
} from '../../../../test/builders.ts'
import { settingsFrom } from './company-settings.ts'
import type { Summarized } from './summary.ts'

const { import_and_sync: importAndSync } = wizardValues()

describe('beside what the connection holds today', () => {
  const saved = settingsFrom(choices(), companySettings())

  test('nothing is marked on a second time without changes', () => {
    expect(markedIn(summary({ current: saved }))).toEqual([])
  })

  test('nothing is marked for an id or a number that is written another way', () => {
    const templates = orderTemplates.map((template, index) => ({ ...template, id: index + 1 }))
    const values = wizardValues({
      snelstart: { application: 'desktop', default_order_template: 1 },
      inhandel: { use_stock: true, register_order_template: 2, account_order_template: 3 },
    })
    const current = {
      ...saved,
      default_verkoop_order_sjabloon: '1',
      direct_payment_verkoop_order_sjabloon: '2',
      invoice_verkoop_order_sjabloon: '3',
      default_cash_payment_ledger: 2200,
    }
    const all = summary({ templates, values, current })
    expect(markedIn(all)).toEqual([])
    expect(rowsOf(all, 'wizard:defaultTemplate')).toMatchObject([
      { now: { value: 'Standaard verkooporder' } },
    ])
    expect(rowsOf(all, 'wizard:ledgerCash')).toMatchObject([
      { now: { value: '2200 Contante betalingen' } },
    ])
  })

  test('nothing is marked for a choice or a number that is written as text', () => {
    const current = Object.fromEntries(
      Object.entries(saved).map(([name, value]) => [
        name,
        typeof value === 'boolean' || typeof value === 'number' ? String(value) : value,
      ]),
    ) as typeof saved
    const all = summary({ current })
    expect(markedIn(all)).toEqual([])
    expect(rowsOf(all, 'wizard:writeCashCount')).toMatchObject([{ now: { value: true } }])
    expect(rowsOf(all, 'wizard:importNonActive')).toMatchObject([{ now: { value: false } }])
  })

  test('nothing is marked for what is empty in another way', () => {
    const values = wizardValues({
      snelstart: { application: 'web', default_order_template: null },
      inhandel: { use_stock: false, register_order_template: null, account_order_template: null },
    })
    const web = settingsFrom(choices({ values }), companySettings())
    const current = {
      ...web,
      default_verkoop_order_sjabloon: '',
      invoice_verkoop_order_sjabloon: undefined,
    }
    expect(markedIn(summary({ values, current }))).toEqual([])
  })

  test('what changes is marked, with both values', () => {
    const values = wizardValues({
      import_and_sync: {
        ...importAndSync,
        import_settings: { ...importAndSync.import_settings, import_non_active: true },
        sync_settings: { ...importAndSync.sync_settings, sync_products: false },
      },
    })
    const eft = { ...proposedLedgers.eft, number: '2215', description: 'Pin' }
    const all = summary({ current: saved, values, ledgers: { ...proposedLedgers, eft } })
    expect(markedIn(all)).toEqual([
      'wizard:ledgerEft',
      'wizard:importNonActive',
      'wizard:syncProducts',
    ])
    expect(rowsOf(all, 'wizard:ledgerEft')).toEqual([
      {
        label: 'wizard:ledgerEft',
        value: '2215 Pin',
        now: { value: '2210', isChanged: true },
      },
    ])
    expect(rowsOf(all, 'wizard:importNonActive')).toEqual([
      {
        label: 'wizard:importNonActive',
        value: true,
        now: { value: false, isChanged: true },
      },
    ])
  })

  test('a template that the accounting package no longer has is shown by its id', () => {
    const current = { ...saved, default_verkoop_order_sjabloon: 'weg' }
    expect(rowsOf(summary({ current }), 'wizard:defaultTemplate')).toEqual([
      {
        label: 'wizard:defaultTemplate',
        value: 'Standaard verkooporder',
        now: { value: 'weg', isChanged: true },
      },
    ])
  })

  test('a choice that was never made is neither yes nor no', () => {
    const current = { snelstart_administratie_identifier: 1 }
    const all = summary({ current })
    for (const label of [
      'wizard:useStock',
      'wizard:importNonActive',
      'wizard:openInvoiceProduct',
      'wizard:articlePrices',
    ] as const) {
      expect(rowsOf(all, label)).toMatchObject([{ now: { value: null, isChanged: true } }])
    }
  })
})

describe('the walk-in customer', () => {
  const other = { id: 'relatie-100', code: '100', name: 'Klant', kinds: ['Klant'] }
  const withDefault = (id: string | number) =>
    companySettings({ api_key: { id: 1, default_no_relation: id } })
  const walkIn = (changes: Partial<Summarized>) => summary(changes).unknown_relation[0]

  const byDefault = { key: 'wizard:walkInByDefault' }

  test('with code -2 changes nothing where there never was a default, and does not say otherwise', () => {
    expect(walkIn({})?.now).toEqual({ value: byDefault, isChanged: false })
  })

  test('with another code is marked', () => {
    expect(walkIn({ relation: other })).toEqual({
      label: 'wizard:walkIn',
      value: '100 Klant',
      now: { value: byDefault, isChanged: true },
    })
  })

  test('with code -2 is marked where another one was the default', () => {
    expect(walkIn({ current: withDefault('relatie-100'), currentRelation: other })).toEqual({
      label: 'wizard:walkIn',
      value: '-2 Klant onbekend',
      now: { value: '100 Klant', isChanged: true },
    })
  })

  test('that is the default already is not marked, however its id is written', () => {
    const same = { ...other, id: 100 }
    const current = withDefault('100')
    expect(walkIn({ relation: same, current, currentRelation: same })?.now).toEqual({
      value: '100 Klant',
      isChanged: false,
    })
  })

  test('of today is shown by its id as long as it is not known', () => {
    const current = withDefault('relatie-9')
    expect(walkIn({ current, currentRelation: null })?.now?.value).toBe('relatie-9')
    expect(walkIn({ current, currentRelation: other })?.now?.value).toBe('relatie-9')
  })
})
