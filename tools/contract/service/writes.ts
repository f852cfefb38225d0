import { randomUUID } from 'node:crypto'
import type { CompanySettings } from '../../../src/lib/accounting/snelstart/stored-settings.ts'
import { ledgerDefaults } from '../../../src/lib/accounting/snelstart/ledgers.ts'
import { walkInRelationProposal } from '../../../src/lib/accounting/snelstart/relations.ts'
import type { Id } from '../../../src/lib/api/endpoint.ts'
import { callEndpoints } from '../calls.ts'
import type { Service } from './service.ts'
import {
  UNCONFIRMED_MESSAGE,
  createCallCheck,
  expectNumber,
  type ServiceCallCheck,
} from './reads.ts'
import { CheckFailedError, throwCheckSkipped } from './outcome.ts'

function customerWrites(name: string): ServiceCallCheck[] {
  const email = `contract-check-${Date.now()}@koppelpunt.invalid`
  const person = { first_name: 'Contract', last_name: 'Check' }
  const merchant = { username: email, ...person, email, app_user: { ...person, email } }
  return [
    createCallCheck(callEndpoints.createMerchant, () => ({ body: merchant })),
    createCallCheck(callEndpoints.createRegistration, (service) => {
      const user = service.answerTo(callEndpoints.createMerchant)?.id ?? null
      const [subscription] = service.answerTo(callEndpoints.listSubscriptions) ?? []
      if (subscription === undefined) return throwCheckSkipped('there is no subscription')
      return {
        body: {
          ...(user !== null && { user_id: user }),
          ...{ name, country_code: 'NL', subscriptions: [subscription.id], person },
          emails: [{ type: 'info' as const, email }],
        },
      }
    }),
    createCallCheck(callEndpoints.createAdministration, () => ({
      body: { name, country_code: 'NL' },
    })),
    createCallCheck(
      callEndpoints.addUserToAdministration,
      (service) => {
        const { id } =
          service.answerTo(callEndpoints.createAdministration) ??
          throwCheckSkipped('no administration was made')
        const user = service.answerTo(callEndpoints.createMerchant)?.id
        const user_id = user ?? throwCheckSkipped('the answer to the merchant has no id')
        return { path: { id }, body: { user_id } }
      },
      () => 'done',
    ),
  ]
}

