import fc from 'fast-check'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import {
  arbitraryDecisions,
  arbitrarySettings,
  arbitraryWizardValues,
} from '../../../../test/arbitraries.ts'
import {
  companySettings,
  createWizardDecisions,
  webApplicationValues,
  orderTemplates,
  createProductChoice,
  wizardValues as filledIn,
} from '../../../../test/builders.ts'
import { getRuleMessage } from '../../validation/rule.ts'
import { findTemplate } from './calls.ts'
import { createSettings } from './company-settings.ts'
import {
  createLastChoices,
  emptyProductAnswer,
  applyRecommendedChoices,
  createFormValues,
  changeApplication,
  removeUnknownTemplates,
  applyLastChoices,
  wizardRules,
  wizardValues,
  type WizardValues,
} from './values.ts'

const noStock = { use_stock: false, register_order_template: null, account_order_template: null }
const products = { paying_product: emptyProductAnswer, emballage_product: emptyProductAnswer }
const web = filledIn(webApplicationValues)

describe('createFormValues', () => {
  test.each([
    ['the coupling is not set up', companySettings()],
    ['the settings contain only the identifier', { snelstart_administratie_identifier: 1 }],
  ])('createFormValues returns web without stock if %s', (_, settings) => {
    expect(createFormValues(settings)).toStrictEqual({
      ...webApplicationValues,
      ...products,
      import_non_active: false,
      import_non_active_relations: false,
      sync_products: false,
      sync_relations: false,
      open_invoice_product: false,
    })
  })

  test('createFormValues reads booleans that are stored as the texts "true" and "false"', () => {
    const texts = companySettings({
      default_verkoop_order_sjabloon: 1,
      write_as_order: 'true',
      sync_product: 'true',
      sync_relation: 'false',
      skip_non_active_artikels: 'false',
      skip_non_active_relations: 'true',
      open_invoice_product: 'false',
    })
    expect(createFormValues(texts)).toMatchObject({
      use_stock: true,
      import_non_active: true,
      import_non_active_relations: false,
      sync_products: true,
      sync_relations: false,
      open_invoice_product: true,
    })
  })

  const left = {
    default_verkoop_order_sjabloon: 'standaard',
    invoice_verkoop_order_sjabloon: 'rekening',
    direct_payment_verkoop_order_sjabloon: 'kassa',
    write_as_order: true,
  }

  test.each([null, undefined, ''])(
    'createFormValues selects the web application if the stored default order template is %j',
    (template) => {
      const settings = companySettings({ ...left, default_verkoop_order_sjabloon: template })
      expect(createFormValues(settings)).toMatchObject(webApplicationValues)
    },
  )

  test.each([false, null, undefined])(
    'createFormValues switches stock off if write_as_order is %j, even if order templates are stored',
    (write_as_order) => {
      expect(createFormValues(companySettings({ ...left, write_as_order }))).toMatchObject({
        application: 'desktop',
        default_order_template: 'standaard',
        ...noStock,
      })
    },
  )
})

describe('createFormValues and createSettings', () => {
  const templates = fc.oneof(fc.integer(), fc.string({ minLength: 1 }))
  const onDesktop = {
    application: fc.constant('desktop' as const),
    default_order_template: templates,
  }
  /** Values that the form accepts in its first two steps. */
  const firstSteps = fc.oneof(
    fc.constant(webApplicationValues),
    fc.record(onDesktop).map((values) => ({ ...values, ...noStock })),
    fc.record({
      ...onDesktop,
      use_stock: fc.constant(true),
      register_order_template: templates,
      account_order_template: templates,
    }),
  )

  test('createFormValues restores the choices that createSettings has stored', () => {
    fc.assert(
      fc.property(arbitraryDecisions, firstSteps, arbitrarySettings, (chosen, steps, current) => {
        const values = { ...chosen.values, ...steps }
        const saved = createSettings({ ...chosen, values }, current)
        // The chosen products are not stored in the settings.
        expect(createFormValues(saved)).toEqual({ ...values, ...products })
      }),
      { numRuns: 300 },
    )
  })
})

describe('changeApplication', () => {
  test('clears stock and the three order templates if the user chooses the web application', () => {
    expect(changeApplication(filledIn(), 'web')).toStrictEqual(web)
  })

  test('changeApplication to desktop keeps all other form values', () => {
    expect(changeApplication(web, 'desktop')).toStrictEqual({ ...web, application: 'desktop' })
    expect(changeApplication(filledIn(), 'desktop')).toStrictEqual(filledIn())
  })
})

describe('removeUnknownTemplates', () => {
  test('removes order templates that no longer exist and keeps all other values', () => {
    const values = filledIn()
    expect(removeUnknownTemplates(values, orderTemplates)).toStrictEqual(values)
    const without = orderTemplates.filter(({ id }) => id !== 'kassa')
    expect(removeUnknownTemplates(values, without)).toStrictEqual(
      filledIn({ register_order_template: null }),
    )
    expect(removeUnknownTemplates(values, [])).toStrictEqual(
      filledIn({ ...noStock, use_stock: true, default_order_template: null }),
    )
  })

  test('matches template ids of different types and returns the accounting package’s id', () => {
    const template = { omschrijving: 'Order', prijsIngaveExclusiefBtw: false }
    const values = filledIn({
      default_order_template: '7',
      register_order_template: 8,
      account_order_template: 70,
    })
    const templates = [
      { id: 7, ...template },
      { id: '8', ...template },
    ]
    expect(removeUnknownTemplates(values, templates)).toMatchObject({
      default_order_template: 7,
      register_order_template: '8',
      account_order_template: null,
    })
  })

  test.each([null, '', 'weg', 0])('findTemplate returns undefined for %j', (id) => {
    expect(findTemplate(orderTemplates, id)).toBeUndefined()
  })
})

