import * as z from 'zod/mini'
import { readCoupling } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { Call } from '../../lib/api/caller.ts'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { CallError, getWriteOutcome, getHttpStatus } from '../../lib/api/errors.ts'
import { listAdministrations, listLocations } from '../../lib/api/places.ts'
import { findRegistration, type Registration } from '../../lib/api/registrations.ts'
import { createRegistrationBody } from '../../lib/domain/boarding.ts'
import { trimCocNumber } from '../../lib/domain/company.ts'
import { getWizardVariant } from '../../lib/domain/coupling.ts'
import { normalizeCustomer, type BoardingValues } from '../../lib/domain/customer.ts'
import { normalizeName } from '../../lib/domain/customer-list.ts'
import { unnamedAdministrationLimit, registrationReadLimit } from '../../lib/limits.ts'
import type { SignedIn } from '../shell/portal.ts'

/** Existing administration that may belong to the customer. */
export interface CustomerMatch {
  administration: Id
  /** True if the registration number or email address matches. */
  isCertain: boolean
  /** Comparison of the registered details with the sent details. */
  registered: 'asSent' | 'incomplete' | 'otherwise'
  /**
   * State of the customer's location:
   *
   * - `none`: The administration has no locations.
   * - `unfinished`: The location exists without a key (404).
   * - `unknown`: A request failed, so the location may exist.
   * - `present`: The location has a key, or only other locations exist.
   */
  location: 'none' | 'unfinished' | 'unknown' | 'present'
  locationId: Id | null
  /** Error of the request that left the location state `unknown`. */
  error: CallError | null
}

/** Replaces malformed fields with null instead of rejecting the list. */
const readable = z.object({
  id: z.catch(z.nullable(id), null),
  name: z.catch(z.nullable(z.string()), null),
  country_code: z.catch(z.nullish(z.string().check(z.regex(/\S/))), null),
})
const unreadable = { id: null, name: null }
const listReadable = { ...listAdministrations, response: z.array(z.catch(readable, unreadable)) }
type Readable = z.infer<typeof readable>

/** Returns the normalised values, with the user as merchant for Polaris. */
export function getValuesToSend({ person }: Pick<SignedIn, 'person'>, typed: BoardingValues) {
  const values = normalizeCustomer(typed)
  if (getWizardVariant(person) !== 'polaris') return values
  return { ...values, merchant_info: { full_name: person.name, username: person.email ?? '' } }
}

/**
 * Finds administrations of the customer's name, best match first.
 *
 * @param values normalised by `getValuesToSend`
 * @throws {CallError} if the administrations or a match cannot be read
 * @throws {SessionError}
 */
export async function lookUpCustomer(call: Call, values: BoardingValues): Promise<CustomerMatch[]> {
  const findMatches = await createCustomerFinder(call)
  return findMatches(values)
}

/**
 * Creates a function that finds a customer's matches among administrations.
 *
 * @param ownAddress user's email address, which identifies no customer. Omit to match by name only
 * @param onUnread called with the error of a registration that may belong to a customer
 */
export async function createCustomerFinder(
  call: Call,
  ownAddress?: string | null,
  onUnread?: (error: CallError) => void,
) {
  const administrations = await call(listReadable, {})
  const malformed = (field: string) =>
    new CallError(`GET ${listReadable.path}`, { kind: 'malformed', detail: field })
  const byName = Map.groupBy(administrations, ({ name }) => name && normalizeName(name, ''))
  const nameless = byName.get(null) ?? []
  // Too many administrations without a name could hide the customer.
  const isUnreadable = nameless.length > 0 && nameless.length === administrations.length
  if (isUnreadable || nameless.length > unnamedAdministrationLimit) throw malformed('name')
  const isRead = ownAddress !== undefined && administrations.length <= registrationReadLimit
  const registered = await Promise.all((isRead ? administrations : []).map(readContactKeys))
  const byContact = Map.groupBy(registered.flat(), ({ key }) => key)

  return async (values: BoardingValues): Promise<CustomerMatch[]> => {
    const sent = createRegistrationBody(values, null, null)
    const key = normalizeName(sent.name, sent.country_code)
    const sameName = (byName.get(normalizeName(sent.name, '')) ?? []).filter(
      ({ name, country_code: country }) =>
        normalizeName(name ?? '', country ?? sent.country_code) === key,
    )
    if (sameName.some((each) => each.id === null)) throw malformed('id')
    const sameContact = contactKeys(sent).flatMap((contact) => {
      const found = byContact.get(contact) ?? []
      const isShared = contact.includes('@') && (found.length > 1 || contact === ownAddress)
      return isShared ? [] : found.map(({ each }) => each)
    })
    // An unnamed administration may have the number or e-mail address of the customer.
    const candidates = new Set([...sameName, ...nameless, ...sameContact])
    const matches = await Promise.all([...candidates].map((each) => inspect(call, values, each)))
    const rank = ({ registered, isCertain }: CustomerMatch) =>
      Number(registered === 'asSent') * 2 + Number(isCertain)
    return matches.filter((each) => each !== null).sort((one, other) => rank(other) - rank(one))
  }

  async function readContactKeys(each: Readable) {
    if (each.id === null) return []
    const { value, error } = await readRegistration(call, each.id)
    if (error) onUnread?.(error)
    return contactKeys(value ?? {}).map((key) => ({ key, each }))
  }
}

