import fc from 'fast-check'
import type { CompanySettings, SettingName } from '../src/lib/api/company.ts'
import type { Choices } from '../src/lib/domain/company-settings.ts'
import type { WizardValues } from '../src/lib/domain/wizard-values.ts'

/** Frozen in depth, so that whoever changes it throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}

const identifications = fc.oneof(fc.integer(), fc.string({ minLength: 1 }))
const identificationsOrNull = fc.option(identifications)
const texts = fc.option(fc.oneof(fc.string(), fc.integer()))
const decisions = fc.option(fc.boolean())
const decimals = fc.nat(6)

/** Fields beside the known ones, as a later version of the service may have them. */
function unknownFields(known: readonly string[]) {
  const names = fc.string().filter((name) => !known.includes(name))
  return fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4, noNullPrototype: true })
}

const keys = fc
  .tuple(
    unknownFields(['id', 'default_no_relation']),
    fc.record({ id: identifications, default_no_relation: texts }, { requiredKeys: [] }),
  )
  .map(([unknown, known]) => ({ ...unknown, ...known }))

const settingFields = {
  snelstart_administratie_identifier: identifications,
  default_verkoop_order_sjabloon: texts,
  invoice_verkoop_order_sjabloon: texts,
  direct_payment_verkoop_order_sjabloon: texts,
  write_as_order: decisions,
  write_order: decisions,
  sync_open_verkoop_factuur: decisions,
  default_cash_register: texts,
  default_emballage_ledger: texts,
  default_cash_payment_ledger: texts,
  default_eft_payment_ledger: texts,
  default_webshop_payment_ledger: texts,
  cash_gap_ledger: texts,
  default_cash_difference_ledger: texts,
  write_cash_count: decisions,
  price_decimals: fc.option(decimals),
  rounded_prices: decisions,
  prices_inclusive_tax: decisions,
  sync_product: decisions,
  sync_relation: decisions,
  skip_non_active_artikels: decisions,
  skip_non_active_relations: decisions,
  open_invoice_product: decisions,
  api_key: fc.option(keys),
} satisfies Record<SettingName | 'snelstart_administratie_identifier' | 'api_key', unknown>

/** Any settings, frozen: fields null, undefined or missing, and fields that the portal does not know. */
export const anySettings: fc.Arbitrary<CompanySettings> = fc
  .tuple(
    unknownFields(Object.keys(settingFields)),
    fc.record(settingFields, { requiredKeys: ['snelstart_administratie_identifier'] }),
    fc.subarray(Object.keys(settingFields).slice(1), { maxLength: 3 }),
  )
  .map(([unknown, known, undefinedFields]) =>
    frozen({
      ...unknown,
      ...known,
      ...Object.fromEntries(undefinedFields.map((field) => [field, undefined])),
    }),
  )

const newProducts = fc.record({
  name: fc.string(),
  sku_code: fc.string(),
  artikelomzetgroep: identificationsOrNull,
})
const products = fc.option(
  fc.record({ id: identifications, name: fc.string(), sku_code: fc.option(fc.string()) }),
)

/** Any values of the form, frozen, also those that its rules would refuse. */
export const anyValues: fc.Arbitrary<WizardValues> = fc
  .record({
    snelstart: fc.record({
      application: fc.constantFrom('web', 'desktop'),
      default_order_template: identificationsOrNull,
    }),
    inhandel: fc.record({
      use_stock: fc.boolean(),
      register_order_template: identificationsOrNull,
      account_order_template: identificationsOrNull,
    }),
    import_and_sync: fc.record({
      import_settings: fc.record({
        import_non_active: fc.boolean(),
        import_non_active_relations: fc.boolean(),
      }),
      sync_settings: fc.record({ sync_products: fc.boolean(), sync_relations: fc.boolean() }),
      open_invoices: fc.record({
        open_invoice_product: fc.boolean(),
        product: products,
        is_new: fc.boolean(),
        new_product: newProducts,
      }),
      emballage: fc.record({
        emballage_product: products,
        is_new: fc.boolean(),
        new_product: newProducts,
      }),
    }),
  })
  .map(frozen)

/** Any choices, frozen; every other walk-in customer has code -2. */
export const anyChoices: fc.Arbitrary<Choices> = fc
  .record({
    values: anyValues,
    ledgers: fc.record({
      cash: fc.string(),
      eft: fc.string(),
      webshop: fc.string(),
      ecr: fc.string(),
      payment_differences: fc.string(),
      cash_differences: fc.string(),
      emballage: fc.string(),
    }),
    relation: fc.record({
      id: identifications,
      code: fc.oneof(fc.constant('-2'), fc.integer().map(String)),
      name: fc.string(),
      kinds: fc.array(fc.string(), { maxLength: 2 }),
    }),
    info: fc.record({
      aantal_decimalen_artikelprijzen: decimals,
      verkoopprijs_artikelbestand_exclusief_btw: fc.boolean(),
    }),
  })
  .map(frozen)
