import type { Id } from '../api/endpoint.ts'
import { normalizeCocNumber, findCountryCode, addProtocol } from './company.ts'
import type { BoardingValues } from './customer.ts'
import { extractEmail } from './text.ts'

/** Splits a full name at the first space (§3). */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const name = fullName.trim()
  const space = name.indexOf(' ')
  if (space < 0) return { first_name: name, last_name: '' }
  return { first_name: name.slice(0, space), last_name: name.slice(space + 1).trim() }
}

/** Returns the body of `POST …/merchant/{app}` (§3). */
export function createMerchantBody({ merchant_info: merchant }: BoardingValues) {
  const name = splitName(merchant.full_name)
  const email = extractEmail(merchant.username)
  return { username: email, ...name, email, app_user: { ...name, email } }
}

/** Returns the body of `POST /registrations/registration` (§3). */
export function createRegistrationBody(
  { merchant_info: merchant, serial_info: { serial }, subscription: { selected } }: BoardingValues,
  userId: Id | null,
  reseller: string | null,
) {
  const { name, coc, country_code: country, website_url: website } = serial
  const email = extractEmail(merchant.username)
  return {
    ...(userId !== null && { user_id: userId }),
    ...(reseller !== null && { reseller_id: reseller }),
    name: name.trim(),
    ...(coc.trim() !== '' && { coc: normalizeCocNumber(coc) }),
    ...(website.trim() !== '' && { website_url: addProtocol(website) }),
    country_code: findCountryCode(country).toUpperCase(),
    subscriptions: selected ? [selected.id] : [],
    person: splitName(merchant.full_name),
    emails: email === '' ? [] : [{ type: 'info' as const, email }],
  }
}
