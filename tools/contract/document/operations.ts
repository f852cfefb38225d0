import type { CallName } from '../calls.ts'

/** Groups of calls by the start of their paths. */
export const callGroups: readonly (readonly [path: string, name: string, description: string])[] = [
  [
    '/registrations/',
    'registrations',
    'Subscriptions, accounts and registrations of new customers.',
  ],
  ['/serials/', 'administrations', 'Administrations of customers, called “serials” in the paths.'],
  ['/locations/', 'locations', 'Shops and webshops of an administration.'],
  ['/snelstart/keys', 'keys', 'Keys that couple a location to the accounting package.'],
  ['/snelstart/company', 'settings', 'Settings of a coupling.'],
  [
    '/snelstart/salesorder/',
    'order templates',
    'Templates for sales orders in the desktop application.',
  ],
  [
    '/snelstart/journals',
    'ledgers',
    'Ledgers, journals and revenue groups of the accounting package.',
  ],
  ['/accounting/paymentledgers', 'payment ledgers', 'Ledgers on which payments are booked.'],
  ['/snelstart/relations', 'relations', 'Customers in the accounting package.'],
  ['/snelstart/product', 'products', 'Products of the accounting package.'],
]

/** Summaries of all API calls, in the order of the document. */
export const callSummaries: Readonly<Record<CallName, string>> = {
  listSubscriptions: 'Lists the available subscriptions. The only call without a bearer token',
  createMerchant: 'Creates the account of a new customer',
  createRegistration: 'Registers a new customer. Empty and unknown fields are omitted',
  findRegistration: 'Returns the registration of an administration',
  listAdministrations: 'Lists the administrations of the user',
  getAdministration: 'Returns an administration',
  createAdministration: 'Creates an administration. Not used by the portal yet',
  addUserToAdministration: 'Adds a user to an administration. Idempotent',
  listLocations: 'Lists the locations of an administration',
  getLocation: 'Returns a location',
  createLocation: 'Creates a location',
  createUnconnectedKey: 'Creates a key, which the user then activates in the accounting package',
  createKey: 'Stores an existing key. Not used by the portal yet',
  updateKey: 'Sets the relation for unknown customers, or null for none',
  getCompanySettings: 'Returns the settings of a confirmed coupling',
  saveCompanySettings:
    'Saves all settings. Settings that the user did not change are sent as they were read',
  getCompanyInfo: 'Returns the price settings of the accounting package',
  listOrderTemplates: 'Lists the order templates',
  findLedger: 'Returns the ledger with a number',
  createLedger: 'Creates a ledger',
  listLedgers: 'Lists all ledgers',
  listRevenueGroups: 'Lists the revenue groups of products',
  listJournals: 'Lists all journals. Not used by the portal yet',
  createJournal: 'Creates a journal. Not used by the portal yet',
  listPaymentLedgers: 'Lists the payment ledgers of a location or of an administration',
  getPaymentLedgers: 'Returns a record of payment ledgers. Not used by the portal yet',
  createPaymentLedgers: 'Stores the payment ledgers',
  updatePaymentLedgers: 'Replaces the payment ledgers',
  getRelation: 'Returns a relation',
  findRelations: 'Lists the relations with a code. The portal uses the one with exactly this code',
  createRelation: 'Creates the walk-in relation',
  importRelations: 'Starts the import of relations. A write, although the method is GET',
  listProducts: 'Lists the products',
  createProduct: 'Creates a product',
  importProducts: 'Starts the import of products. A write, although the method is GET',
}

/** Descriptions of statuses that differ from the general descriptions. */
export const callStatuses: Readonly<Partial<Record<CallName, Readonly<Record<number, string>>>>> = {
  createMerchant: {
    409: 'The account already exists. The portal asks the user whether to use it.',
  },
  getCompanySettings: {
    404: 'The coupling is not confirmed yet. The portal repeats the request.',
    409: 'Same as 404.',
  },
  createLedger: { 409: 'The number already exists. The portal looks the ledger up.' },
  createRelation: { 409: 'The code already exists. The portal looks the relation up.' },
  createProduct: { 409: 'The product already exists. The portal reads the list again.' },
}

/** Descriptions of parameters, by their location and name. */
export const parameterDescriptions: Readonly<Record<string, string>> = {
  'header administration': 'Id of the administration.',
  'header location': 'Id of the location.',
  'query location': 'Id of the location.',
  'query administration_id': 'Id of the administration.',
  'query location_id': 'Id of the location.',
  'query relatiecode': 'Code of the relation; `-2` is the walk-in relation.',
  'query type': 'Name of the accounting package. Always this value.',
  'query productpages': 'Always this value.',
  'path app': 'Name of the accounting package. Always this value.',
  'path id': 'Id of the record, exactly as it was received.',
  'path number': 'Number of the ledger.',
  'path identifier': '`snelstart_administratie_identifier` of the settings.',
}
