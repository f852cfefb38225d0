import { defaultSettings } from '../sandbox/accounting/settings.ts'
import type { CompanyInfo, OrderTemplate } from '../src/lib/accounting/snelstart/calls.ts'
import type { CompanySettings } from '../src/lib/accounting/snelstart/stored-settings.ts'
import type { BoardingValues } from '../src/lib/domain/customer.ts'
import type { WizardDecisions } from '../src/lib/accounting/snelstart/company-settings.ts'
import type { Report } from '../src/lib/accounting/snelstart/summary.ts'
import {
  emptyProductAnswer,
  applyRecommendedChoices,
  createFormValues,
  type WizardValues,
} from '../src/lib/accounting/snelstart/values.ts'

/** Settings of a coupling that has never been set up. */
export function companySettings(changes: Partial<CompanySettings> = {}): CompanySettings {
  return {
    snelstart_administratie_identifier: 'b1f7a2c4-administratie',
    ...defaultSettings,
    write_order: true,
    api_key: { id: 'sleutel-1', default_no_relation: null },
    ...changes,
  }
}

/** Order templates that `wizardValues` refers to. */
export const orderTemplates: readonly OrderTemplate[] = [
  { id: 'standaard', omschrijving: 'Standaard verkooporder', prijsIngaveExclusiefBtw: false },
  { id: 'kassa', omschrijving: 'Kassa-order (inclusief btw)', prijsIngaveExclusiefBtw: false },
  { id: 'rekening', omschrijving: 'Op rekening (exclusief btw)', prijsIngaveExclusiefBtw: true },
]

/** Form values of a shop with the desktop program and stock. */
export function wizardValues(changes: Partial<WizardValues> = {}): WizardValues {
  return {
    ...applyRecommendedChoices(createFormValues(companySettings()), []),
    application: 'desktop',
    default_order_template: 'standaard',
    use_stock: true,
    register_order_template: 'kassa',
    account_order_template: 'rekening',
    ...changes,
  }
}

/** Form values of the web application, without stock or templates. */
export const webApplicationValues = {
  application: 'web',
  default_order_template: null,
  use_stock: false,
  register_order_template: null,
  account_order_template: null,
} as const

export const createProductChoice = (changes: Partial<typeof emptyProductAnswer>) => ({
  ...emptyProductAnswer,
  ...changes,
})

/** Company information with two price decimals and prices including VAT. */
export function companyInfo(changes: Partial<CompanyInfo> = {}): CompanyInfo {
  return {
    aantal_decimalen_artikelprijzen: 2,
    verkoopprijs_artikelbestand_exclusief_btw: false,
    ...changes,
  }
}

/** Returns wizard decisions with the ledgers of the specification (§9). */
export function createWizardDecisions(changes: Partial<WizardDecisions> = {}): WizardDecisions {
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

/** Report of a completed wizard for an example location. */
export function createReport(changes: Partial<Report> = {}): Report {
  return {
    administration: 'Oefenwinkel Noord (NL)',
    administrationId: '1001',
    location: 'Winkel Noord',
    locationId: '2001',
    book: 'boek',
    at: 0,
    isDryRun: false,
    imports: { products: 'started', relations: 'unknown' },
    ledgers: [],
    relation: { code: '-2', name: 'Passant', origin: 'created' },
    products: ['Krat'],
    settings: [
      { label: 'wizard:syncProducts', value: true, now: { value: null, isChanged: true } },
    ],
    ...changes,
  }
}

/** Completed boarding form with one of the sandbox's subscriptions. */
export function boardingValues(changes: Partial<BoardingValues> = {}): BoardingValues {
  return {
    merchant_info: { full_name: 'Winkelier Test', username: 'nieuw@zaak.test' },
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
