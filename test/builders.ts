import type { CompanyInfo } from '../src/lib/api/company-info.ts'
import type { CompanySettings, SettingName } from '../src/lib/api/company.ts'
import type { OrderTemplate } from '../src/lib/api/order-templates.ts'
import type { BoardingValues } from '../src/lib/domain/boarding-values.ts'
import type { Choices } from '../src/lib/domain/company-settings.ts'
import type { Place } from '../src/lib/domain/place.ts'
import type { WizardValues } from '../src/lib/domain/wizard-values.ts'

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
  } satisfies Record<SettingName, unknown>
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

/** A customer as somebody fills it in, with a subscription of the sandbox. */
export function boardingValues(changes: Partial<BoardingValues> = {}): BoardingValues {
  return {
    merchant_info: { full_name: 'Winkelier van Test', username: 'nieuw@zaak.test' },
    serial_info: {
      serial: {
        name: 'Nieuwe Zaak',
        coc: '01234567',
        country_code: 'NL',
        website_url: 'https://zaak.test',
      },
      location: { name: 'Hoofdwinkel' },
    },
    subscription: {
      selected: {
        id: 12,
        name: 'Winkel',
        duration: '12 maanden',
        interval: 'per maand',
        grace_period: '30 dagen',
      },
    },
    ...changes,
  }
}
