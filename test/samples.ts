import { defaultSettings } from '../sandbox/accounting/settings.ts'

/** Sample of an API call with literal request and response (§7). */
export interface CallSample {
  call: string
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Required query parameters and headers, without which the response is 400. */
  required?: readonly string[]
  body?: unknown
  status?: number
  /** Response body, where `generatedId` stands for any generated id. */
  answer: unknown
  amongOthers?: boolean
}

/** Placeholder for a generated id in a response. */
export const generatedId = '00000000-0000-4000-8000-000000000000'

const configured = { administration: '1006', location: '2007' }
export const coupledLocationKey = '7d1c9a40-0000-4b52-8e11-000000002007'

const ofLocation = {
  headers: { administration: configured.administration },
  query: { location: configured.location },
  required: ['administration', 'location'],
}
/** Parameters of calls for which the specification names none (§7). */
const impliedParameters = {
  headers: { administration: configured.administration },
  required: ['administration'],
}

const id = generatedId

const paymentLedgers = {
  administration_id: 1006,
  location_id: 2007,
  cash_ledger: '2200',
  eft_ledger: '2210',
  webshop_ledger: '2220',
  type: 'SNELSTART',
}
const settings = {
  ...defaultSettings,
  default_cash_register: '2050',
  default_emballage_ledger: '8040',
  default_cash_payment_ledger: '2200',
  default_eft_payment_ledger: '2210',
  default_webshop_payment_ledger: '2220',
  cash_gap_ledger: '7980',
  default_cash_difference_ledger: '7980',
  write_cash_count: true,
  rounded_prices: true,
  sync_product: true,
  skip_non_active_artikels: false,
  open_invoice_product: false,
}

const subscription = (
  id: number,
  name: string,
  duration: string,
  interval: string,
  grace_period: string,
) => ({ id, name, duration, interval, grace_period })
const newUser = {
  first_name: 'Nieuwe',
  last_name: 'Winkelier',
  email: 'nieuw@koppelpunt.test',
}

