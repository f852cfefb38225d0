import { describe, expect, test } from 'vitest'
import {
  companyInfo,
  companySettings,
  createWizardDecisions,
  webApplicationValues,
  orderTemplates,
  createProductChoice,
  wizardValues,
} from '../../../../test/builders.ts'
import {
  ledgerDefaults,
  ledgerLabels,
  ledgerPurposes,
  mapRequiredPurposes,
  requiredPurposes,
  type Ledger,
} from './ledgers.ts'
import { createSettings } from './company-settings.ts'
import type { SummaryGroup } from './choices.ts'
import {
  isReadOnlyRow,
  isMissingValue,
  missingValueTexts,
  createSummary,
  removeChangeMarks,
  type SummaryInput,
  type Summary,
} from './summary.ts'

const web = wizardValues(webApplicationValues)
const saved = createSettings(createWizardDecisions(), companySettings())
const crate = { id: 7, name: 'Krat', sku_code: 'KRAT' }

const proposedLedgers = mapRequiredPurposes((purpose): Ledger => {
  const { number, proposal } = ledgerDefaults[purpose]
  return { number, ...proposal }
})

function summary(changes: Partial<SummaryInput> = {}): Summary {
  return createSummary({
    values: wizardValues(),
    info: companyInfo(),
    ledgers: proposedLedgers,
    correction: null,
    relation: createWizardDecisions().relation,
    currentRelation: null,
    templates: orderTemplates,
    current: companySettings(),
    cashDifferences: '4752',
    ...changes,
  })
}

const shown = (summary: Summary, group: SummaryGroup) =>
  rowsIn(summary, group).map(({ label, value, now }) => [label, value, ...(now ? [now.value] : [])])

const rowsIn = (summary: Summary, group: SummaryGroup) =>
  summary.filter((row) => row.group === group)
const markedIn = (summary: Summary) =>
  summary.filter(({ now }) => now?.isChanged).map(({ label }) => label)
const rowsOf = (summary: Summary, label: string) => summary.filter((row) => row.label === label)

const inclusive = { key: 'wizard:inclusiveVat' }
const exclusive = { key: 'wizard:exclusiveVat' }

describe('summary of a desktop shop with stock for a coupling without settings', () => {
  const all = summary()

  test.each([
    [
      'snelstart',
      [
        ['wizard:application', { key: 'wizard:applicationDesktop' }, null],
        ['wizard:defaultTemplate', 'Standaard verkooporder', null],
      ],
    ],
    [
      'inhandel',
      [
        ['wizard:useStock', true, false],
        ['wizard:registerTemplate', 'Kassa-order (inclusief btw)', null],
        ['wizard:accountTemplate', 'Op rekening (exclusief btw)', null],
        ['wizard:writeOrder', false, true],
        ['wizard:syncOpenInvoices', true, false],
      ],
    ],
    [
      'journals',
      [
        ['wizard:ledgerCash', '2200 Contante betalingen', null],
        ['wizard:ledgerEft', '2210 Pinbetalingen', null],
        ['wizard:ledgerWebshop', '2220 Webshopbetalingen', null],
        ['wizard:ledgerEcr', '2050 Kassa', null],
        ['wizard:ledgerPaymentDifferences', '7980 Betalingsverschillen', null],
        ['wizard:cashDifferenceSetting', '7980 Betalingsverschillen', null],
        ['wizard:ledgerCashDifferences', '4752 Kasverschillen', '4752 Kasverschillen'],
        ['wizard:ledgerEmballage', '8040 Emballage', null],
        ['wizard:writeCashCount', true, false],
      ],
    ],
    [
      'unknown_relation',
      [['wizard:walkIn', '-2 Klant onbekend', { key: 'wizard:walkInByDefault' }]],
    ],
    [
      'import_and_sync',
      [
        ['wizard:importNonActive', false, false],
        ['wizard:importNonActiveRelations', false, false],
        ['wizard:syncProducts', true, false],
        ['wizard:syncRelations', true, false],
        ['wizard:openInvoiceProduct', false, false],
        ['wizard:emballageProduct', null],
      ],
    ],
    [
      'prices',
      [
        ['wizard:priceDecimals', '2', '2'],
        ['wizard:roundedPrices', true, false],
        ['wizard:articlePrices', inclusive, inclusive],
        ['wizard:registerPrices', inclusive],
        ['wizard:accountPrices', exclusive],
      ],
    ],
  ] as const)('lists the rows of the group %s', (group, rows) => {
    expect(shown(all, group)).toEqual(rows)
  })

  test('marks exactly the rows whose value changes', () => {
    const changed = all.filter(({ value, now }) => now && value !== now.value)
    const unchanged = ['wizard:walkIn', 'wizard:articlePrices']
    const labels = changed.map(({ label }) => label).filter((label) => !unchanged.includes(label))
    expect(markedIn(all)).toEqual(labels)
  })
})

