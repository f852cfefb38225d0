import type { Id } from '../api/endpoint.ts'
import type { Subscription } from '../api/registrations.ts'
import { plainEmail } from '../validation/texts.ts'
import { cocNumber, countryCode, websiteAddress } from './company.ts'
import type { BoardingValues } from './customer.ts'

/** The merchant: filled in, or, in the polaris flow, whoever is signed in, perhaps without an e-mail address. */
export type Merchant = BoardingValues['merchant_info']

/** Splits a full name at the first space (§3): "Anna de Vries" is Anna, de Vries. */
export function splitName(fullName: string): { first_name: string; last_name: string } {
  const name = fullName.trim()
  const space = name.indexOf(' ')
  if (space < 0) return { first_name: name, last_name: '' }
  return { first_name: name.slice(0, space), last_name: name.slice(space + 1).trim() }
}

/** Body of `POST …/merchant/{app}` (§3). */
export function merchantRequest({ full_name: fullName, username }: Merchant) {
  const name = splitName(fullName)
  const email = plainEmail(username)
  return { username: email, ...name, email, app_user: { ...name, email } }
}

interface RegistrationParts {
  values: BoardingValues
  subscription: Subscription
  merchant: Merchant
  userId: Id | null
  reseller: string | null
}

/** Body of `POST /registrations/registration` (§3); what is unknown or empty is left out. */
export function registrationRequest(parts: RegistrationParts) {
  const { values, subscription, merchant, userId, reseller } = parts
  const { name, coc, country_code: country, website_url: website } = values.serial_info.serial
  const email = plainEmail(merchant.username)
  return {
    ...(userId !== null && { user_id: userId }),
    ...(reseller !== null && { reseller_id: reseller }),
    name: name.trim(),
    ...(coc.trim() !== '' && { coc: cocNumber(coc) }),
    ...(website.trim() !== '' && { website_url: websiteAddress(website) }),
    country_code: countryCode(country).toUpperCase(),
    subscriptions: [subscription.id],
    person: splitName(merchant.full_name),
    emails: email === '' ? [] : [{ type: 'info' as const, email }],
  }
}
