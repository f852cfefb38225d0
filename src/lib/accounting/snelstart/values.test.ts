import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyChoices, anySettings, anyValues } from '../../../../test/arbitraries.ts'
import {
  choices,
  companySettings,
  orderTemplates,
  wizardValues,
} from '../../../../test/builders.ts'
import { settingsFrom } from './company-settings.ts'
import { isSet } from '../../api/endpoint.ts'
import { findTemplate } from './calls.ts'
import {
  perSwitch,
  valuesFrom,
  withApplication,
  withKnownTemplates,
  type WizardValues,
} from './values.ts'

const noTemplates = { register_order_template: null, account_order_template: null }
const web = {
  snelstart: { application: 'web' as const, default_order_template: null },
  inhandel: { use_stock: false, ...noTemplates },
}
const noProduct = { name: '', sku_code: '', revenue_group: null }

describe('the form starts', () => {
  const defaults = {
    ...web,
    import_and_sync: {
      import_settings: perSwitch('import_settings', () => false),
      sync_settings: perSwitch('sync_settings', () => false),
      open_invoices: {
        open_invoice_product: false,
        product: null,
        is_new: false,
        new_product: noProduct,
      },
      emballage: { emballage_product: null, is_new: false, new_product: noProduct },
    },
  }

  test.each([
    ['nobody has set up anything', companySettings()],
    ['the settings say nothing at all', { snelstart_administratie_identifier: 1 }],
  ])('with web and without stock where %s', (_, settings) => {
    expect(valuesFrom(settings)).toStrictEqual(defaults)
  })

  test('with choices that are written as text', () => {
    const texts = companySettings({
      default_verkoop_order_sjabloon: 1,
      write_as_order: 'true',
      sync_product: 'true',
      sync_relation: 'false',
      skip_non_active_artikels: 'false',
      skip_non_active_relations: 'true',
      open_invoice_product: 'false',
    })
    const values = valuesFrom(texts)
    expect(values.inhandel.use_stock).toBe(true)
    expect(values.import_and_sync).toMatchObject({
      import_settings: { import_non_active: true, import_non_active_relations: false },
      sync_settings: { sync_products: true, sync_relations: false },
      open_invoices: { open_invoice_product: true },
    })
  })

  const left = {
    default_verkoop_order_sjabloon: 'standaard',
    invoice_verkoop_order_sjabloon: 'rekening',
    direct_payment_verkoop_order_sjabloon: 'kassa',
    write_as_order: true,
  }

  test.each([null, undefined, ''])('with web where the default template is %j', (template) => {
    const settings = companySettings({ ...left, default_verkoop_order_sjabloon: template })
    expect(valuesFrom(settings)).toMatchObject(web)
  })

  test.each([false, null, undefined])(
    'without stock where write_as_order is %j, whatever templates are left',
    (write_as_order) => {
      expect(valuesFrom(companySettings({ ...left, write_as_order }))).toMatchObject({
        snelstart: { application: 'desktop', default_order_template: 'standaard' },
        inhandel: { use_stock: false, ...noTemplates },
      })
    },
  )
})

