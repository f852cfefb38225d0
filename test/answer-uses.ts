import { settingRows } from '../src/lib/accounting/snelstart/choices.ts'

/** What a field may hold: an id as text or number, or the one that was asked for, a number also as text, a choice also as text. */
export type Kind =
  'id' | 'asked' | 'text' | 'number' | 'flag' | 'anything' | 'texts' | 'ids' | 'emails'

export interface Use {
  answer: 'list' | 'one' | 'nothing'
  /** Fields without which the portal cannot go on. */
  needed?: Readonly<Record<string, Kind>>
  /** Fields that the portal uses where they are given. */
  used?: Readonly<Record<string, Kind>>
  /** Fields that the contract names and nothing uses. */
  unused?: readonly string[]
}

const administration: Use = {
  answer: 'one',
  needed: { id: 'id', name: 'text' },
  used: { country_code: 'text' },
}
const location: Use = {
  answer: 'one',
  needed: { id: 'id', name: 'text' },
  used: { administration_id: 'asked', eco: 'flag' },
}
const registration: Use = {
  answer: 'one',
  needed: { administration_id: 'id' },
  used: { coc: 'text', subscriptions: 'ids', emails: 'emails' },
  unused: ['id', 'location_id', 'name', 'user_id', 'person'],
}
const key: Use = {
  answer: 'one',
  needed: { id: 'id' },
  unused: ['location_id', 'administration_id', 'apiKey'],
}
const ledger: Use = {
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
const numbered: Use = { answer: 'list', needed: { nummer: 'id' }, used: { omschrijving: 'text' } }
const paymentLedgers: Use = {
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
const relation: Use = {
  answer: 'one',
  needed: { id: 'id', relatiecode: 'id' },
  used: { naam: 'text', relatiesoort: 'texts' },
}
const product: Use = {
  answer: 'one',
  needed: { id: 'id', name: 'text' },
  used: { sku_code: 'id' },
  unused: ['artikelomzetgroep'],
}
const settings = Object.fromEntries(
  settingRows.map(({ setting, kind }): [string, Kind] => {
    if (kind === 'template' || kind === 'ledger') return [setting, 'id']
    return [setting, kind === 'decimals' ? 'number' : 'flag']
  }),
)

const nothing: Use = { answer: 'nothing' }

/** A list of what is otherwise one. */
const listOf = (use: Use): Use => ({ ...use, answer: 'list' })

/** What was made: of its needed fields only these; what was sent stands for the others. */
function madeWith(use: Use, ...names: readonly string[]): Use {
  const all = Object.entries({ ...use.needed, ...use.used })
  const part = (isNeeded: boolean) =>
    Object.fromEntries(all.filter(([name]) => names.includes(name) === isNeeded))
  return { ...use, needed: part(true), used: part(false) }
}

const table = {
  listAdministrations: listOf(administration),
  getAdministration: administration,
  createAdministration: madeWith(administration, 'id'),
  addUserToAdministration: nothing,
  listLocations: listOf(location),
  getLocation: location,
  createLocation: madeWith(location, 'id'),
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
  createRelation: madeWith(relation, 'id'),
  importRelations: nothing,
  importProducts: nothing,
  listProducts: listOf(product),
  createProduct: madeWith(product, 'id'),
  findUsers: {
    answer: 'list',
    needed: { id: 'id', username: 'text' },
    unused: ['email', 'attributes'],
  },
} satisfies Record<string, Use>

/** The name of a descriptor. */
export type CallName = keyof typeof table

/** What the portal uses of each answer, by descriptor, whatever the schemas say (§7, decision 012). */
export const uses: Readonly<Record<string, Use>> & Readonly<Record<CallName, Use>> = table
