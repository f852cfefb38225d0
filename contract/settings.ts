import type { SettingName } from '../src/lib/api/company.ts'
import type { JsonSchema } from './schemas.ts'

type Kind = 'template' | 'ledger' | 'decimals' | 'choice'

/** What each setting of §3 is. */
const kinds: Readonly<Record<SettingName, Kind>> = {
  default_verkoop_order_sjabloon: 'template',
  invoice_verkoop_order_sjabloon: 'template',
  direct_payment_verkoop_order_sjabloon: 'template',
  write_as_order: 'choice',
  write_order: 'choice',
  sync_open_verkoop_factuur: 'choice',
  default_cash_register: 'ledger',
  default_emballage_ledger: 'ledger',
  default_cash_payment_ledger: 'ledger',
  default_eft_payment_ledger: 'ledger',
  default_webshop_payment_ledger: 'ledger',
  cash_gap_ledger: 'ledger',
  default_cash_difference_ledger: 'ledger',
  write_cash_count: 'choice',
  price_decimals: 'decimals',
  rounded_prices: 'choice',
  prices_inclusive_tax: 'choice',
  sync_product: 'choice',
  sync_relation: 'choice',
  skip_non_active_artikels: 'choice',
  skip_non_active_relations: 'choice',
  open_invoice_product: 'choice',
}

/** The number of a ledger: digits, of which zeros at the beginning count. */
export const ledgerNumber: JsonSchema = { type: 'string', pattern: '^\\d+$' }
const choice: JsonSchema = { type: 'boolean' }
const decimals: JsonSchema = { type: 'integer', minimum: 0 }

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
  description,
})
const template = orNull({ $ref: '#/components/schemas/Id' }, 'Id of an order template; null: none.')

const settings = (schemas: Readonly<Record<Kind, JsonSchema>>) =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, schemas[kind]]))

/** The settings as a service does best to answer them; a ledger is null until one is set. */
export const answeredSettings: Readonly<Record<string, JsonSchema>> = settings({
  template,
  ledger: orNull(ledgerNumber, 'Number of a ledger; null: none is set.'),
  decimals,
  choice,
})

/** The settings as the wizard sends them (§4). */
export const sentSettings: Readonly<Record<string, JsonSchema>> = {
  ...settings({ template, ledger: ledgerNumber, decimals, choice }),
  write_order: { description: 'false with stock management; else as it was read.' },
  write_cash_count: { const: true },
}
