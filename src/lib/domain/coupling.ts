import type { Id } from '../api/endpoint.ts'
import type { PublicConfiguration } from '../configuration/variables.ts'
import { localizedPath, type Locale } from '../i18n/messages.ts'
import { referenceKeyLimit } from '../limits.ts'
import type { PlaceIds } from './place.ts'
import type { Variant } from '../accounting/snelstart/choices.ts'

/**
 * The wizard of a user (§6), wherever they come from: connect, the accounting package, boarding or
 * Home. What the polaris provider leads back to is the product API's to say (contract §4).
 */
export function variantOf({ version }: { version: string | null }): Variant {
  return version === 'polaris' ? 'polaris' : 'wizard'
}

/** Address of the setup wizard for an administration and location, in the user's language. */
export function wizardAddress(
  origin: string,
  locale: Locale,
  place: PlaceIds,
  variant: Variant,
): URL {
  const address = new URL(localizedPath(locale, `/${variant}`), origin)
  address.searchParams.set('administration', String(place.administration))
  address.searchParams.set('location', String(place.location))
  return address
}

/** The same with the last report unfolded, as far as this browser has it. */
export function reportAddress(wizard: URL): URL {
  const address = new URL(wizard)
  address.searchParams.set('show', 'report')
  return address
}

/**
 * Address of the page that checks the coupling which an address of the wizard names, or with `isChain` all
 * locations of its administration.
 */
export function checkAddress(wizard: URL, isChain = false): URL {
  const others = isChain ? /&.*/ : /&(?:step|show)=\w+/g
  return new URL(`check${wizard.search.replace(others, '')}`, wizard)
}

/** Whether an address of the wizard asks for the last report. */
export function asksForReport({ searchParams }: URL): boolean {
  return searchParams.get('show') === 'report'
}

/**
 * Address of the accounting package's coupling-activation page (§4): the key is its reference, and
 * the wizard is where it sends the browser afterwards.
 *
 * @throws {RangeError} when the key is longer than the accounting package takes
 */
export function activationAddress(
  { activationUrl }: PublicConfiguration,
  key: Id,
  success: URL,
): URL {
  const referenceKey = String(key)
  if (referenceKey.length > referenceKeyLimit) {
    throw new RangeError(`A reference key has at most ${referenceKeyLimit} characters`)
  }
  const address = new URL(activationUrl)
  address.searchParams.set('referenceKey', referenceKey)
  address.searchParams.set('successUrl', success.href)
  return address
}

/**
 * Address of the polaris provider's authorisation page (§4, polaris flow). The product API exchanges
 * the code that comes back and knows the key by the state.
 */
export function polarisAddress({ polaris }: PublicConfiguration, key: Id): URL {
  const address = new URL(polaris.authorizeUrl)
  address.searchParams.set('response_type', 'code')
  address.searchParams.set('client_id', polaris.clientId)
  address.searchParams.set('redirect_uri', polaris.redirectUri)
  address.searchParams.set('scope', polaris.scopes)
  address.searchParams.set('state', String(key))
  return address
}