describe('wizardRules', () => {
  /** Returns the message keys of invalid fields, by field name. */
  function broken(values: unknown): Record<string, string> {
    const { error } = z.safeParse(wizardRules, values)
    return Object.fromEntries(
      (error?.issues ?? []).map((issue) => [issue.path.join('.'), getRuleMessage(issue).key]),
    )
  }

  const factuur = { id: 7, name: 'Factuur', sku_code: null }

  test.each<[string, WizardValues]>([
    ['the initial values', createFormValues({ snelstart_administratie_identifier: 1 })],
    ['the web application without order templates', web],
    ['a shop without stock', filledIn(noStock)],
    [
      'an order template with the id 0',
      filledIn({ register_order_template: 0, account_order_template: 7 }),
    ],
    [
      'a product for open invoices',
      filledIn({
        open_invoice_product: true,
        paying_product: createProductChoice({ chosen: factuur }),
      }),
    ],
    // A missing product is valid, because the settings do not contain the product.
    ['open invoices without a product', filledIn({ open_invoice_product: true })],
  ])('accepts %s', (_, values) => {
    expect(broken(values)).toEqual({})
  })

  test.each([undefined, null, '', 'cloud'])('rejects the application %o', (other) => {
    expect(broken({ ...web, application: other })).toEqual({ application: 'rules:invalid' })
  })

  test('reports all missing order templates at once', () => {
    const nothing = { ...noStock, use_stock: true, default_order_template: null }
    expect(broken(filledIn(nothing))).toEqual({
      default_order_template: 'validation:required',
      register_order_template: 'validation:required',
      account_order_template: 'validation:required',
    })
  })

  test.each([
    { application: 'cloud' },
    { use_stock: 'yes' },
    { sync_products: undefined },
    { import_non_active: null },
  ])('rejects remembered values with an invalid value: %o', (changes) => {
    expect(z.safeParse(wizardValues, { ...filledIn(), ...changes }).success).toBe(false)
    expect(z.safeParse(wizardValues, {}).success).toBe(false)
    expect(z.parse(wizardValues, filledIn({ default_order_template: null }))).toBeDefined()
  })
})

describe('applyRecommendedChoices', () => {
  const desktop = filledIn({ ...noStock, default_order_template: null })
  const usual = {
    import_non_active: false,
    import_non_active_relations: false,
    sync_products: true,
    sync_relations: true,
  }

  test('applyRecommendedChoices selects synchronisation, excludes inactive records and keeps other values', () => {
    const opposite = Object.entries(usual).map(([name, answer]) => [name, !answer] as const)
    const values = { ...web, ...Object.fromEntries(opposite), open_invoice_product: true }
    expect(applyRecommendedChoices(values, [])).toEqual({ ...values, ...usual })
  })

  test.each([
    ['chooses the only order template', desktop, orderTemplates.slice(0, 1), 'standaard'],
    ['chooses none of several order templates', desktop, orderTemplates, null],
    ['keeps a chosen order template', filledIn(), orderTemplates.slice(1, 2), 'standaard'],
    ['chooses no order template for web', web, orderTemplates.slice(0, 1), null],
  ])('%s', (_, values, templates, chosen) => {
    expect(applyRecommendedChoices(values, templates).default_order_template).toBe(chosen)
  })
})

describe('applyLastChoices', () => {
  const last = createLastChoices(filledIn(), createWizardDecisions().ledgers, orderTemplates)

  test('takes over the last choices and finds order templates by name', () => {
    expect(JSON.stringify(last)).not.toContain('"standaard"')
    const others = orderTemplates.map(({ id, ...template }) => ({ ...template, id: `ander-${id}` }))
    expect(applyLastChoices(web, last, others)).toMatchObject({
      application: 'desktop',
      default_order_template: 'ander-standaard',
      use_stock: true,
      register_order_template: 'ander-kassa',
      account_order_template: 'ander-rekening',
      sync_products: true,
      sync_relations: true,
    })
    expect(last.ledgers).toEqual(createWizardDecisions().ledgers)
  })

  test('does not take over missing templates, products and open invoices', () => {
    fc.assert(
      fc.property(arbitraryWizardValues, arbitraryWizardValues, (chosen, values) => {
        const { open_invoice_product, paying_product, emballage_product } = values
        const taken = createLastChoices(chosen, createWizardDecisions().ledgers, [])
        expect(applyLastChoices(values, taken, [])).toEqual({
          ...chosen,
          ...noStock,
          default_order_template: null,
          use_stock: chosen.application === 'desktop' && chosen.use_stock,
          ...{ open_invoice_product, paying_product, emballage_product },
        })
      }),
    )
  })

  test('keeps a typed product unchanged, even if it is invalid', () => {
    const { emballage_product } = web
    const typed = { ...emballage_product, new_product: { ...emballage_product.new_product } }
    typed.new_product.revenue_group = '.'
    const taken = applyLastChoices({ ...web, emballage_product: typed }, last, orderTemplates)
    expect(taken.emballage_product).toEqual(typed)
  })

  test('copies neither stock nor order template choices to a web coupling', () => {
    const ofWeb = createLastChoices(web, createWizardDecisions().ledgers, [])
    expect(applyLastChoices(filledIn(), ofWeb, orderTemplates)).toMatchObject(webApplicationValues)
  })
})
