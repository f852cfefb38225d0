import * as z from 'zod/mini'
import { id } from '../api/endpoint.ts'
import { product } from '../api/products.ts'

export const applications = ['web', 'desktop'] as const
/** Snelstart Web or Snelstart 12 (§2). */
export type Application = (typeof applications)[number]

const template = z.nullable(id)

const newProduct = z.object({
  name: z.string(),
  sku_code: z.string(),
  /** Number of a revenue group. */
  artikelomzetgroep: z.nullable(id),
})
export type NewProduct = z.infer<typeof newProduct>

/**
 * What the wizard's form holds, by its steps (§2, §3), complete or not; ledgers and relation have
 * stores of their own.
 */
export const wizardValues = z.object({
  snelstart: z.object({
    application: z.literal(applications),
    default_order_template: template,
  }),
  inhandel: z.object({
    use_stock: z.boolean(),
    /** Order template of the cash register (ECR). */
    register_order_template: template,
    /** Order template of sales on account. */
    account_order_template: template,
  }),
  import_and_sync: z.object({
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
  }),
})
export type WizardValues = z.infer<typeof wizardValues>
