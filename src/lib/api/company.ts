import * as z from 'zod/mini'
import { id, ofLocation, read, write, type Id } from './endpoint.ts'

/** The settings of §3 that the wizard shows or decides. */
export const settingNames = [
  'default_verkoop_order_sjabloon',
  'invoice_verkoop_order_sjabloon',
  'direct_payment_verkoop_order_sjabloon',
  'write_as_order',
  'write_order',
  'sync_open_verkoop_factuur',
  'default_cash_register',
  'default_emballage_ledger',
  'default_cash_payment_ledger',
  'default_eft_payment_ledger',
  'default_webshop_payment_ledger',
  'cash_gap_ledger',
  'default_cash_difference_ledger',
  'write_cash_count',
  'price_decimals',
  'rounded_prices',
  'prices_inclusive_tax',
  'sync_product',
  'sync_relation',
  'skip_non_active_artikels',
  'skip_non_active_relations',
  'open_invoice_product',
] as const
export type SettingName = (typeof settingNames)[number]

const apiKey = z.nullish(z.looseObject({ id: z.nullish(id), default_no_relation: z.nullish(id) }))

/**
 * Settings of the accounting connection (§3). They are sent back as they were read but for what is
 * decided, so that whoever reads one looks at what it is: `isSet`, `choiceOf`.
 */
export interface CompanySettings extends Partial<Readonly<Record<SettingName, unknown>>> {
  snelstart_administratie_identifier: Id
  api_key?: z.output<typeof apiKey>
  [other: string]: unknown
}

const companySettings: z.ZodMiniType<CompanySettings, CompanySettings> = z.looseObject({
  snelstart_administratie_identifier: id,
  api_key: apiKey,
})

/** GET /snelstart/company; null while the coupling is not confirmed (404 or 409). */
export const getCompanySettings = read({
  path: '/snelstart/company',
  absent: [404, 409],
  request: z.object(ofLocation),
  response: z.nullable(companySettings),
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
})
