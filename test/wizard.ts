import fc from 'fast-check'
import type { CompanyInfo } from '../src/lib/api/company-info.ts'
import type { CompanySettings } from '../src/lib/api/company.ts'
import type { OrderTemplate } from '../src/lib/api/order-templates.ts'
import type { Choices } from '../src/lib/domain/company-settings.ts'
import type { Place } from '../src/lib/domain/place.ts'
import type { WizardValues } from '../src/lib/domain/wizard.ts'

/** Settings of a connection that nobody has set up yet. */
export function companySettings(changes: Partial<CompanySettings> = {}): CompanySettings {
  return {
    snelstart_administratie_identifier: 'b1f7a2c4-administratie',
    default_verkoop_order_sjabloon: null,
    invoice_verkoop_order_sjabloon: null,
    direct_payment_verkoop_order_sjabloon: null,
    write_as_order: false,
    write_order: true,
    sync_open_verkoop_factuur: false,
    default_cash_register: null,
    default_emballage_ledger: null,
    default_cash_payment_ledger: null,
    default_eft_payment_ledger: null,
    default_webshop_payment_ledger: null,
    cash_gap_ledger: null,
    default_cash_difference_ledger: null,
    write_cash_count: false,
    price_decimals: 2,
    rounded_prices: false,
    prices_inclusive_tax: true,
    sync_product: false,
    sync_relation: false,
    skip_non_active_artikels: true,
    skip_non_active_relations: true,
    open_invoice_product: true,
    api_key: { id: 'sleutel-1', default_no_relation: null },
    ...changes,
  }
}

/** Order templates of a desktop administration: those that `wizardValues` has chosen. */
export const orderTemplates: readonly OrderTemplate[] = [
  { id: 'standaard', omschrijving: 'Standaard verkooporder', prijsIngaveExclusiefBtw: false },
  { id: 'kassa', omschrijving: 'Kassa-order (inclusief btw)', prijsIngaveExclusiefBtw: false },
  { id: 'rekening', omschrijving: 'Op rekening (exclusief btw)', prijsIngaveExclusiefBtw: true },
]

const noProduct = { name: '', sku_code: '', artikelomzetgroep: null }

/** A desktop shop with stock that imports and synchronises what is active. */
export function wizardValues(changes: Partial<WizardValues> = {}): WizardValues {
  return {
    snelstart: { application: 'desktop', default_order_template: 'standaard' },
    inhandel: {
      use_stock: true,
      register_order_template: 'kassa',
      account_order_template: 'rekening',
    },
    import_and_sync: {
      import_settings: { import_non_active: false, import_non_active_relations: false },
      sync_settings: { sync_products: true, sync_relations: true },
      open_invoices: {
        open_invoice_product: false,
        product: null,
        is_new: false,
        new_product: noProduct,
      },
      emballage: { emballage_product: null, is_new: false, new_product: noProduct },
    },
    ...changes,
  }
}

/** What the accounting package says of prices with two decimals, VAT included. */
export function companyInfo(changes: Partial<CompanyInfo> = {}): CompanyInfo {
  return {
    aantal_decimalen_artikelprijzen: 2,
    verkoopprijs_artikelbestand_exclusief_btw: false,
    ...changes,
  }
}

/** Everything decided: the ledgers of §9 and the walk-in customer that every administration has. */
export function choices(changes: Partial<Choices> = {}): Choices {
  return {
    values: wizardValues(),
    ledgers: {
      cash: '2200',
      eft: '2210',
      webshop: '2220',
      ecr: '2050',
      payment_differences: '7980',
      cash_differences: '4752',
      emballage: '8040',
    },
    relation: { id: 'relatie-2', code: '-2', name: 'Klant onbekend', kinds: ['Klant'] },
    info: companyInfo(),
    ...changes,
  }
}

/** A location of the sandbox. */
export function place(changes: Partial<Place> = {}): Place {
  return {
    administration: { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' },
    location: { id: 2001, name: 'Winkel Noord', administration_id: 1001, eco: false },
    ...changes,
  }
}

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
}

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
