import * as z from 'zod/mini'
import { id, ofLocation, read, write } from './endpoint.ts'

const text = z.optional(z.nullable(z.union([z.string(), z.number()])))
const choice = z.optional(z.nullable(z.boolean()))

/** Settings of the accounting connection (§3). What is not named here is kept and sent back as read. */
const companySettings = z.looseObject({
  snelstart_administratie_identifier: id,
  default_verkoop_order_sjabloon: text,
  invoice_verkoop_order_sjabloon: text,
  direct_payment_verkoop_order_sjabloon: text,
  write_as_order: choice,
  write_order: choice,
  sync_open_verkoop_factuur: choice,
  default_cash_register: text,
  default_emballage_ledger: text,
  default_cash_payment_ledger: text,
  default_eft_payment_ledger: text,
  default_webshop_payment_ledger: text,
  cash_gap_ledger: text,
  default_cash_difference_ledger: text,
  write_cash_count: choice,
  price_decimals: z.optional(z.nullable(z.number())),
  rounded_prices: choice,
  prices_inclusive_tax: choice,
  sync_product: choice,
  sync_relation: choice,
  skip_non_active_artikels: choice,
  skip_non_active_relations: choice,
  open_invoice_product: choice,
  api_key: z.optional(z.nullable(z.looseObject({ id: z.optional(id), default_no_relation: text }))),
})
export type CompanySettings = z.infer<typeof companySettings>

/** GET /snelstart/company; null while the coupling is not confirmed (404 or 409). */
export const getCompanySettings = read({
  path: '/snelstart/company',
  absent: [404, 409],
  request: z.object(ofLocation),
  response: z.nullable(companySettings),
})

const companyInfo = z.object({
  aantal_decimalen_artikelprijzen: z.number(),
  verkoopprijs_artikelbestand_exclusief_btw: z.boolean(),
})
/** What the accounting package says of its prices (§3). */
export type CompanyInfo = z.infer<typeof companyInfo>

/** GET /snelstart/company/info */
export const getCompanyInfo = read({
  path: '/snelstart/company/info',
  request: z.object({ query: ofLocation.query }),
  response: companyInfo,
})

/** POST /snelstart/company/{administration identifier} */
export const saveCompanySettings = write({
  method: 'POST',
  path: '/snelstart/company/{identifier}',
  request: z.object({
    ...ofLocation,
    path: z.object({ identifier: id }),
    body: companySettings,
  }),
  response: z.unknown(),
  dryRun: () => null,
})