/** Samples of all calls in §7 except calls with generated ids. */
export const callSamples: readonly CallSample[] = [
  {
    call: 'GET /registrations/subscription/list',
    query: { type: 'SNELSTART' },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    required: ['type'],
    answer: [
      subscription(11, 'Start', '1 maand', 'per maand', '30 dagen'),
      subscription(12, 'Winkel', '12 maanden', 'per maand', '30 dagen'),
      subscription(13, 'Winkel en webshop', '12 maanden', 'per jaar', '14 dagen'),
      subscription(14, 'Keten', '36 maanden', 'per jaar', 'geen'),
    ],
  },
  {
    call: 'POST /registrations/registration',
    body: {
      user_id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003',
      reseller_id: 'oefenreseller',
      name: 'Oefenwinkel Nieuw',
      coc: '01234567',
      website_url: 'https://oefenwinkel.test',
      country_code: 'NL',
      subscriptions: [12],
      person: { first_name: 'Winkelier', last_name: 'Oefenaccount' },
      emails: [{ type: 'info', email: 'merchant@koppelpunt.test' }],
    },
    answer: { id: 1, administration_id: 1008, location_id: 2009 },
  },
  {
    call: 'POST /registrations/registration/merchant/{app}',
    path: '/registrations/registration/merchant/SNELSTART',
    body: { username: 'nieuw@koppelpunt.test', ...newUser, app_user: newUser },
    answer: { id, username: 'nieuw@koppelpunt.test' },
  },
  {
    call: 'GET /registrations/registration',
    query: { administration_id: '1006', location_id: '2007' },
    required: ['administration_id'],
    status: 404,
    answer: { message: 'No registration of administration 1006' },
  },
  {
    call: 'GET /serials/serial/list',
    amongOthers: true,
    answer: [
      { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' },
      { id: 1003, name: 'Oefencafé Oost', country_code: 'BE' },
    ],
  },
  {
    call: 'POST /serials/serial',
    body: { name: 'Oefenwinkel Los', country_code: 'BE' },
    answer: { id: 1008, name: 'Oefenwinkel Los', country_code: 'BE' },
  },
  {
    call: 'POST /serials/serial/{id}',
    path: '/serials/serial/1001',
    body: { user_id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003' },
    answer: { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' },
  },
  {
    call: 'GET /serials/serial/{id}',
    path: '/serials/serial/1004',
    answer: { id: 1004, name: 'Oefenmarkt West', country_code: 'DE' },
  },
  {
    call: 'GET /locations/location/list/all',
    headers: { administration: '1004' },
    required: ['administration'],
    answer: [
      { id: 2003, name: 'Markthal', administration_id: 1004, eco: false },
      { id: 2004, name: 'Groentekraam', administration_id: 1004, eco: true },
      { id: 2005, name: 'Webshop', administration_id: 1004, eco: false },
    ],
  },
  {
    call: 'GET /locations/location/{id}',
    path: '/locations/location/2001',
    answer: { id: 2001, name: 'Winkel Noord', administration_id: 1001, eco: false },
  },
  {
    call: 'POST /locations/location',
    headers: { administration: '1003' },
    required: ['administration'],
    body: { name: 'Terras' },
    answer: { id: 2009, name: 'Terras', administration_id: 1003, eco: false },
  },
  {
    call: 'POST /snelstart/keys/unconnected',
    body: { administration_id: 1001, location_id: '2001' },
    answer: { id, administration_id: 1001, location_id: 2001, default_no_relation: null },
  },
  {
    call: 'POST /snelstart/keys',
    body: { administration_id: 1001, location_id: 2001, apiKey: 'oefensleutel' },
    answer: {
      id,
      administration_id: 1001,
      location_id: 2001,
      apiKey: 'oefensleutel',
      default_no_relation: null,
    },
  },
  {
    call: 'PUT /snelstart/keys/{id}',
    path: `/snelstart/keys/${coupledLocationKey}`,
    body: { default_no_relation: null },
    answer: {
      id: coupledLocationKey,
      administration_id: 1006,
      location_id: 2007,
      apiKey: 'oefensleutel-2007',
      default_no_relation: null,
    },
  },
  {
    call: 'GET /snelstart/company',
    ...ofLocation,
    answer: {
      ...settings,
      snelstart_administratie_identifier: id,
      default_verkoop_order_sjabloon: id,
      invoice_verkoop_order_sjabloon: id,
      direct_payment_verkoop_order_sjabloon: id,
      write_as_order: true,
      sync_open_verkoop_factuur: true,
      price_decimals: 3,
      rounded_prices: false,
      prices_inclusive_tax: false,
      sync_relation: true,
      skip_non_active_artikels: true,
      api_key: { id: coupledLocationKey, default_no_relation: id },
    },
  },
  {
    call: 'GET /snelstart/company/info',
    query: { location: '2007' },
    required: ['location'],
    answer: { aantal_decimalen_artikelprijzen: 3, verkoopprijs_artikelbestand_exclusief_btw: true },
  },
  {
    call: 'POST /snelstart/company/{identifier}',
    ...ofLocation,
    body: { snelstart_administratie_identifier: id, ...settings },
    answer: {
      ...settings,
      snelstart_administratie_identifier: id,
      api_key: { id: coupledLocationKey, default_no_relation: id },
    },
  },
  {
    call: 'GET /snelstart/salesorder/template',
    ...ofLocation,
    answer: [
      { id, omschrijving: 'Standaard verkooporder', prijsIngaveExclusiefBtw: false },
      { id, omschrijving: 'Kassa-order (inclusief btw)', prijsIngaveExclusiefBtw: false },
      { id, omschrijving: 'Order op rekening (exclusief btw)', prijsIngaveExclusiefBtw: true },
    ],
  },
  {
    call: 'POST /accounting/paymentledgers',
    body: paymentLedgers,
    answer: { id: 2, ...paymentLedgers },
  },
  {
    call: 'PUT /accounting/paymentledgers/{id}',
    path: '/accounting/paymentledgers/1',
    ...impliedParameters,
    body: { id: 1, ...paymentLedgers, cash_ledger: '2201' },
    answer: { id: 1, ...paymentLedgers, cash_ledger: '2201' },
  },
  {
    call: 'GET /accounting/paymentledgers/{id}',
    path: '/accounting/paymentledgers/1',
    answer: { id: 1, ...paymentLedgers },
  },
  {
    call: 'GET /accounting/paymentledgers',
    headers: { administration: '1006', location: '2007' },
    required: ['administration'],
    answer: [{ id: 1, ...paymentLedgers }],
  },
  {
    call: 'POST /snelstart/journals/grootboeken',
    body: {
      administration: '1006',
      location: 2007,
      nummer: '2230',
      omschrijving: 'Cadeaukaarten',
      functie: 'ElectronischeBetaling',
      rekening_code: 'Balans',
      kostenplaats: false,
      rubriek: 'Tussenrekeningen',
    },
    answer: {
      id,
      nummer: '2230',
      omschrijving: 'Cadeaukaarten',
      grootboekfunctie: 'ElectronischeBetaling',
      rekening_code: 'Balans',
      grootboek_rubriek: 'Tussenrekeningen',
    },
  },
  {
    call: 'POST /snelstart/journals',
    ...impliedParameters,
    body: { nummer: 30, omschrijving: 'Pinbetalingen', soort: 'Bank' },
    answer: { id, nummer: '30', omschrijving: 'Pinbetalingen', soort: 'Bank' },
  },
  {
    call: 'GET /snelstart/journals/grootboeken/{number}',
    path: '/snelstart/journals/grootboeken/8040',
    ...ofLocation,
    answer: {
      id,
      nummer: '8040',
      omschrijving: 'Omzet emballage',
      grootboekfunctie: 'VerkopenOmzetOnbelastVerlegd',
      rekening_code: 'WinstEnVerlies',
      grootboek_rubriek: 'Omzet',
    },
  },
  {
    call: 'GET /snelstart/journals/grootboeken/list',
    ...impliedParameters,
    amongOthers: true,
    answer: [
      {
        id,
        nummer: '2200',
        omschrijving: 'Contante betalingen kassa',
        grootboekfunctie: 'ContanteBetaling',
        rekening_code: 'Balans',
        grootboek_rubriek: 'Tussenrekeningen',
      },
    ],
  },
  {
    call: 'GET /snelstart/journals/dagboeken/list',
    ...impliedParameters,
    amongOthers: true,
    answer: [{ id, nummer: '10', omschrijving: 'Kas', soort: 'Kas' }],
  },
  {
    call: 'GET /snelstart/journals/artikelomzetgroep/list',
    ...impliedParameters,
    answer: [
      { id, nummer: '1', omschrijving: 'Omzet hoog' },
      { id, nummer: '2', omschrijving: 'Omzet laag' },
      { id, nummer: '3', omschrijving: 'Emballage' },
    ],
  },
  {
    call: 'GET /snelstart/relations',
    ...impliedParameters,
    query: { relatiecode: '-2' },
    required: ['administration', 'relatiecode'],
    answer: { id, relatiesoort: ['Klant'], relatiecode: '-2', naam: 'Klant onbekend' },
  },
  {
    call: 'POST /snelstart/relations',
    ...impliedParameters,
    body: { relatiesoort: ['Klant'], relatiecode: '-3', naam: 'Passant' },
    answer: { id, relatiesoort: ['Klant'], relatiecode: '-3', naam: 'Passant' },
  },
  { call: 'GET /snelstart/relations/import', ...impliedParameters, answer: { started: true } },
  {
    call: 'GET /snelstart/product/import',
    ...impliedParameters,
    query: { productpages: 'true' },
    required: ['administration', 'productpages'],
    answer: { started: true },
  },
  {
    call: 'GET /snelstart/product/list',
    ...ofLocation,
    amongOthers: true,
    answer: [
      { id, name: 'Oefenproduct statiegeld krat', sku_code: 'OEF-KRAT', artikelomzetgroep: '3' },
    ],
  },
  {
    call: 'POST /snelstart/product',
    ...impliedParameters,
    body: { name: 'Emballage', sku_code: 'EMB-1', artikelomzetgroep: 3 },
    answer: { id, name: 'Emballage', sku_code: 'EMB-1', artikelomzetgroep: '3' },
  },
]