describe('what the settings keep', () => {
  /** The part of the values that ends up in the settings. */
  const kept = ({ snelstart, inhandel, import_and_sync }: WizardValues) => ({
    snelstart,
    inhandel,
    import_settings: import_and_sync.import_settings,
    sync_settings: import_and_sync.sync_settings,
    open_invoice_product: import_and_sync.open_invoices.open_invoice_product,
  })
  const templates = fc.oneof(fc.integer(), fc.string({ minLength: 1 }))
  const onDesktop = fc.record({
    application: fc.constant('desktop' as const),
    default_order_template: templates,
  })

  /** The first two steps as the form lets them be finished. */
  const firstSteps = fc.oneof(
    fc.constant(web),
    fc.record({
      snelstart: onDesktop,
      inhandel: fc.constant({ use_stock: false, ...noTemplates }),
    }),
    fc.record({
      snelstart: onDesktop,
      inhandel: fc.record({
        use_stock: fc.constant(true),
        register_order_template: templates,
        account_order_template: templates,
      }),
    }),
  )

  test('comes back as it was chosen', () => {
    fc.assert(
      fc.property(anyChoices, firstSteps, anySettings, (chosen, steps, current) => {
        const values = { ...chosen.values, ...steps }
        const saved = settingsFrom({ ...chosen, values }, current)
        expect(kept(valuesFrom(saved))).toEqual(kept(values))
      }),
      { numRuns: 300 },
    )
  })

  test('is what the form starts with, whatever they were', () => {
    fc.assert(
      fc.property(anySettings, (settings) => {
        const values = valuesFrom(settings)
        const saved = settingsFrom(choices({ values }), settings)
        expect(valuesFrom(saved)).toStrictEqual(values)
      }),
      { numRuns: 300 },
    )
  })
})

describe('another application', () => {
  test('web takes stock and the three templates away, and nothing else', () => {
    const values = wizardValues()
    expect(withApplication(values, 'web')).toStrictEqual({ ...values, ...web })
  })

  test('desktop changes nothing else', () => {
    const values = withApplication(wizardValues(), 'web')
    expect(withApplication(values, 'desktop')).toStrictEqual({
      ...values,
      snelstart: { application: 'desktop', default_order_template: null },
    })
    expect(withApplication(wizardValues(), 'desktop')).toStrictEqual(wizardValues())
  })

  test('web saves the same settings whether stock and templates were cleared in the form or not', () => {
    fc.assert(
      fc.property(anyValues, anySettings, (values, current) => {
        const { snelstart } = values
        const chosen = { ...values, snelstart: { ...snelstart, application: 'web' as const } }
        const cleared = withApplication(values, 'web')
        expect(settingsFrom(choices({ values: cleared }), current)).toStrictEqual(
          settingsFrom(choices({ values: chosen }), current),
        )
      }),
    )
  })
})

describe('order templates that are no longer there', () => {
  test('are dropped, the others and everything else stay', () => {
    const values = wizardValues()
    expect(withKnownTemplates(values, orderTemplates)).toStrictEqual(values)
    const without = orderTemplates.filter(({ id }) => id !== 'kassa')
    expect(withKnownTemplates(values, without)).toStrictEqual({
      ...values,
      inhandel: { ...values.inhandel, register_order_template: null },
    })
    expect(withKnownTemplates(values, [])).toStrictEqual({
      ...values,
      snelstart: { application: 'desktop', default_order_template: null },
      inhandel: { use_stock: true, ...noTemplates },
    })
  })

  test('a number and the same number as text are one template, named as the package names it', () => {
    const template = { omschrijving: 'Order', prijsIngaveExclusiefBtw: false }
    const values = wizardValues({
      snelstart: { application: 'desktop', default_order_template: '7' },
      inhandel: { use_stock: true, register_order_template: 8, account_order_template: 70 },
    })
    const templates = [
      { id: 7, ...template },
      { id: '8', ...template },
    ]
    expect(withKnownTemplates(values, templates)).toMatchObject({
      snelstart: { default_order_template: 7 },
      inhandel: { register_order_template: '8', account_order_template: null },
    })
  })

  test.each(['standaard', 'kassa', 'rekening'])('%s is found by its id', (id) => {
    expect(findTemplate(orderTemplates, id)?.id).toBe(id)
  })

  test.each([null, '', 'weg', 0])('%j is not found', (id) => {
    expect(findTemplate(orderTemplates, id)).toBeUndefined()
  })
})

test.each([
  [null, false],
  [undefined, false],
  ['', false],
  [0, true],
  ['0', true],
  ['standaard', true],
])('%j names something: %j', (value, names) => {
  expect(isSet(value)).toBe(names)
})
