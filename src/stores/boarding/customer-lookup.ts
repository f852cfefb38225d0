import * as z from 'zod/mini'
import { getCompanySettings } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { Call } from '../../lib/api/caller.ts'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { CallError, outcomeOf, statusOf } from '../../lib/api/errors.ts'
import { listAdministrations, listLocations } from '../../lib/api/places.ts'
import { findRegistration, type Registration } from '../../lib/api/registrations.ts'
import { registrationRequest } from '../../lib/domain/boarding.ts'
import { cocKey } from '../../lib/domain/company.ts'
import { variantOf } from '../../lib/domain/coupling.ts'
import type { BoardingValues } from '../../lib/domain/customer.ts'
import { nameKey } from '../../lib/domain/customer-list.ts'
import { placeIdsRequest } from '../../lib/domain/place.ts'
import { namelessAdministrationLimit } from '../../lib/limits.ts'
import type { SignedIn } from '../shell/portal.ts'

/** Existing administration that may be the customer's. One with another registration number is left out. */
export interface CustomerMatch {
  administration: Id
  /** True if the number or email address is the customer's; else only the name is, as far as is known. */
  isCertain: boolean
  /** Registered details beside those that boarding sends. `incomplete`: the service omits some of them. */
  registered: 'asSent' | 'incomplete' | 'otherwise'
  /**
   * - `none`: the administration has no location, so an earlier boarding may have ended halfway;
   * - `unfinished`: the customer's location exists and has no key (404), so that a key may be created for it;
   * - `unknown`: a request failed. That never means that something is absent;
   * - `present`: it has other locations, or the customer's location has its key.
   */
  location: 'none' | 'unfinished' | 'unknown' | 'present'
  locationId: Id | null
  /** The failure that makes the location `unknown`, else null. */
  error: CallError | null
}

/** A field is null if it cannot be read: one malformed record must not block every boarding. */
const readable = z.object({
  id: z.catch(z.nullable(id), null),
  name: z.catch(z.nullable(z.string()), null),
  country_code: z.catch(z.nullish(z.string()), null),
})
const unreadable = { id: null, name: null }
const listReadable = { ...listAdministrations, response: z.array(z.catch(readable, unreadable)) }
type Readable = z.infer<typeof readable>

/** A location that waits for its coupling (409) has a key. */
const getKeyState = { ...getCompanySettings, absent: [404] }

/** Returns the values that boarding sends: polaris users are the merchant, perhaps without an email address. */
export function valuesAsSent({ person }: Pick<SignedIn, 'person'>, values: BoardingValues) {
  if (variantOf(person) !== 'polaris') return values
  return { ...values, merchant_info: { full_name: person.name, username: person.email ?? '' } }
}

/**
 * Finds the administrations that may be a customer's, the likeliest first. Takes the values as they are sent.
 *
 * @throws {CallError} The administrations cannot be listed, or the one of that name cannot be read.
 * @throws {SessionError}
 */
export async function lookUpCustomer(call: Call, values: BoardingValues): Promise<CustomerMatch[]> {
  const sent = registrationRequest(values, null, null)
  const administrations = await call(listReadable, {})
  const malformed = (field: string) =>
    new CallError(`GET ${listReadable.path}`, { kind: 'malformed', detail: field })
  const byName = groupByName(administrations)
  const nameless = byName.get(null) ?? []
  // A response of another form is no list, and a long list without names proves no absence.
  const isUnreadable = nameless.length > 0 && nameless.length === administrations.length
  if (isUnreadable || nameless.length > namelessAdministrationLimit) throw malformed('name')
  const key = nameKey(sent.name, sent.country_code)
  const sameName = (byName.get(nameKey(sent.name, '')) ?? []).filter(
    ({ name, country_code: country }) => nameKey(name ?? '', country ?? sent.country_code) === key,
  )
  if (sameName.some((each) => each.id === null)) throw malformed('id')
  // The registration of a nameless administration may show that it is the customer's.
  const matches = await Promise.all(
    [...sameName, ...nameless].map((each) => inspect(call, values, each)),
  )
  const rank = ({ registered, isCertain }: CustomerMatch) =>
    Number(registered === 'asSent') * 2 + Number(isCertain)
  return matches.filter((each) => each !== null).sort((one, other) => rank(other) - rank(one))
}

