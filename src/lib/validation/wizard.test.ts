import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { wizardValues as filledIn } from '../../../test/builders.ts'
import type { WizardValues } from '../domain/wizard-values.ts'
import { valuesFrom } from '../domain/wizard.ts'
import { failureOf } from './rule.ts'
import { wizardValues } from '../domain/wizard-values.ts'
import { wizardRules } from './wizard.ts'

/** Which rule each field breaks, by the field's path. */
function broken(values: unknown): Record<string, string> {
  const { error } = z.safeParse(wizardRules, values)
  return Object.fromEntries(
    (error?.issues ?? []).map((issue) => [issue.path.join('.'), failureOf(issue).rule]),
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

test('answers that are complete break no rule', () => {
  expect(broken(filledIn())).toEqual({})
  expect(broken(filledIn(onWeb))).toEqual({})
})

test('what the form starts with is complete', () => {
  expect(broken(valuesFrom({ snelstart_administratie_identifier: 1 }))).toEqual({})
})

describe('the application', () => {
  test.each([undefined, null, ''])('is required (%o)', (application) => {
    const values = { ...filledIn(onWeb), snelstart: { application, default_order_template: null } }
    expect(Object.keys(broken(values))).toEqual(['snelstart.application'])
  })

  test('is one of the two', () => {
    const snelstart = { application: 'cloud', default_order_template: null }
    expect(broken({ ...filledIn(onWeb), snelstart })).toEqual({
      'snelstart.application': 'invalid',
    })
  })

  test('on desktop requires a default order template', () => {
    const values = filledIn({
      snelstart: { application: 'desktop', default_order_template: null },
    })
    expect(broken(values)).toEqual({ 'snelstart.default_order_template': 'required' })
  })

  test('on web requires none', () => {
    expect(broken(filledIn(onWeb))).toEqual({})
  })
})

describe('stock', () => {
  test('requires both order templates', () => {
    const values = filledIn({ inhandel: { use_stock: true, ...withoutTemplates } })
    expect(broken(values)).toEqual({
      'inhandel.register_order_template': 'required',
      'inhandel.account_order_template': 'required',
    })
  })

  test.each([
    ['register_order_template', { account_order_template: 'rekening' }],
    ['account_order_template', { register_order_template: 'kassa' }],
  ])('requires %s also when the other is chosen', (field, other) => {
    const values = filledIn({ inhandel: { use_stock: true, ...withoutTemplates, ...other } })
    expect(broken(values)).toEqual({ [`inhandel.${field}`]: 'required' })
  })

  test('that is not used requires none', () => {
    const values = filledIn({ inhandel: { use_stock: false, ...withoutTemplates } })
    expect(broken(values)).toEqual({})
  })

  test('takes any id, also 0', () => {
    const inhandel = { use_stock: true, register_order_template: 0, account_order_template: 7 }
    expect(broken(filledIn({ inhandel }))).toEqual({})
  })
})

describe('the product for open invoices', () => {
  const product = { id: 7, name: 'Factuur', sku_code: null }

  test('that is chosen will do', () => {
    const values = filledIn(openInvoices({ open_invoice_product: true, product }))
    expect(broken(values)).toEqual({})
  })

  test.each([true, false])(
    'is not required, for the coupling does not know it (used: %s)',
    (isUsed) => {
      const values = filledIn(openInvoices({ open_invoice_product: isUsed, product: null }))
      expect(broken(values)).toEqual({})
    },
  )
})

test('everything that is wrong is said at once', () => {
  const values = filledIn({
    snelstart: { application: 'desktop', default_order_template: null },
    inhandel: { use_stock: true, ...withoutTemplates },
    ...openInvoices({ open_invoice_product: true, product: null }),
  })
  expect(broken(values)).toEqual({
    'snelstart.default_order_template': 'required',
    'inhandel.register_order_template': 'required',
    'inhandel.account_order_template': 'required',
  })
})

describe('what the tab remembers', () => {
  test('may be incomplete', () => {
    const values = filledIn({
      snelstart: { application: 'desktop', default_order_template: null },
      inhandel: { use_stock: true, ...withoutTemplates },
      ...openInvoices({ open_invoice_product: true, product: null }),
    })
    expect(z.parse(wizardValues, values)).toEqual(values)
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