describe('isReadOnlyRow', () => {
  const asideIn = (summary: Summary) => summary.filter(isReadOnlyRow).map(({ label }) => label)

  test('isReadOnlyRow returns true for fixed rows and for rows that only the report contains', () => {
    expect(asideIn(summary({ current: saved }))).toEqual([
      'wizard:writeOrder',
      'wizard:syncOpenInvoices',
      'wizard:cashDifferenceSetting',
      'wizard:writeCashCount',
      'wizard:emballageProduct',
      'wizard:roundedPrices',
    ])
  })

  test('isReadOnlyRow returns true for rows that the web application does not use, unless they have a stored value', () => {
    const templates = [
      'wizard:defaultTemplate',
      'wizard:useStock',
      'wizard:registerTemplate',
      'wizard:accountTemplate',
    ]
    expect(asideIn(summary({ values: web }))).toEqual(expect.arrayContaining(templates))
    const taken = asideIn(summary({ values: web, current: saved }))
    expect(taken.filter((label) => templates.includes(label))).toEqual([])
  })

  test('isReadOnlyRow returns false for the SnelStart application, all seven ledgers and every change of a first set-up', () => {
    const first = summary({ values: web, cashDifferences: null })
    const aside = asideIn(first)
    const expected = [
      'wizard:application',
      ...requiredPurposes.map((purpose) => ledgerLabels[purpose]),
      ...['wizard:writeCashCount', 'wizard:roundedPrices', 'wizard:syncProducts'],
    ]
    expect(aside.filter((label) => expected.includes(label))).toEqual([])
    expect(aside.filter((label) => markedIn(first).includes(label))).toEqual([])
  })
})

test('removeChangeMarks removes the change marks and keeps the values', () => {
  const first = summary()
  const unmarked = removeChangeMarks(first)
  expect(markedIn(unmarked)).toEqual([])
  expect(unmarked.map(({ value, now }) => [value, now?.value])).toEqual(
    first.map(({ value, now }) => [value, now?.value]),
  )
})

describe('choices without a setting', () => {
  test('marks the application as changed if web replaces desktop', () => {
    expect(rowsOf(summary({ values: web, current: saved }), 'wizard:application')).toMatchObject([
      {
        value: { key: 'wizard:applicationWeb' },
        now: { value: { key: 'wizard:applicationDesktop' }, isChanged: true },
      },
    ])
  })

  test.each([
    ['4752', false],
    ['4760', true],
    [null, true],
  ])(
    'compares the ledger for cash differences with its previous number %j',
    (cashDifferences, isChanged) => {
      const all = summary({ current: saved, cashDifferences })
      expect(rowsOf(all, 'wizard:ledgerCashDifferences')).toMatchObject([
        { value: '4752 Kasverschillen', now: { isChanged } },
      ])
    },
  )
})

describe('products in the summary', () => {
  const product = { id: 8, name: 'Factuur', sku_code: null }
  const withProducts = (isOn: boolean, correction: Ledger | null = null) =>
    summary({
      correction,
      values: wizardValues({
        open_invoice_product: isOn,
        paying_product: createProductChoice({ chosen: product }),
        emballage_product: createProductChoice({ chosen: crate }),
      }),
    })

  test('shows the product for open invoices, the correction ledger and the emballage product', () => {
    const correction = { ...proposedLedgers.cash, number: '1310', description: 'Correcties' }
    expect(shown(withProducts(true, correction), 'import_and_sync').slice(-4)).toEqual([
      ['wizard:openInvoiceProduct', true, false],
      ['wizard:openInvoiceProductChosen', 'Factuur'],
      ['wizard:ledgerCorrection', '1310 Correcties'],
      ['wizard:emballageProduct', 'Krat (KRAT)'],
    ])
    expect(rowsOf(withProducts(true), 'wizard:ledgerCorrection')).toMatchObject([{ value: null }])
  })

  test('omits the product for open invoices if none is used', () => {
    const labels = withProducts(false).map(({ label }) => label)
    expect(labels).not.toContain('wizard:openInvoiceProductChosen')
    expect(labels).not.toContain('wizard:ledgerCorrection')
  })
})