/** Returns the registration number and the email addresses, normalised for comparison. */
const contactKeys = ({ coc, emails }: Partial<Registration>): string[] =>
  [trimCocNumber(coc ?? ''), ...(emails ?? []).map(({ email }) => email.toLowerCase())].filter(
    Boolean,
  )

/** Reads a registration, which the service may refuse before a location exists. */
async function readRegistration(call: Call, administration: Id) {
  const query = { administration_id: administration }
  const { value, error } = await settle(call(findRegistration, { query }))
  const isRefused = getWriteOutcome(error) === 'refused' && getHttpStatus(error) !== 429
  return { value, error: isRefused ? null : error }
}

/** Compares an administration with the customer. */
async function inspect(
  call: Call,
  values: BoardingValues,
  { id: administration, name }: Readable,
): Promise<CustomerMatch | null> {
  // Returning null skips the record, because an error would block all customers.
  if (administration === null) return null
  const sent = createRegistrationBody(values, null, null)
  const [registration, locations] = await Promise.all([
    readRegistration(call, administration),
    settle(call(listLocations, { headers: { administration } })),
  ])
  const registered = registration.value
  if (registered?.coc && sent.coc && trimCocNumber(registered.coc) !== trimCocNumber(sent.coc))
    return null
  const isNamesake = name === null || normalizeName(name, '') === normalizeName(sent.name, '')
  const shared = contactKeys(sent).filter((key) => contactKeys(registered ?? {}).includes(key))
  // An e-mail address alone does not identify a customer whose name differs.
  const isCertain = shared.some((key) => isNamesake || !key.includes('@'))
  if (name === null && !isCertain) return null

  const shop = normalizeName(values.serial_info.location.name, '')
  const own = locations.value?.find((each) => isCertain && normalizeName(each.name, '') === shop)
  const coupling = own && (await settle(readCoupling(call, { administration, location: own.id })))
  const hasKey = coupling && coupling.value !== null
  const error = registration.error ?? locations.error ?? coupling?.error ?? null
  const whereFound = hasKey === false ? 'unfinished' : 'present'
  const found = locations.value?.length === 0 ? 'none' : whereFound
  return {
    administration,
    isCertain,
    registered: compareDetails(name, registered, sent),
    // Boarding continues only with an administration that has the customer's name.
    location: error ? 'unknown' : isNamesake ? found : 'present',
    locationId: own?.id ?? null,
    error,
  }
}

async function settle<Result>(response: Promise<Result>) {
  try {
    return { value: await response, error: null }
  } catch (error) {
    if (!(error instanceof CallError) || getHttpStatus(error) === 401) throw error
    return { value: null, error }
  }
}

function compareDetails(
  name: string | null,
  registration: Registration | null,
  sent: ReturnType<typeof createRegistrationBody>,
): CustomerMatch['registered'] {
  const { coc, subscriptions, emails } = registration ?? {}
  const textOf = (list: readonly unknown[] | null | undefined) => list?.join().toLowerCase()
  const addressesOf = (list: readonly { email: string }[] | null | undefined) =>
    textOf(list?.map(({ email }) => email))
  // A missing company number only matches another missing number.
  const number = coc ? trimCocNumber(coc) : registration && !sent.coc ? '' : undefined
  const details = [
    [name ?? undefined, sent.name],
    [number, trimCocNumber(sent.coc ?? '')],
    [textOf(subscriptions), textOf(sent.subscriptions)],
    [addressesOf(emails), addressesOf(sent.emails)],
  ] as const
  const shown = details.filter(([registered]) => registered !== undefined)
  if (shown.some(([registered, expected]) => registered !== expected)) return 'otherwise'
  return shown.length === details.length ? 'asSent' : 'incomplete'
}
