import { randomUUID } from 'node:crypto'
import type { CompanySettings } from '../../../src/lib/accounting/snelstart/stored-settings.ts'
import { ledgerDefaults } from '../../../src/lib/accounting/snelstart/ledgers.ts'
import { walkInProposal } from '../../../src/lib/accounting/snelstart/relations.ts'
import type { Id } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'
import { row, type Asking, type Row } from './asking.ts'
import { UNCONFIRMED, expectNumber } from './reads.ts'
import { Failed, notRun } from './service.ts'

const done = () => 'done'
const started = () => 'started'
const asItWas = () => 'stored as it was'

/** A new customer as boarding makes one, and an administration, all called `name`. */
function customer(name: string): Row[] {
  const email = `contract-check-${Date.now()}@koppelpunt.invalid`
  const person = { first_name: 'Contract', last_name: 'Check' }
  const merchant = { username: email, ...person, email, app_user: { ...person, email } }
  return [
    row(calls.createMerchant, () => ({ body: merchant })),
    row(calls.createRegistration, (asking) => {
      const user = asking.answerTo(calls.createMerchant)?.id ?? null
      const [subscription] = asking.answerTo(calls.listSubscriptions) ?? []
      if (subscription === undefined) return notRun('there is no subscription')
      return {
        body: {
          ...(user !== null && { user_id: user }),
          ...{ name, country_code: 'NL', subscriptions: [subscription.id], person },
          emails: [{ type: 'info' as const, email }],
        },
      }
    }),
    row(calls.createAdministration, () => ({ body: { name, country_code: 'NL' } })),
    row(
      calls.addUserToAdministration,
      (asking) => {
        const { id } =
          asking.answerTo(calls.createAdministration) ?? notRun('no administration was made')
        const user = asking.answerTo(calls.createMerchant)?.id
        const user_id = user ?? notRun('the answer to the merchant has no id')
        return { path: { id }, body: { user_id } }
      },
      done,
    ),
  ]
}

/** A location of its own, called `name`, with keys and payment ledgers. */
function location(name: string): Row[] {
  const placeOf = (asking: Asking) => ({
    administration_id: asking.administration,
    location_id: (asking.answerTo(calls.createLocation) ?? notRun('no location was made')).id,
  })
  const ledgers = { cash_ledger: '2200', eft_ledger: '2210', webshop_ledger: '2220' }
  const stored = { ...ledgers, type: 'SNELSTART' as const }
  return [
    row(calls.createLocation, ({ administration }) => ({
      headers: { administration },
      body: { name },
    })),
    row(calls.createUnconnectedKey, (asking) => ({ body: placeOf(asking) })),
    row(calls.createKey, (asking) => ({
      body: { ...placeOf(asking), apiKey: name.replaceAll(' ', '-') },
    })),
    row(calls.createPaymentLedgers, (asking) => ({ body: { ...placeOf(asking), ...stored } })),
    row(
      calls.updatePaymentLedgers,
      async (asking) => {
        const place = placeOf(asking)
        const headers = { administration: place.administration_id }
        const listed = { headers: { ...headers, location: place.location_id } }
        const [record] = await asking.call(calls.listPaymentLedgers, listed).catch(() => [])
        const id = record?.id ?? notRun('there is no record with an id')
        return { path: { id }, headers, body: { ...place, ...stored, id } }
      },
      done,
    ),
  ]
}

/** The highest number of so many digits that nothing listed has. */
function freeNumber(digits: number, listed: readonly { nummer: Id }[] = []): string {
  const taken = new Set(listed.map(({ nummer }) => Number(nummer)))
  let number = 10 ** digits - 1
  while (taken.has(number)) number -= 1
  return String(number)
}

/**
 * Settings and key as they are, records called `name` in the books, and both imports.
 *
 * @param settings null: they cannot be had
 */
