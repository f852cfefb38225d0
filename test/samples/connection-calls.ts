import { defaultSettings } from '../../sandbox/accounting/settings.ts'
import { configuredKey, impliedParameters, generatedId, ofLocation, type Sample } from './sample.ts'

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

export const connectionCalls: readonly Sample[] = [
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
    path: `/snelstart/keys/${configuredKey}`,
    body: { default_no_relation: null },
    answer: {
      id: configuredKey,
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
      api_key: { id: configuredKey, default_no_relation: id },
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
      api_key: { id: configuredKey, default_no_relation: id },
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
]
