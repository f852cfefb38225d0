import { describe, expect, test } from 'vitest'
import { markedIn, proposedLedgers, rowsOf, summary } from '../../../../test/summary.ts'
import {
  choices,
  companyInfo,
  companySettings,
  orderTemplates,
  wizardValues,
} from '../../../../test/builders.ts'
import { ledgerLabels, ledgerPurposes, type Ledger } from './ledgers.ts'
import { isNews, isOpen, lacks, type Summarized, type Summary } from './summary.ts'
import { settingsFrom } from './company-settings.ts'
import { summaryGroups } from './steps.ts'

const { import_and_sync: importAndSync, inhandel } = wizardValues()

/** What the rows say, as label, next and now. */
const shown = (of: Summary, group: keyof Summary) =>
  of[group].map(({ label, value, now }) => [label, value, ...(now ? [now.value] : [])])

const inclusive = { key: 'wizard:inclusiveVat' }
const exclusive = { key: 'wizard:exclusiveVat' }

describe('all choices of a desktop shop with stock, beside a connection that nobody has set up', () => {
  const all = summary()

  test('the application and its order template', () => {
    expect(shown(all, 'snelstart')).toEqual([
      ['wizard:application', { key: 'wizard:applicationDesktop' }],
      ['wizard:defaultTemplate', 'Standaard verkooporder', null],
    ])
  })

  test('stock', () => {
    expect(shown(all, 'inhandel')).toEqual([
      ['wizard:useStock', true, false],
      ['wizard:registerTemplate', 'Kassa-order (inclusief btw)', null],
      ['wizard:accountTemplate', 'Op rekening (exclusief btw)', null],
      ['wizard:writeOrder', false, true],
      ['wizard:syncOpenInvoices', true, false],
    ])
  })

  test('the seven ledgers', () => {
    expect(shown(all, 'journals')).toEqual([
      ['wizard:ledgerCash', '2200 Contante betalingen', null],
      ['wizard:ledgerEft', '2210 Pinbetalingen', null],
      ['wizard:ledgerWebshop', '2220 Webshopbetalingen', null],
      ['wizard:ledgerEcr', '2050 Kassa', null],
      ['wizard:ledgerPaymentDifferences', '7980 Betalingsverschillen', null],
      ['wizard:cashDifferenceSetting', '7980 Betalingsverschillen', null],
      ['wizard:ledgerCashDifferences', '4752 Kasverschillen'],
      ['wizard:ledgerEmballage', '8040 Emballage', null],
      ['wizard:writeCashCount', true, false],
    ])
  })

  test('the walk-in customer', () => {
    expect(shown(all, 'unknown_relation')).toEqual([
      ['wizard:walkIn', '-2 Klant onbekend', { key: 'wizard:walkInByDefault' }],
    ])
  })

  test('import and synchronisation', () => {
    expect(shown(all, 'import_and_sync')).toEqual([
      ['wizard:importNonActive', false, false],
      ['wizard:importNonActiveRelations', false, false],
      ['wizard:syncProducts', true, false],
      ['wizard:syncRelations', true, false],
      ['wizard:openInvoiceProduct', false, false],
      ['wizard:emballageProduct', null],
    ])
  })

  test('prices: decimals, and VAT of articles, of register and of on-account sales', () => {
    expect(shown(all, 'prices')).toEqual([
      ['wizard:priceDecimals', '2', '2'],
      ['wizard:roundedPrices', true, false],
      ['wizard:articlePrices', inclusive, inclusive],
      ['wizard:registerPrices', inclusive],
      ['wizard:accountPrices', exclusive],
    ])
  })

  test('marks exactly what changes', () => {
    expect(markedIn(all)).toEqual([
      'wizard:defaultTemplate',
      'wizard:useStock',
      'wizard:registerTemplate',
      'wizard:accountTemplate',
      'wizard:writeOrder',
      'wizard:syncOpenInvoices',
      'wizard:ledgerCash',
      'wizard:ledgerEft',
      'wizard:ledgerWebshop',
      'wizard:ledgerEcr',
      'wizard:ledgerPaymentDifferences',
      'wizard:cashDifferenceSetting',
      'wizard:ledgerEmballage',
      'wizard:writeCashCount',
      'wizard:syncProducts',
      'wizard:syncRelations',
      'wizard:roundedPrices',
    ])
  })
})

