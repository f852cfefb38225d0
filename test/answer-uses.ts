import { settingRows } from '../src/lib/accounting/snelstart/choices.ts'

/** Types of response fields, where `requestedId` is the request's id. */
export type FieldType =
  'id' | 'requestedId' | 'text' | 'number' | 'flag' | 'anything' | 'texts' | 'ids' | 'emails'

export interface ResponseFieldUse {
  answer: 'list' | 'one' | 'nothing'
  /** Required fields of the response. */
  needed?: Readonly<Record<string, FieldType>>
  /** Optional fields that the portal uses. */
  used?: Readonly<Record<string, FieldType>>
  /** Fields of the contract that the portal ignores. */
  unused?: readonly string[]
}

const administration: ResponseFieldUse = {
  answer: 'one',
  needed: { id: 'id', name: 'text' },
  used: { country_code: 'text' },
}
const location: ResponseFieldUse = {
  answer: 'one',
  needed: { id: 'id', name: 'text' },
  used: { administration_id: 'requestedId', eco: 'flag' },
}
const registration: ResponseFieldUse = {
  answer: 'one',
  needed: { administration_id: 'id' },
  used: { coc: 'text', subscriptions: 'ids', emails: 'emails' },
  unused: ['id', 'location_id', 'name', 'user_id', 'person'],
}
const key: ResponseFieldUse = {
  answer: 'one',
  needed: { id: 'id' },
  unused: ['location_id', 'administration_id', 'apiKey'],
}
const ledger: ResponseFieldUse = {
  answer: 'one',
  needed: { nummer: 'id' },
  used: {
    omschrijving: 'text',
    grootboekfunctie: 'text',
    rekening_code: 'text',
    grootboek_rubriek: 'text',
    nonactief: 'anything',
  },
}
const numbered: ResponseFieldUse = {
  answer: 'list',
  needed: { nummer: 'id' },
  used: { omschrijving: 'text' },
}
const paymentLedgers: ResponseFieldUse = {
  answer: 'one',
  used: {
    id: 'id',
    administration_id: 'anything',
    location_id: 'anything',
    type: 'anything',
    cash_ledger: 'anything',
    eft_ledger: 'anything',
    webshop_ledger: 'anything',
  },
}
const relation: ResponseFieldUse = {
  answer: 'one',
  needed: { id: 'id', relatiecode: 'id' },
  used: { naam: 'text', relatiesoort: 'texts' },
}
const product: ResponseFieldUse = {
  answer: 'one',
  needed: { id: 'id', name: 'text' },
  used: { sku_code: 'id' },
  unused: ['artikelomzetgroep'],
}
const settings = Object.fromEntries(
  settingRows.map(({ setting, kind }): [string, FieldType] => {
    if (kind === 'template' || kind === 'ledger') return [setting, 'id']
    return [setting, kind === 'decimals' ? 'number' : 'flag']
  }),
)

const nothing: ResponseFieldUse = { answer: 'nothing' }

const listOf = (use: ResponseFieldUse): ResponseFieldUse => ({ ...use, answer: 'list' })

/** Returns a copy of `use` with only the named fields required. */
function requiringOnly(use: ResponseFieldUse, ...names: readonly string[]): ResponseFieldUse {
  const all = Object.entries({ ...use.needed, ...use.used })
  const part = (isNeeded: boolean) =>
    Object.fromEntries(all.filter(([name]) => names.includes(name) === isNeeded))
  return { ...use, needed: part(true), used: part(false) }
}

const table = {
  listAdministrations: listOf(administration),
  getAdministration: administration,
  createAdministration: requiringOnly(administration, 'id'),
  addUserToAdministration: nothing,
  listLocations: listOf(location),
  getLocation: location,
  createLocation: requiringOnly(location, 'id'),
  listSubscriptions: {
    answer: 'list',
    needed: { id: 'id', name: 'text' },
    used: { duration: 'anything', interval: 'anything', grace_period: 'anything' },
  },
  createRegistration: registration,
  findRegistration: registration,
  createMerchant: { answer: 'one', used: { id: 'id' }, unused: ['username'] },
  createUnconnectedKey: key,
  createKey: key,
  updateKey: nothing,
  getCompanySettings: {
    answer: 'one',
    needed: { snelstart_administratie_identifier: 'id' },
    used: settings,
  },
  getCompanyInfo: {
    answer: 'one',
    needed: {
      aantal_decimalen_artikelprijzen: 'number',
      verkoopprijs_artikelbestand_exclusief_btw: 'flag',
    },
  },
  saveCompanySettings: nothing,
  listOrderTemplates: {
    answer: 'list',
    needed: { id: 'id', omschrijving: 'text' },
    used: { prijsIngaveExclusiefBtw: 'flag' },
  },
  createLedger: ledger,
  findLedger: ledger,
  listLedgers: listOf(ledger),
  createJournal: nothing,
  listJournals: numbered,
  listRevenueGroups: numbered,
  createPaymentLedgers: nothing,
  updatePaymentLedgers: nothing,
  getPaymentLedgers: paymentLedgers,
  listPaymentLedgers: listOf(paymentLedgers),
  getRelation: relation,
  findRelations: listOf(relation),
  createRelation: requiringOnly(relation, 'id'),
  importRelations: nothing,
  importProducts: nothing,
  listProducts: listOf(product),
  createProduct: requiringOnly(product, 'id'),
  findUsers: {
    answer: 'list',
    needed: { id: 'id', username: 'text' },
    unused: ['email', 'attributes'],
  },
} satisfies Record<string, ResponseFieldUse>

export type CallName = keyof typeof table

/** Response fields per call, written by hand to check the schemas (§7). */
export const usedFieldsByCall: Readonly<Record<string, ResponseFieldUse>> &
  Readonly<Record<CallName, ResponseFieldUse>> = table