describe('prices in the summary', () => {
  const salesPrices = (changes: Partial<SummaryInput>) =>
    shown(summary(changes), 'prices')
      .slice(-2)
      .map(([, value]) => value)
  const infoOf = (isExclusive: boolean) =>
    companyInfo({ verkoopprijs_artikelbestand_exclusief_btw: isExclusive })

  test.each([0, 2, 3])('shows %d price decimals', (decimals) => {
    const all = summary({ info: companyInfo({ aantal_decimalen_artikelprijzen: decimals }) })
    const values = rowsIn(all, 'prices').map(({ value }) => value)
    expect(values.slice(0, 2)).toEqual([String(decimals), decimals === 2])
  })

  test.each([
    [true, exclusive],
    [false, inclusive],
  ])(
    'uses the accounting package’s VAT setting for article and web prices (exclusive: %s)',
    (isExclusive, words) => {
      const info = infoOf(isExclusive)
      expect(rowsOf(summary({ info }), 'wizard:articlePrices')).toMatchObject([{ value: words }])
      const values = { ...web, use_stock: true }
      expect(salesPrices({ info, values })).toEqual([words, words])
    },
  )

  test('for register and account sales, shows the VAT setting of the chosen order templates', () => {
    const swapped = { register_order_template: 'rekening', account_order_template: 'kassa' }
    const values = wizardValues(swapped)
    expect(salesPrices({ info: infoOf(true) })).toEqual([inclusive, exclusive])
    expect(salesPrices({ info: infoOf(true), values })).toEqual([exclusive, inclusive])
  })

  test('shows sales prices with the VAT setting of the default template if the shop has no stock', () => {
    const values = wizardValues({ use_stock: false })
    expect(salesPrices({ info: infoOf(true), values })).toEqual([inclusive, inclusive])
  })

  test('leaves sales prices unknown if the order template has no VAT setting', () => {
    const silent = orderTemplates.map(({ id, omschrijving }) => ({ id, omschrijving }))
    const texts = orderTemplates.map((template) => ({
      ...template,
      prijsIngaveExclusiefBtw: template.prijsIngaveExclusiefBtw ? 'true' : 'false',
    })) as unknown as SummaryInput['templates']
    expect(salesPrices({ templates: silent })).toEqual([null, null])
    expect(salesPrices({ templates: texts })).toEqual([inclusive, exclusive])
  })
})

describe('missing values', () => {
  test.each(Object.values(missingValueTexts))(
    'shows a missing ledger or relation as $key',
    (lack) => {
      const all = summary({
        ledgers: { ...proposedLedgers, cash: lack, cash_differences: lack },
        relation: lack,
      })
      const open = rowsIn(all, 'journals').filter(({ value }) => isMissingValue(value))
      expect(open.map(({ label, value }) => [label, value])).toEqual([
        ['wizard:ledgerCash', lack],
        ['wizard:ledgerCashDifferences', lack],
      ])
      expect(open.some(isReadOnlyRow)).toBe(false)
      expect(rowsOf(all, 'wizard:walkIn')[0]?.value).toBe(lack)
    },
  )

  test('shows the stored value next to a missing ledger', () => {
    const { missing } = missingValueTexts
    const ledgers = { ...proposedLedgers, cash: missing, eft: missing }
    const stored = { default_cash_payment_ledger: '', default_eft_payment_ledger: '2299' }
    const all = summary({ ledgers, current: companySettings(stored) })
    expect(rowsOf(all, 'wizard:ledgerCash')[0]?.now?.value).toBeNull()
    expect(rowsOf(all, 'wizard:ledgerEft')[0]?.now?.value).toBe('2299')
  })
})

test('gives every ledger purpose a unique label', () => {
  const labels = ledgerPurposes.map((purpose) => ledgerLabels[purpose])
  expect(new Set(labels).size).toBe(8)
})