describe('what is read without unfolding', () => {
  const newsIn = (of: Summary) =>
    summaryGroups.flatMap(({ name }) => of[name].filter(isNews).map(({ label }) => label))
  const vat = ['wizard:articlePrices', 'wizard:registerPrices', 'wizard:accountPrices']
  const saved = settingsFrom(choices(), companySettings())

  test('has what no setting holds, as long as nobody has set up the connection', () => {
    const all = summary({
      values: wizardValues({
        import_and_sync: {
          ...importAndSync,
          emballage: {
            ...importAndSync.emballage,
            emballage_product: { id: 7, name: 'Krat', sku_code: 'KRAT' },
          },
        },
      }),
    })
    const unstored = [
      'wizard:application',
      'wizard:ledgerCashDifferences',
      'wizard:emballageProduct',
    ]
    expect(newsIn(all)).toEqual(expect.arrayContaining([...unstored, ...vat]))
    expect(newsIn(summary())).not.toContain('wizard:emballageProduct')
  })

  test('has the VAT of articles and of sales each time', () => {
    expect(newsIn(summary({ current: saved }))).toEqual(vat)
  })
})

describe('the products', () => {
  const crate = { id: 7, name: 'Krat', sku_code: 'KRAT' }
  const openInvoices = importAndSync.open_invoices
  const withProducts = (isOn: boolean, correction: Ledger | null = null) =>
    summary({
      correction,
      values: wizardValues({
        import_and_sync: {
          ...importAndSync,
          open_invoices: {
            ...openInvoices,
            open_invoice_product: isOn,
            product: { id: 8, name: 'Factuur', sku_code: null },
          },
          emballage: { ...importAndSync.emballage, emballage_product: crate },
        },
      }),
    })

  test('for open invoices and emballage are named, with the correction ledger', () => {
    const correction = { ...proposedLedgers.cash, number: '1310', description: 'Correcties' }
    expect(shown(withProducts(true, correction), 'import_and_sync').slice(-4)).toEqual([
      ['wizard:openInvoiceProduct', true, false],
      ['wizard:openInvoiceProductChosen', 'Factuur'],
      ['wizard:ledgerCorrection', '1310 Correcties'],
      ['wizard:emballageProduct', 'Krat (KRAT)'],
    ])
    expect(rowsOf(withProducts(true), 'wizard:ledgerCorrection')).toMatchObject([{ value: null }])
  })

  test('for open invoices are left out where none is used', () => {
    const labels = withProducts(false).import_and_sync.map(({ label }) => label)
    expect(labels).not.toContain('wizard:openInvoiceProductChosen')
    expect(labels).not.toContain('wizard:ledgerCorrection')
  })
})

describe('prices', () => {
  const without = wizardValues({ inhandel: { ...inhandel, use_stock: false } })

  test.each([0, 2, 3])('%d decimals are said', (decimals) => {
    const { prices } = summary({ info: companyInfo({ aantal_decimalen_artikelprijzen: decimals }) })
    expect(prices.map(({ value }) => value).slice(0, 2)).toEqual([String(decimals), decimals === 2])
  })

  test.each([
    [true, exclusive],
    [false, inclusive],
  ])('of articles are as the accounting package says (exclusive: %s)', (isExclusive, words) => {
    const info = companyInfo({ verkoopprijs_artikelbestand_exclusief_btw: isExclusive })
    expect(rowsOf(summary({ info }), 'wizard:articlePrices')).toMatchObject([{ value: words }])
  })

  test('of sales follow the templates of register and account, not that of articles', () => {
    const info = companyInfo({ verkoopprijs_artikelbestand_exclusief_btw: true })
    const swapped = wizardValues({
      inhandel: {
        use_stock: true,
        register_order_template: 'rekening',
        account_order_template: 'kassa',
      },
    })
    const prices = (values: Summarized['values']) =>
      summary({ info, values })
        .prices.slice(-2)
        .map(({ value }) => value)
    expect(prices(wizardValues())).toEqual([inclusive, exclusive])
    expect(prices(swapped)).toEqual([exclusive, inclusive])
  })

  test('of sales are not known where their template does not say', () => {
    const silent = orderTemplates.map(({ id, omschrijving }) => ({ id, omschrijving }))
    const texts = orderTemplates.map((template) => ({
      ...template,
      prijsIngaveExclusiefBtw: template.prijsIngaveExclusiefBtw ? 'true' : 'false',
    })) as unknown as Summarized['templates']
    const prices = (templates: Summarized['templates']) =>
      summary({ templates })
        .prices.slice(-2)
        .map(({ value }) => value)
    expect(prices(silent)).toEqual([null, null])
    expect(prices(texts)).toEqual([inclusive, exclusive])
  })

  test('of sales follow the default template without stock', () => {
    const info = companyInfo({ verkoopprijs_artikelbestand_exclusief_btw: true })
    expect(shown(summary({ info, values: without }), 'prices').slice(-2)).toEqual([
      ['wizard:registerPrices', inclusive],
      ['wizard:accountPrices', inclusive],
    ])
  })

  test.each([true, false])(
    'of sales on web are those of articles (exclusive: %s)',
    (isExclusive) => {
      const info = companyInfo({ verkoopprijs_artikelbestand_exclusief_btw: isExclusive })
      const values = wizardValues({
        snelstart: { application: 'web', default_order_template: null },
        inhandel: { ...inhandel, use_stock: true },
      })
      const words = isExclusive ? exclusive : inclusive
      expect(shown(summary({ info, values }), 'prices').slice(-2)).toEqual([
        ['wizard:registerPrices', words],
        ['wizard:accountPrices', words],
      ])
    },
  )
})

