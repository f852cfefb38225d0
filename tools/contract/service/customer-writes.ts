import { createUnconnectedKey, createKey } from '../../../src/lib/api/keys.ts'
import type { Id } from '../../../src/lib/api/endpoint.ts'
import { createLocation } from '../../../src/lib/api/locations.ts'
import {
  createPaymentLedgers,
  listPaymentLedgers,
  updatePaymentLedgers,
} from '../../../src/lib/accounting/snelstart/payment-ledgers.ts'
import {
  createMerchant,
  createRegistration,
  listSubscriptions,
} from '../../../src/lib/api/registrations.ts'
import { addUserToAdministration, createAdministration } from '../../../src/lib/api/serials.ts'
import type { Asking } from './asking.ts'
import type { Service } from './service.ts'

const done = () => 'done'
const made = () => 'made'

/** A new customer as boarding makes one, and an administration, all called `name`. */
export async function writeCustomer(service: Service, asking: Asking, name: string): Promise<void> {
  const email = `contract-check-${Date.now()}@koppelpunt.invalid`
  const person = { first_name: 'Contract', last_name: 'Check' }
  const merchant = await asking.ask(
    createMerchant,
    { body: { username: email, ...person, email, app_user: { ...person, email } } },
    made,
  )
  const user = merchant?.id ?? null
  const [subscription] = await service.call(listSubscriptions, {}).catch(() => [])
  if (subscription === undefined) {
    asking.skip([createRegistration], 'there is no subscription')
  } else {
    const body = {
      ...(user !== null && { user_id: user }),
      ...{ name, country_code: 'NL', subscriptions: [subscription.id], person },
      emails: [{ type: 'info' as const, email }],
    }
    await asking.ask(createRegistration, { body }, made)
  }
  const administration = await asking.ask(
    createAdministration,
    { body: { name, country_code: 'NL' } },
    made,
  )
  if (administration === undefined) {
    asking.skip([addUserToAdministration], 'no administration was made')
  } else if (user === null) {
    asking.skip([addUserToAdministration], 'the answer to the merchant has no id')
  } else {
    const path = { id: administration.id }
    await asking.ask(addUserToAdministration, { path, body: { user_id: user } }, done)
  }
}

/** A location of its own, called `name`, with keys and payment ledgers. */
export async function writeLocation(
  service: Service,
  asking: Asking,
  administration: string,
  name: string,
): Promise<void> {
  const headers = { administration }
  const location = await asking.ask(createLocation, { headers, body: { name } }, made)
  if (location === undefined) {
    const rest = [createUnconnectedKey, createKey, createPaymentLedgers, updatePaymentLedgers]
    asking.skip(rest, 'no location was made')
    return
  }
  const place = { administration_id: administration, location_id: location.id }
  await asking.ask(createUnconnectedKey, { body: place }, made)
  await asking.ask(createKey, { body: { ...place, apiKey: name.replaceAll(' ', '-') } }, made)
  await writePaymentLedgers(service, asking, place)
}

async function writePaymentLedgers(
  service: Service,
  asking: Asking,
  place: { administration_id: Id; location_id: Id },
): Promise<void> {
  const ledgers = { cash_ledger: '2200', eft_ledger: '2210', webshop_ledger: '2220' }
  const body = { ...place, ...ledgers, type: 'SNELSTART' as const }
  await asking.ask(createPaymentLedgers, { body }, made)
  const headers = { administration: place.administration_id, location: place.location_id }
  const [record] = await service.call(listPaymentLedgers, { headers }).catch(() => [])
  const id = record?.id ?? null
  if (id === null) {
    asking.skip([updatePaymentLedgers], 'there is no record with an id')
    return
  }
  await asking.ask(
    updatePaymentLedgers,
    { path: { id }, headers: { administration: place.administration_id }, body: { ...body, id } },
    done,
  )
}
