import { randomUUID } from 'node:crypto'
import type { CompanySettings } from '../../../src/lib/accounting/snelstart/stored-settings.ts'
import { ledgerDefaults } from '../../../src/lib/accounting/snelstart/ledgers.ts'
import { walkInRelationProposal } from '../../../src/lib/accounting/snelstart/relations.ts'
import type { Id } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'
import type { Service } from './service.ts'
import { UNCONFIRMED_MESSAGE, createCallCheck, expectNumber, type CallCheck } from './reads.ts'
import { CheckFailedError, skipCheck } from './outcome.ts'

function customerWrites(name: string): CallCheck[] {
  const email = `contract-check-${Date.now()}@koppelpunt.invalid`
  const person = { first_name: 'Contract', last_name: 'Check' }
  const merchant = { username: email, ...person, email, app_user: { ...person, email } }
  return [
    createCallCheck(calls.createMerchant, () => ({ body: merchant })),
    createCallCheck(calls.createRegistration, (service) => {
      const user = service.answerTo(calls.createMerchant)?.id ?? null
      const [subscription] = service.answerTo(calls.listSubscriptions) ?? []
      if (subscription === undefined) return skipCheck('there is no subscription')
      return {
        body: {
          ...(user !== null && { user_id: user }),
          ...{ name, country_code: 'NL', subscriptions: [subscription.id], person },
          emails: [{ type: 'info' as const, email }],
        },
      }
    }),
    createCallCheck(calls.createAdministration, () => ({ body: { name, country_code: 'NL' } })),
    createCallCheck(
      calls.addUserToAdministration,
      (service) => {
        const { id } =
          service.answerTo(calls.createAdministration) ?? skipCheck('no administration was made')
        const user = service.answerTo(calls.createMerchant)?.id
        const user_id = user ?? skipCheck('the answer to the merchant has no id')
        return { path: { id }, body: { user_id } }
      },
      () => 'done',
    ),
  ]
}

function locationWrites(name: string): CallCheck[] {
  const placeOf = (service: Service) => ({
    administration_id: service.administration,
    location_id: (service.answerTo(calls.createLocation) ?? skipCheck('no location was made')).id,
  })
  const ledgers = { cash_ledger: '2200', eft_ledger: '2210', webshop_ledger: '2220' }
  const stored = { ...ledgers, type: 'SNELSTART' as const }
  return [
    createCallCheck(calls.createLocation, ({ administration }) => ({
      headers: { administration },
      body: { name },
    })),
    createCallCheck(calls.createUnconnectedKey, (service) => ({ body: placeOf(service) })),
    createCallCheck(calls.createKey, (service) => ({
      body: { ...placeOf(service), apiKey: name.replaceAll(' ', '-') },
    })),
    createCallCheck(calls.createPaymentLedgers, (service) => ({
      body: { ...placeOf(service), ...stored },
    })),
    createCallCheck(
      calls.updatePaymentLedgers,
      async (service) => {
        const place = placeOf(service)
        const headers = { administration: place.administration_id }
        const listed = { headers: { ...headers, location: place.location_id } }
        const [record] = await service.call(calls.listPaymentLedgers, listed).catch(() => [])
        const id = record?.id ?? skipCheck('there is no record with an id')
        return { path: { id }, headers, body: { ...place, ...stored, id } }
      },
      () => 'done',
    ),
  ]
}

/** Returns the highest unused number with a given count of digits. */
function freeNumber(digits: number, listed: readonly { nummer: Id }[] = []): string {
  const taken = new Set(listed.map(({ nummer }) => Number(nummer)))
  let number = 10 ** digits - 1
  while (taken.has(number)) number -= 1
  return String(number)
}

/**
 * Checks of writes to the accounting package: unchanged settings and key, new records, and both imports.
 *
 * @param settings null if reading them failed
 */