function accounting(name: string, settings: CompanySettings | null): Row[] {
  const coupled = ({ place }: Asking) => ({ place, settings: settings ?? notRun(UNCONFIRMED) })
  const digits = String(900_000_000 + (Date.now() % 100_000_000))
  const { function: functie, code, category } = ledgerDefaults.correction.proposal
  const details = { functie, rekening_code: code, kostenplaats: false, rubriek: category }
  return [
    row(
      calls.saveCompanySettings,
      (asking) => {
        const { place, settings } = coupled(asking)
        const identifier = settings.snelstart_administratie_identifier
        return { ...place, path: { identifier }, body: settings }
      },
      asItWas,
    ),
    row(
      calls.updateKey,
      (asking) => {
        const { id, default_no_relation = null } = coupled(asking).settings.api_key ?? {}
        const path = { id: id ?? notRun('the settings have no api_key.id') }
        return { path, body: { default_no_relation } }
      },
      asItWas,
    ),
    row(
      calls.createLedger,
      (asking) => {
        const { query, headers } = coupled(asking).place
        const nummer = freeNumber(4, asking.answerTo(calls.listLedgers))
        return { body: { ...headers, ...query, nummer, omschrijving: name, ...details } }
      },
      (ledger, { body }) => {
        expectNumber(ledger.nummer, body.nummer)
        return 'made'
      },
    ),
    row(calls.createJournal, (asking) => {
      const nummer = freeNumber(3, asking.answerTo(calls.listJournals))
      const body = { nummer, omschrijving: name, soort: 'Memoriaal' }
      return { ...coupled(asking).place, body }
    }),
    row(calls.createRelation, (asking) => {
      const body = { relatiesoort: [...walkInProposal.kinds], relatiecode: digits, naam: name }
      return { ...coupled(asking).place, body }
    }),
    row(calls.createProduct, (asking) => {
      const [group] = asking.answerTo(calls.listRevenueGroups) ?? []
      const body = { name, sku_code: digits, ...(group && { artikelomzetgroep: group.nummer }) }
      return { ...coupled(asking).place, body }
    }),
    row(calls.importRelations, (asking) => coupled(asking).place, started),
    row(calls.importProducts, (asking) => ({ headers: coupled(asking).place.headers }), started),
  ]
}

/** Whether a write with one idempotency key happens once: sent twice at the same time, and again. */
async function checkOnce(asking: Asking, name: string): Promise<string> {
  const { administration } = asking
  if (asking.options.idempotencyHeader === null) notRun('no --idempotency-header')
  const headers = { administration }
  const options = { idempotencyKey: randomUUID() }
  const make = () => asking.call(calls.createLocation, { headers, body: { name } }, options)
  const made = await Promise.all([make(), make()])
  made.push(await make())
  const ids = new Set(made.map(({ id }) => String(id)))
  const listed = await asking.call(calls.listLocations, { headers })
  const count = listed.filter((location) => location.name === name).length
  if (ids.size > 1 || count !== 1) {
    throw new Failed(`answered ${ids.size} ids, and the list has ${count}; expected one of each`)
  }
  return 'one location'
}

/** Whether every write does what the portal needs. */
export async function checkWrites(asking: Asking): Promise<void> {
  if (!asking.options.writes) {
    const count = Object.values(calls).filter(({ effect }) => effect === 'write').length
    asking.report({ name: `${count} writes`, result: 'not run', reason: 'no --writes' })
    return
  }
  const name = `Contract check ${new Date().toISOString()}`
  for (const write of [...customer(name), ...location(name)]) await write(asking)
  const once = 'POST /locations/location three times with one idempotency key'
  await asking.check(once, () => checkOnce(asking, `${name} once`))
  for (const write of accounting(name, await settingsNow(asking))) await write(asking)
}

/** The settings of the coupling, read anew: they are stored as they are. Null where they cannot be had. */
async function settingsNow(asking: Asking): Promise<CompanySettings | null> {
  const { administration, location } = asking.options
  if (administration === null || location === null) return null
  const place = { query: { location }, headers: { administration } }
  return asking.call(calls.getCompanySettings, place).catch(() => null)
}
