import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { wizardValues as filledIn } from '../../../../test/builders.ts'
import { failureOf } from '../../validation/rule.ts'
import { wizardRules } from './rules.ts'
import { valuesFrom, wizardValues, type WizardValues } from './values.ts'

/** The message about each field that breaks a rule, by the field's path. */
function broken(values: unknown): Record<string, string> {
  const { error } = z.safeParse(wizardRules, values)
  return Object.fromEntries(
    (error?.issues ?? []).map((issue) => [issue.path.join('.'), failureOf(issue).key]),
  )
}

const onWeb: Partial<WizardValues> = {
  snelstart: { application: 'web', default_order_template: null },
  inhandel: { use_stock: false, register_order_template: null, account_order_template: null },
}
const withoutTemplates = { register_order_template: null, account_order_template: null }

/** Answers of the import step, with these about open invoices. */
function openInvoices(
  changes: Partial<WizardValues['import_and_sync']['open_invoices']>,
): Partial<WizardValues> {
  const { import_and_sync: importAndSync } = filledIn()
  const given = { ...importAndSync.open_invoices, ...changes }
  return { import_and_sync: { ...importAndSync, open_invoices: given } }
}

const noTemplate = { application: 'desktop' as const, default_order_template: null }
const incomplete = filledIn({
  snelstart: noTemplate,
  inhandel: { use_stock: true, ...withoutTemplates },
  ...openInvoices({ open_invoice_product: true, product: null }),
})

test('what the form starts with is complete', () => {
  expect(broken(valuesFrom({ snelstart_administratie_identifier: 1 }))).toEqual({})
})

test.each<[string, Partial<WizardValues>]>([
  ['a desktop shop with stock', {}],
  ['web, which has no templates', onWeb],
  ['a shop without stock', { inhandel: { use_stock: false, ...withoutTemplates } }],
  [
    'a template with any id, also 0',
    { inhandel: { use_stock: true, register_order_template: 0, account_order_template: 7 } },
  ],
  [
    'a product for open invoices',
    openInvoices({
      open_invoice_product: true,
      product: { id: 7, name: 'Factuur', sku_code: null },
    }),
  ],
  // The coupling does not know it.
  ['open invoices without a product', openInvoices({ open_invoice_product: true, product: null })],
])('%s breaks no rule', (_, changes) => {
  expect(broken(filledIn(changes))).toEqual({})
})

test.each([undefined, null, ''])('the application is required (%o)', (application) => {
  const values = { ...filledIn(onWeb), snelstart: { application, default_order_template: null } }
  expect(Object.keys(broken(values))).toEqual(['snelstart.application'])
})

test('the application is one of the two', () => {
  const snelstart = { application: 'cloud', default_order_template: null }
  expect(broken({ ...filledIn(onWeb), snelstart })).toEqual({
    'snelstart.application': 'rules:invalid',
  })
})

test('everything that is wrong is said at once', () => {
  expect(broken(incomplete)).toEqual({
    'snelstart.default_order_template': 'validation:required',
    'inhandel.register_order_template': 'validation:required',
    'inhandel.account_order_template': 'validation:required',
  })
})

test.each([
  ['register_order_template', { account_order_template: 'rekening' }],
  ['account_order_template', { register_order_template: 'kassa' }],
])('stock requires %s also when the other is chosen', (field, other) => {
  const values = filledIn({ inhandel: { use_stock: true, ...withoutTemplates, ...other } })
  expect(broken(values)).toEqual({ [`inhandel.${field}`]: 'validation:required' })
})

describe('what the tab remembers', () => {
  test('may be incomplete', () => {
    expect(z.parse(wizardValues, incomplete)).toEqual(incomplete)
  })

  test.each([
    { ...filledIn(), snelstart: { application: 'cloud', default_order_template: null } },
    { ...filledIn(), inhandel: { use_stock: 'yes', ...withoutTemplates } },
    { ...filledIn(), import_and_sync: {} },
    {},
  ])('has the shape of the answers (%#)', (values) => {
    expect(z.safeParse(wizardValues, values).success).toBe(false)
  })
})