const groups = new WeakMap<readonly Readable[], ReadonlyMap<string | null, Readable[]>>()

function groupByName(administrations: readonly Readable[]) {
  const earlier = groups.get(administrations)
  if (earlier) return earlier
  const grouped = Map.groupBy(administrations, ({ name }) => name && nameKey(name, ''))
  groups.set(administrations, grouped)
  return grouped
}

/** Compares an administration of the customer's name, or without a name; null if it is not the customer's. */
async function inspect(
  call: Call,
  values: BoardingValues,
  { id: administration, name }: Readable,
): Promise<CustomerMatch | null> {
  // A record without name and id cannot be compared. Waiting for its repair would block all customers.
  if (administration === null) return null
  const sent = registrationRequest(values, null, null)
  const [registration, locations] = await Promise.all([
    settle(call(findRegistration, { query: { administration_id: administration } })),
    settle(call(listLocations, { headers: { administration } })),
  ])
  const registered = registration.value
  if (registered?.coc && sent.coc && cocKey(registered.coc) !== cocKey(sent.coc)) return null
  const addresses = registered?.emails?.map(({ email }) => email.toLowerCase()) ?? []
  const isCertain =
    (sent.coc !== undefined && cocKey(registered?.coc ?? '') === cocKey(sent.coc)) ||
    sent.emails.some(({ email }) => addresses.includes(email.toLowerCase()))
  if (name === null && !isCertain) return null

  const shop = nameKey(values.serial_info.location.name, '')
  const own = locations.value?.find((each) => isCertain && nameKey(each.name, '') === shop)
  const keyState =
    own && (await settle(call(getKeyState, placeIdsRequest({ administration, location: own.id }))))
  const hasKey = keyState && (keyState.value !== null || statusOf(keyState.error) === 409)
  // A service may refuse to show a registration without its location: its details are then incomplete.
  const isRefused =
    outcomeOf(registration.error) === 'refused' && statusOf(registration.error) !== 429
  const error =
    (isRefused ? null : registration.error) ??
    locations.error ??
    (hasKey ? null : (keyState?.error ?? null))
  const whereFound = hasKey === false ? 'unfinished' : 'present'
  return {
    administration,
    isCertain,
    registered: compareDetails(name, registered, sent),
    location: error ? 'unknown' : locations.value?.length === 0 ? 'none' : whereFound,
    locationId: own?.id ?? null,
    error,
  }
}

async function settle<Result>(response: Promise<Result>) {
  try {
    return { value: await response, error: null }
  } catch (error) {
    if (!(error instanceof CallError) || statusOf(error) === 401) throw error
    return { value: null, error }
  }
}

function compareDetails(
  name: string | null,
  registration: Registration | null,
  sent: ReturnType<typeof registrationRequest>,
): CustomerMatch['registered'] {
  const { coc, subscriptions, emails } = registration ?? {}
  const textOf = (list: readonly unknown[] | null | undefined) => list?.join().toLowerCase()
  const addressesOf = (list: readonly { email: string }[] | null | undefined) =>
    textOf(list?.map(({ email }) => email))
  // A registration without a number may omit it, unless none was sent.
  const number = coc ? cocKey(coc) : registration && !sent.coc ? '' : undefined
  const details = [
    [name ?? undefined, sent.name],
    [number, cocKey(sent.coc ?? '')],
    [textOf(subscriptions), textOf(sent.subscriptions)],
    [addressesOf(emails), addressesOf(sent.emails)],
  ] as const
  const shown = details.filter(([registered]) => registered !== undefined)
  if (shown.some(([registered, expected]) => registered !== expected)) return 'otherwise'
  return shown.length === details.length ? 'asSent' : 'incomplete'
}
