import {
  getCompanySettings,
  saveCompanySettings,
} from '../../../src/lib/accounting/snelstart/company.ts'
import type { CompanySettings } from '../../../src/lib/accounting/snelstart/company.ts'
import type { Id } from '../../../src/lib/api/endpoint.ts'
import { updateKey } from '../../../src/lib/api/keys.ts'
import {
  createJournal,
  createLedger,
  listJournals,
  listLedgers,
  listRevenueGroups,
} from '../../../src/lib/accounting/snelstart/ledger-calls.ts'
import {
  createProduct,
  importProducts,
} from '../../../src/lib/accounting/snelstart/product-calls.ts'
import {
  createRelation,
  importRelations,
} from '../../../src/lib/accounting/snelstart/relation-calls.ts'
import { ledgerDefaults } from '../../../src/lib/accounting/snelstart/ledgers.ts'
import { walkInProposal } from '../../../src/lib/accounting/snelstart/relations.ts'
import type { Asking } from './asking.ts'
import { Failed } from './service.ts'
import type { Service } from './service.ts'

const made = () => 'made'
const started = () => 'started'
const asItWas = () => 'stored as it was'

const ofSettings = [saveCompanySettings, updateKey]
const ofBooks = [createLedger, createJournal, createRelation, createProduct]
const imports = [importRelations, importProducts]

/** The highest number of so many digits that nothing listed has. */
function freeNumber(digits: number, listed: readonly { nummer: Id }[]): string {
  const taken = new Set(listed.map(({ nummer }) => Number(nummer)))
  let number = 10 ** digits - 1
  while (taken.has(number)) number -= 1
  return String(number)
}

/** What was answered, where it is the ledger that was asked for. */
export function expectNumber(answered: Id, asked: Id): void {
  if (String(answered) === String(asked)) return
  throw new Failed('answered under another number than the one that was asked for')
}

interface Place {
  query: { location: string }
  headers: { administration: string }
}

async function writeSettings(
  asking: Asking,
  place: Place,
  settings: CompanySettings,
): Promise<void> {
  const path = { identifier: settings.snelstart_administratie_identifier }
  await asking.ask(saveCompanySettings, { ...place, path, body: settings }, asItWas)
  const { id = null, default_no_relation: relation = null } = settings.api_key ?? {}
  if (id === null) asking.skip([updateKey], 'the settings have no api_key.id')
  else
    await asking.ask(updateKey, { path: { id }, body: { default_no_relation: relation } }, asItWas)
}

async function writeBooks(service: Service, asking: Asking, place: Place, name: string) {
  const { administration } = place.headers
  const { location } = place.query
  const { function: functie, code, category } = ledgerDefaults.correction.proposal
  const nummer = freeNumber(4, await service.call(listLedgers, place).catch(() => []))
  const numbered = { nummer, omschrijving: name }
  const details = { functie, rekening_code: code, kostenplaats: false, rubriek: category }
  await asking.ask(
    createLedger,
    { body: { administration, location, ...numbered, ...details } },
    (ledger) => {
      expectNumber(ledger.nummer, nummer)
      return made()
    },
  )
  const journal = freeNumber(3, await service.call(listJournals, place).catch(() => []))
  const body = { nummer: journal, omschrijving: name, soort: 'Memoriaal' }
  await asking.ask(createJournal, { ...place, body }, made)
  const digits = String(900_000_000 + (Date.now() % 100_000_000))
  const relation = { relatiesoort: [...walkInProposal.kinds], relatiecode: digits, naam: name }
  await asking.ask(createRelation, { ...place, body: relation }, made)
  const [group] = await service.call(listRevenueGroups, place).catch(() => [])
  const product = { name, sku_code: digits, ...(group && { artikelomzetgroep: group.nummer }) }
  await asking.ask(createProduct, { ...place, body: product }, made)
}

/** Settings and key as they are, records called `name` in the books, and both imports. */
export async function writeAccounting(
  service: Service,
  asking: Asking,
  name: string,
): Promise<void> {
  const { administration, location } = service.options
  const all = [...ofSettings, ...ofBooks, ...imports]
  if (administration === null || location === null) {
    asking.skip(all, 'no --location')
    return
  }
  const place = { query: { location }, headers: { administration } }
  const settings = await service.call(getCompanySettings, place).catch(() => null)
  if (settings === null) {
    asking.skip(all, 'the settings of the coupling cannot be had; take one that is confirmed')
    return
  }
  await writeSettings(asking, place, settings)
  await writeBooks(service, asking, place, name)
  await asking.ask(importRelations, place, started)
  await asking.ask(importProducts, { headers: place.headers }, started)
}