describe('what still lacks', () => {
  test.each(Object.values(lacks))('a ledger is shown as $key, which is news', (lack) => {
    const all = summary({ ledgers: { ...proposedLedgers, cash: lack, cash_differences: lack } })
    expect(all.journals.filter(isOpen).map(({ label, value }) => [label, value])).toEqual([
      ['wizard:ledgerCash', lack],
      ['wizard:ledgerCashDifferences', lack],
    ])
    expect(all.journals.filter(isOpen).every(isNews)).toBe(true)
  })

  test('what is stored today is shown as it is, also where it is empty', () => {
    const ledgers = { ...proposedLedgers, cash: lacks.missing, eft: lacks.missing }
    const current = companySettings({
      default_cash_payment_ledger: '',
      default_eft_payment_ledger: '2299',
    })
    const all = summary({ ledgers, current })
    expect(rowsOf(all, 'wizard:ledgerCash')[0]?.now?.value).toBeNull()
    expect(rowsOf(all, 'wizard:ledgerEft')[0]?.now?.value).toBe('2299')
  })

  test('a relation without a name is shown by its code', () => {
    const relation = { id: 7, code: '-2', name: '', kinds: null }
    expect(summary({ relation }).unknown_relation[0]?.value).toBe('-2')
  })

  test('the walk-in customer is shown as still to be created', () => {
    const [row] = summary({ relation: lacks.missing }).unknown_relation
    expect(row?.value).toBe(lacks.missing)
  })
})

test('every ledger has a name of its own', () => {
  const labels = ledgerPurposes.map((purpose) => ledgerLabels[purpose])
  expect(new Set(labels).size).toBe(8)
})

describe('order templates that could not be loaded', () => {
  const notLoaded = { key: 'wizard:notLoaded' }
  const current = companySettings({ default_verkoop_order_sjabloon: 'oud' })

  test('have no name that could be told, nor prices with or without VAT', () => {
    const all = summary({ templates: null, current })
    expect(shown(all, 'snelstart')[1]).toEqual(['wizard:defaultTemplate', notLoaded, notLoaded])
    expect(shown(all, 'inhandel').slice(1, 3)).toEqual([
      ['wizard:registerTemplate', notLoaded, null],
      ['wizard:accountTemplate', notLoaded, null],
    ])
    expect(shown(all, 'prices').slice(2)).toEqual([
      ['wizard:articlePrices', inclusive, inclusive],
      ['wizard:registerPrices', notLoaded],
      ['wizard:accountPrices', notLoaded],
    ])
  })

  test('say nothing of the web application, which has none', () => {
    const values = wizardValues({
      snelstart: { application: 'web', default_order_template: null },
      inhandel: { use_stock: false, register_order_template: null, account_order_template: null },
    })
    const all = summary({ templates: null, current, values })
    expect(shown(all, 'snelstart')[1]).toEqual(['wizard:defaultTemplate', null, notLoaded])
    expect(shown(all, 'prices').slice(3)).toEqual([
      ['wizard:registerPrices', inclusive],
      ['wizard:accountPrices', inclusive],
    ])
  })
})
