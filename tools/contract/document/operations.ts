import type { CallName } from '../calls.ts'

/** Groups of calls by the start of their paths, in the order of the document. */
export const callGroups: readonly (readonly [path: string, name: string, description: string])[] = [
  ['/registrations/', 'registrations', 'New customers: subscriptions, accounts, registrations.'],
  ['/serials/', 'administrations', "A customer's administrations, “serials” at the wire."],
  ['/locations/', 'locations', 'Shops and webshops of an administration.'],
  ['/snelstart/keys', 'keys', 'What connects a location to the accounting package.'],
  ['/snelstart/company', 'settings', 'The settings of a coupling.'],
  ['/snelstart/salesorder/', 'order templates', 'How the desktop application makes sales orders.'],
  [
    '/snelstart/journals',
    'ledgers',
    'Ledgers, journals and revenue groups of the accounting package.',
  ],
  ['/accounting/paymentledgers', 'payment ledgers', 'Which ledgers payments are booked on.'],
  ['/snelstart/relations', 'relations', 'Customers in the accounting package.'],
  ['/snelstart/product', 'products', 'Products of the accounting package.'],
]

/** Summaries of the calls, in the order of the document. */
export const callSummaries: Readonly<Record<CallName, string>> = {
  listSubscriptions: 'The subscriptions to choose from, the one call without a bearer token',
  createMerchant: "Makes the customer's own account",
  createRegistration:
    'Makes an administration with its subscriptions, without what is empty or unknown',
  findRegistration: 'What was registered of an administration',
  listAdministrations: 'The administrations that the user may see',
  getAdministration: 'One administration',
  createAdministration: 'Makes an administration; no screen does so yet',
  addUserToAdministration: 'Adds a user to an administration; adding one again changes nothing',
  listLocations: 'All locations of one administration',
  getLocation: 'One location',
  createLocation: 'Makes a location of an administration',
  createUnconnectedKey: 'Makes the key that the accounting package is asked to activate',
  createKey: 'Stores a key that is known already; no screen does so yet',
  updateKey: 'Says which relation unknown customers are booked on; null for none',
  getCompanySettings: 'The settings of a coupling, as soon as it is confirmed',
  saveCompanySettings: 'Stores all settings; what nobody decided comes back as it was read',
  getCompanyInfo: 'What the accounting package says of its prices',
  listOrderTemplates: 'The order templates to choose from',
  findLedger: 'The ledger with a number',
  createLedger: 'Makes a ledger',
  listLedgers: 'All ledgers',
  listRevenueGroups: 'What the revenue of products is booked by',
  listJournals: 'All journals; no screen asks for them yet',
  createJournal: 'Makes a journal; no screen does so yet',
  listPaymentLedgers: 'The payment ledgers of a location, or of an administration',
  getPaymentLedgers: 'One record of payment ledgers; no screen asks for it yet',
  createPaymentLedgers: 'Stores the payment ledgers',
  updatePaymentLedgers: 'Replaces the payment ledgers',
  getRelation: 'One relation',
  findRelations: 'The relations with a code; of several, the one with exactly this code counts',
  createRelation: 'Makes the walk-in relation',
  importRelations: 'Starts the import of relations: a write, although it is a GET',
  listProducts: 'The products to choose from',
  createProduct: 'Makes a product',
  importProducts: 'Starts the import of products: a write, although it is a GET',
}

/** Descriptions of statuses that differ from the general descriptions. */
export const callStatuses: Readonly<Partial<Record<CallName, Readonly<Record<number, string>>>>> = {
  createMerchant: {
    409: 'The account exists already: the user is asked whether to go on with it.',
  },
  getCompanySettings: {
    404: 'The coupling is not confirmed: the portal waits and asks again.',
    409: 'As 404.',
  },
  createLedger: { 409: 'The number exists by now; it is looked up.' },
  createRelation: { 409: 'The code exists by now; it is looked up.' },
  createProduct: { 409: 'It exists by now; the list is read again.' },
}

/** Descriptions of parameters, by their location and name. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  'header administration': 'Id of the administration.',
  'header location': 'Id of the location.',
  'query location': 'Id of the location.',
  'query administration_id': 'Id of the administration.',
  'query location_id': 'Id of the location.',
  'query relatiecode': 'Code of the relation; `-2` is the walk-in relation.',
  'query type': 'Always this accounting package.',
  'query productpages': 'Always this.',
  'path app': 'Always this accounting package.',
  'path id': 'Id of the record, as it was received.',
  'path number': 'Number of the ledger.',
  'path identifier': '`snelstart_administratie_identifier` of the settings.',
}
