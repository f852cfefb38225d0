import type { CallName } from '../calls.ts'

/** The groups of calls, in the order in which they are shown. */
export const tags = {
  registrations: 'New customers: subscriptions, accounts, registrations.',
  administrations: "A customer's administrations, “serials” at the wire.",
  locations: 'Shops and webshops of an administration.',
  keys: 'What connects a location to the accounting package.',
  settings: 'The settings of a coupling.',
  'order templates': 'How the desktop application makes sales orders.',
  ledgers: 'Ledgers, journals and revenue groups of the accounting package.',
  'payment ledgers': 'Which ledgers payments are booked on.',
  relations: 'Customers in the accounting package.',
  products: 'Products of the accounting package.',
} as const

/** What a descriptor does not say of its call. */
export interface Described {
  tag: keyof typeof tags
  summary: string
  /** What a status means here, other than everywhere. */
  statuses?: Readonly<Record<number, string>>
}

/** In the order of the document. Statuses that mean that there is none say so by themselves. */
export const operations: Readonly<Record<CallName, Described>> = {
  listSubscriptions: {
    tag: 'registrations',
    summary: 'The subscriptions to choose from, the one call without a bearer token',
  },
  createMerchant: {
    tag: 'registrations',
    summary: "Makes the customer's own account",
    statuses: { 409: 'The account exists already: the user is asked whether to go on with it.' },
  },
  createRegistration: {
    tag: 'registrations',
    summary: 'Makes an administration with its subscriptions, without what is empty or unknown',
  },
  findRegistration: {
    tag: 'registrations',
    summary: 'What was registered of an administration',
  },
  listAdministrations: {
    tag: 'administrations',
    summary: 'The administrations that the user may see',
  },
  getAdministration: { tag: 'administrations', summary: 'One administration' },
  createAdministration: {
    tag: 'administrations',
    summary: 'Makes an administration; no screen does so yet',
  },
  addUserToAdministration: {
    tag: 'administrations',
    summary: 'Adds a user to an administration; adding one again changes nothing',
  },
  listLocations: { tag: 'locations', summary: 'All locations of one administration' },
  getLocation: { tag: 'locations', summary: 'One location' },
  createLocation: { tag: 'locations', summary: 'Makes a location of an administration' },
  createUnconnectedKey: {
    tag: 'keys',
    summary: 'Makes the key that the accounting package is asked to activate',
  },
  createKey: {
    tag: 'keys',
    summary: 'Stores a key that is known already; no screen does so yet',
  },
  updateKey: {
    tag: 'keys',
    summary: 'Says which relation unknown customers are booked on; null for none',
  },
  getCompanySettings: {
    tag: 'settings',
    summary: 'The settings of a coupling, as soon as it is confirmed',
    statuses: {
      404: 'The coupling is not confirmed: the portal waits and asks again.',
      409: 'As 404.',
    },
  },
  saveCompanySettings: {
    tag: 'settings',
    summary: 'Stores all settings; what nobody decided comes back as it was read',
  },
  getCompanyInfo: {
    tag: 'settings',
    summary: 'What the accounting package says of its prices',
  },
  listOrderTemplates: { tag: 'order templates', summary: 'The order templates to choose from' },
  findLedger: { tag: 'ledgers', summary: 'The ledger with a number' },
  createLedger: {
    tag: 'ledgers',
    summary: 'Makes a ledger',
    statuses: { 409: 'The number exists by now; it is looked up.' },
  },
  listLedgers: { tag: 'ledgers', summary: 'All ledgers' },
  listRevenueGroups: { tag: 'ledgers', summary: 'What the revenue of products is booked by' },
  listJournals: { tag: 'ledgers', summary: 'All journals; no screen asks for them yet' },
  createJournal: { tag: 'ledgers', summary: 'Makes a journal; no screen does so yet' },
  listPaymentLedgers: {
    tag: 'payment ledgers',
    summary: 'The payment ledgers of a location, or of an administration',
  },
  getPaymentLedgers: {
    tag: 'payment ledgers',
    summary: 'One record of payment ledgers; no screen asks for it yet',
  },
  createPaymentLedgers: { tag: 'payment ledgers', summary: 'Stores the payment ledgers' },
  updatePaymentLedgers: { tag: 'payment ledgers', summary: 'Replaces the payment ledgers' },
  getRelation: { tag: 'relations', summary: 'One relation' },
  findRelations: {
    tag: 'relations',
    summary: 'The relations with a code; of several, the one with exactly this code counts',
  },
  createRelation: {
    tag: 'relations',
    summary: 'Makes the walk-in relation',
    statuses: { 409: 'The code exists by now; it is looked up.' },
  },
  importRelations: {
    tag: 'relations',
    summary: 'Starts the import of relations: a write, although it is a GET',
  },
  listProducts: { tag: 'products', summary: 'The products to choose from' },
  createProduct: {
    tag: 'products',
    summary: 'Makes a product',
    statuses: { 409: 'It exists by now; the list is read again.' },
  },
  importProducts: {
    tag: 'products',
    summary: 'Starts the import of products: a write, although it is a GET',
  },
}

/** What a parameter is, by where it stands and its name. */
export const parameters: Readonly<Record<string, string>> = {
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
