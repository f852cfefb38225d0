import * as z from 'zod/mini'
import { id } from '../api/endpoint.ts'
import { product } from '../api/products.ts'
import { applications } from '../domain/wizard.ts'
import { required } from './presence.ts'
import { formRule, isEmpty, type Rule } from './rule.ts'

const template = z.nullable(id)

const newProduct = z.object({
  name: z.string(),
  sku_code: z.string(),
  artikelomzetgroep: z.nullable(id),
})

const snelstart = z.object({
  application: z.literal(applications),
  default_order_template: template,
})

const inhandel = z.object({
  use_stock: z.boolean(),
  register_order_template: template,
  account_order_template: template,
})

const importAndSync = z.object({
  import_settings: z.object({
    import_non_active: z.boolean(),
    import_non_active_relations: z.boolean(),
  }),
  sync_settings: z.object({ sync_products: z.boolean(), sync_relations: z.boolean() }),
  open_invoices: z.object({
    open_invoice_product: z.boolean(),
    product: z.nullable(product),
    is_new: z.boolean(),
    new_product: newProduct,
  }),
  emballage: z.object({
    emballage_product: z.nullable(product),
    is_new: z.boolean(),
    new_product: newProduct,
  }),
})

/** The shape of the wizard's answers, complete or not. */
export const wizardValues = z.object({
  snelstart,
  inhandel,
  import_and_sync: importAndSync,
})

type Values = Readonly<Record<string, unknown>>

/** A field of a group that is required in some cases. */
function requiredWhen(field: string, isNeeded: (values: Values) => boolean): Rule {
  return formRule(
    field,
    { rule: 'required', key: 'validation:required' },
    (values) => !isNeeded(values) || !isEmpty(values[field]),
  )
}

const usesStock = ({ use_stock: isOn }: Values) => isOn === true

/** The rules of the wizard's form (§5); ledgers and relation are checked by stores of their own. */
export const wizardRules = z.object({
  snelstart: z
    .object({ ...snelstart.shape, application: z.literal(applications).check(required()) })
    .check(requiredWhen('default_order_template', ({ application }) => application === 'desktop')),
  inhandel: inhandel.check(
    requiredWhen('register_order_template', usesStock),
    requiredWhen('account_order_template', usesStock),
  ),
  import_and_sync: importAndSync,
})