function locationWrites(name: string): ServiceCallCheck[] {
  const placeOf = (service: Service) => ({
    administration_id: service.administration,
    location_id: (
      service.answerTo(callEndpoints.createLocation) ?? throwCheckSkipped('no location was made')
    ).id,
  })
  const ledgers = { cash_ledger: '2200', eft_ledger: '2210', webshop_ledger: '2220' }
  const stored = { ...ledgers, type: 'SNELSTART' as const }
  return [
    createCallCheck(callEndpoints.createLocation, ({ administration }) => ({
      headers: { administration },
      body: { name },
    })),
    createCallCheck(callEndpoints.createUnconnectedKey, (service) => ({ body: placeOf(service) })),
    createCallCheck(callEndpoints.createKey, (service) => ({
      body: { ...placeOf(service), apiKey: name.replaceAll(' ', '-') },
    })),
    createCallCheck(callEndpoints.createPaymentLedgers, (service) => ({
      body: { ...placeOf(service), ...stored },
    })),
    createCallCheck(
      callEndpoints.updatePaymentLedgers,
      async (service) => {
        const place = placeOf(service)
        const headers = { administration: place.administration_id }
        const listed = { headers: { ...headers, location: place.location_id } }
        const [record] = await service
          .call(callEndpoints.listPaymentLedgers, listed)
          .catch(() => [])
        const id = record?.id ?? throwCheckSkipped('there is no record with an id')
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
 * Checks of writes to the accounting package.
 *
 * @param settings null if reading them failed
 */
function accountingWrites(name: string, settings: CompanySettings | null): ServiceCallCheck[] {
  const coupled = ({ place }: Service) => ({
    place,
    settings: settings ?? throwCheckSkipped(UNCONFIRMED_MESSAGE),
  })
  const digits = String(900_000_000 + (Date.now() % 100_000_000))
  const { function: functie, code, category } = ledgerDefaults.correction.proposal
  const details = { functie, rekening_code: code, kostenplaats: false, rubriek: category }
  return [
    createCallCheck(
      callEndpoints.saveCompanySettings,
      (service) => {
        const { place, settings } = coupled(service)
        const identifier = settings.snelstart_administratie_identifier
        return { ...place, path: { identifier }, body: settings }
      },
      () => 'stored unchanged',
    ),
    createCallCheck(
      callEndpoints.updateKey,
      (service) => {
        const { id, default_no_relation = null } = coupled(service).settings.api_key ?? {}
        const path = { id: id ?? throwCheckSkipped('the settings have no api_key.id') }
        return { path, body: { default_no_relation } }
      },
      () => 'stored unchanged',
    ),
    createCallCheck(
      callEndpoints.createLedger,
      (service) => {
        const { query, headers } = coupled(service).place
        const nummer = freeNumber(4, service.answerTo(callEndpoints.listLedgers))
        return { body: { ...headers, ...query, nummer, omschrijving: name, ...details } }
      },
      (ledger, { body }) => {
        expectNumber(ledger.nummer, body.nummer)
        return 'made'
      },
    ),
    createCallCheck(callEndpoints.createJournal, (service) => {
      const nummer = freeNumber(3, service.answerTo(callEndpoints.listJournals))
      const body = { nummer, omschrijving: name, soort: 'Memoriaal' }
      return { ...coupled(service).place, body }
    }),
    createCallCheck(callEndpoints.createRelation, (service) => {
      const body = {
        relatiesoort: [...walkInRelationProposal.kinds],
        relatiecode: digits,
        naam: name,
      }
      return { ...coupled(service).place, body }
    }),
    createCallCheck(callEndpoints.createProduct, (service) => {
      const [group] = service.answerTo(callEndpoints.listRevenueGroups) ?? []
      const body = { name, sku_code: digits, ...(group && { artikelomzetgroep: group.nummer }) }
      return { ...coupled(service).place, body }
    }),
    createCallCheck(
      callEndpoints.importRelations,
      (service) => coupled(service).place,
      () => 'started',
    ),
    createCallCheck(
      callEndpoints.importProducts,
      (service) => ({ headers: coupled(service).place.headers }),
      () => 'started',
    ),
  ]
}

/** Sends a write three times with the same key, twice concurrently. */
async function checkOnce(service: Service, name: string): Promise<string> {
  const { administration } = service
  if (service.options.idempotencyHeader === null) throwCheckSkipped('no --idempotency-header')
  const headers = { administration }
  const options = { idempotencyKey: randomUUID() }
  const create = () =>
    service.call(callEndpoints.createLocation, { headers, body: { name } }, options)
  const created = await Promise.all([create(), create()])
  created.push(await create())
  const ids = new Set(created.map(({ id }) => String(id)))
  const listed = await service.call(callEndpoints.listLocations, { headers })
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
    const count = Object.values(callEndpoints).filter(({ effect }) => effect === 'write').length
    service.report({ name: `${count} writes`, result: 'not run', reason: 'no --writes' })
    return
  }
  const name = `Contract check ${new Date().toISOString()}`
  for (const write of [...customerWrites(name), ...locationWrites(name)]) await write(service)
  const once = 'POST /locations/location three times with one idempotency key'
  await service.check(once, () => checkOnce(service, `${name} once`))
  for (const write of accountingWrites(name, await readSettings(service))) await write(service)
}

/** Reads the coupling's settings, to store them unchanged. */
async function readSettings(service: Service): Promise<CompanySettings | null> {
  const { administration, location } = service.options
  if (administration === null || location === null) return null
  const place = { query: { location }, headers: { administration } }
  return service.call(callEndpoints.getCompanySettings, place).catch(() => null)
}