describe('order templates that failed to load', () => {
  const notLoaded = { key: 'wizard:notLoaded' }
  const current = companySettings({ default_verkoop_order_sjabloon: 'oud' })

  test('shows templates and sales prices as not loaded if the order templates failed to load', () => {
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

  test('shows the prices of the web application even if the order templates failed to load', () => {
    const all = summary({ templates: null, current, values: web })
    expect(shown(all, 'snelstart')[1]).toEqual(['wizard:defaultTemplate', null, notLoaded])
    expect(shown(all, 'prices').slice(3)).toEqual([
      ['wizard:registerPrices', inclusive],
      ['wizard:accountPrices', inclusive],
    ])
  })
})

describe('comparison with stored settings', () => {
  test('marks no row if the choices equal the stored settings', () => {
    expect(markedIn(summary({ current: saved }))).toEqual([])
  })

  test('marks no row as changed if a stored id or number differs only in its type', () => {
    const templates = orderTemplates.map((template, index) => ({ ...template, id: index + 1 }))
    const values = wizardValues({
      default_order_template: 1,
      register_order_template: 2,
      account_order_template: 3,
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
    expect([
      ...rowsOf(all, 'wizard:defaultTemplate'),
      ...rowsOf(all, 'wizard:ledgerCash'),
    ]).toMatchObject([
      { now: { value: 'Standaard verkooporder' } },
      { now: { value: '2200 Contante betalingen' } },
    ])
  })

  test('marks no row as changed if a boolean or a number is stored as text', () => {
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

  test('treats null, undefined and an empty text as the same stored value', () => {
    const current = {
      ...createSettings(createWizardDecisions({ values: web }), companySettings()),
      default_verkoop_order_sjabloon: '',
      invoice_verkoop_order_sjabloon: undefined,
    }
    expect(markedIn(summary({ values: web, current }))).toEqual([])
  })

  test('marks changed rows and shows their old and new value', () => {
    const values = wizardValues({ import_non_active: true, sync_products: false })
    const eft = { ...proposedLedgers.eft, number: '2215', description: 'Pin' }
    const all = summary({ current: saved, values, ledgers: { ...proposedLedgers, eft } })
    expect(all.filter(({ now }) => now?.isChanged)).toMatchObject([
      { label: 'wizard:ledgerEft', value: '2215 Pin', now: { value: '2210', isChanged: true } },
      { label: 'wizard:importNonActive', value: true, now: { value: false, isChanged: true } },
      { label: 'wizard:syncProducts', value: false, now: { value: true, isChanged: true } },
    ])
  })

  test('shows a stored template by its id if the accounting package no longer has it', () => {
    const current = { ...saved, default_verkoop_order_sjabloon: 'weg' }
    expect(rowsOf(summary({ current }), 'wizard:defaultTemplate')).toMatchObject([
      { value: 'Standaard verkooporder', now: { value: 'weg', isChanged: true } },
    ])
  })

  test.each([
    'wizard:useStock',
    'wizard:importNonActive',
    'wizard:openInvoiceProduct',
    'wizard:articlePrices',
  ])('shows no stored value for a choice that was never made: %s', (label) => {
    const all = summary({ current: { snelstart_administratie_identifier: 1 } })
    expect(rowsOf(all, label)).toMatchObject([{ now: { value: null, isChanged: true } }])
  })
})

describe('walk-in relation in the summary', () => {
  const other = { id: 'relatie-100', code: '100', name: 'Klant', kinds: ['Klant'] }
  const byNumber = { ...other, id: 100 }
  const withDefault = (id: string | number) =>
    companySettings({ api_key: { id: 1, default_no_relation: id } })
  const byDefault = { key: 'wizard:walkInByDefault' }

  const current = withDefault('relatie-9')
  const isOther = { current: withDefault('relatie-100'), currentRelation: other }
  const isSame = { relation: byNumber, current: withDefault('100'), currentRelation: byNumber }
  const isUnknown = { current, currentRelation: other }
  const nameless = { id: 7, code: '-2', name: '', kinds: null }
  const keyless = { current: companySettings({ api_key: undefined }) }

  test.each<[string, Partial<SummaryInput>, string, now: unknown, isChanged: boolean]>([
    ['does not mark the standard relation by default', {}, '-2 Klant onbekend', byDefault, false],
    ['marks another relation', { relation: other }, '100 Klant', byDefault, true],
    [
      'marks another relation without a key',
      { ...keyless, relation: other },
      '100 Klant',
      byDefault,
      true,
    ],
    ['marks a replaced default', isOther, '-2 Klant onbekend', '100 Klant', true],
    ['does not mark the stored default', isSame, '100 Klant', '100 Klant', false],
    ['shows a default not loaded by its id', { current }, '-2 Klant onbekend', 'relatie-9', true],
    ['shows an unknown default by its id', isUnknown, '-2 Klant onbekend', 'relatie-9', true],
    ['shows a relation without a name by its code', { relation: nameless }, '-2', byDefault, false],
  ])('%s', (_, changes, value, before, isChanged) => {
    const now = { value: before, isChanged }
    expect(rowsOf(summary(changes), 'wizard:walkIn')).toMatchObject([{ value, now }])
  })
})