function accountingWrites(name: string, settings: CompanySettings | null): CallCheck[] {
  const coupled = ({ place }: Service) => ({
    place,
    settings: settings ?? skipCheck(UNCONFIRMED_MESSAGE),
  })
  const digits = String(900_000_000 + (Date.now() % 100_000_000))
  const { function: functie, code, category } = ledgerDefaults.correction.proposal
  const details = { functie, rekening_code: code, kostenplaats: false, rubriek: category }
  return [
    createCallCheck(
      calls.saveCompanySettings,
      (service) => {
        const { place, settings } = coupled(service)
        const identifier = settings.snelstart_administratie_identifier
        return { ...place, path: { identifier }, body: settings }
      },
      () => 'stored unchanged',
    ),
    createCallCheck(
      calls.updateKey,
      (service) => {
        const { id, default_no_relation = null } = coupled(service).settings.api_key ?? {}
        const path = { id: id ?? skipCheck('the settings have no api_key.id') }
        return { path, body: { default_no_relation } }
      },
      () => 'stored unchanged',
    ),
    createCallCheck(
      calls.createLedger,
      (service) => {
        const { query, headers } = coupled(service).place
        const nummer = freeNumber(4, service.answerTo(calls.listLedgers))
        return { body: { ...headers, ...query, nummer, omschrijving: name, ...details } }
      },
      (ledger, { body }) => {
        expectNumber(ledger.nummer, body.nummer)
        return 'made'
      },
    ),
    createCallCheck(calls.createJournal, (service) => {
      const nummer = freeNumber(3, service.answerTo(calls.listJournals))
      const body = { nummer, omschrijving: name, soort: 'Memoriaal' }
      return { ...coupled(service).place, body }
    }),
    createCallCheck(calls.createRelation, (service) => {
      const body = {
        relatiesoort: [...walkInRelationProposal.kinds],
        relatiecode: digits,
        naam: name,
      }
      return { ...coupled(service).place, body }
    }),
    createCallCheck(calls.createProduct, (service) => {
      const [group] = service.answerTo(calls.listRevenueGroups) ?? []
      const body = { name, sku_code: digits, ...(group && { artikelomzetgroep: group.nummer }) }
      return { ...coupled(service).place, body }
    }),
    createCallCheck(
      calls.importRelations,
      (service) => coupled(service).place,
      () => 'started',
    ),
    createCallCheck(
      calls.importProducts,
      (service) => ({ headers: coupled(service).place.headers }),
      () => 'started',
    ),
  ]
}

/** Checks idempotency: sends a write twice concurrently and once later, with the same key. */
async function checkOnce(service: Service, name: string): Promise<string> {
  const { administration } = service
  if (service.options.idempotencyHeader === null) skipCheck('no --idempotency-header')
  const headers = { administration }
  const options = { idempotencyKey: randomUUID() }
  const create = () => service.call(calls.createLocation, { headers, body: { name } }, options)
  const created = await Promise.all([create(), create()])
  created.push(await create())
  const ids = new Set(created.map(({ id }) => String(id)))
  const listed = await service.call(calls.listLocations, { headers })
  const count = listed.filter((location) => location.name === name).length
  if (ids.size > 1 || count !== 1) {
    throw new CheckFailedError(
      `answered ${ids.size} ids, and the list has ${count}; expected one of each`,
    )
  }
  return 'one location'
}

/** Sends every write of the product API if `--writes` is given. */
export async function checkWrites(service: Service): Promise<void> {
  if (!service.options.writes) {
    const count = Object.values(calls).filter(({ effect }) => effect === 'write').length
    service.report({ name: `${count} writes`, result: 'not run', reason: 'no --writes' })
    return
  }
  const name = `Contract check ${new Date().toISOString()}`
  for (const write of [...customerWrites(name), ...locationWrites(name)]) await write(service)
  const once = 'POST /locations/location three times with one idempotency key'
  await service.check(once, () => checkOnce(service, `${name} once`))
  for (const write of accountingWrites(name, await readSettings(service))) await write(service)
}

/** Reads the coupling's settings, to store them unchanged; null if reading fails. */
async function readSettings(service: Service): Promise<CompanySettings | null> {
  const { administration, location } = service.options
  if (administration === null || location === null) return null
  const place = { query: { location }, headers: { administration } }
  return service.call(calls.getCompanySettings, place).catch(() => null)
}
