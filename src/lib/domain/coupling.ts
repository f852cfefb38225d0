import type { Id } from '../api/endpoint.ts'
import type { PublicConfiguration } from '../configuration/variables.ts'
import type { Environment } from '../environment.ts'
import { localizedPath, type Locale } from '../i18n/messages.ts'
import { referenceKeyLimit } from '../limits.ts'
import type { PlaceIds } from './place.ts'
import type { Variant } from '../accounting/snelstart/choices.ts'

/** The wizard of a user (§6). What the polaris provider leads back to is the product API's to say (contract §4). */
export const variantOf = ({ version }: { version: string | null }): Variant =>
  version === 'polaris' ? 'polaris' : 'wizard'

interface Portal {
  configuration: PublicConfiguration
  environment: Pick<Environment, 'location'>
  locale: Locale
  person: { version: string | null }
}

/** The wizard of a place, where the portal is for everybody, as it is told; else where this page is. */
export function wizardOf(
  { configuration, environment, locale, person }: Portal,
  { administration, location }: PlaceIds,
): URL {
  const origin = configuration.publicUrl ?? environment.location().origin
  const address = new URL(localizedPath(locale, `/${variantOf(person)}`), origin)
  return withParameters(address, { administration, location })
}

/** Address of the check of the coupling that a wizard's address names, or with `isChain` of its administration. */
export function checkAddress(wizard: URL, isChain = false): URL {
  const others = isChain ? /&.*/ : /&(?:step|show|fix)=[\w-]+/g
  return new URL(`check${wizard.search.replace(others, '')}`, wizard)
}

/** Optional sections of a check: the stored settings, and the other locations of the administration. */
export const checkSections = ['report', 'chain'] as const
export type CheckSection = (typeof checkSections)[number]

/** Address of the check of the coupling that a wizard's address names, with a section open. */
export const checkSectionAddress = (wizard: URL, show: CheckSection) =>
  withParameters(checkAddress(wizard), { show })

export const readCheckSection = ({ searchParams }: URL) =>
  checkSections.find((each) => each === searchParams.get('show')) ?? null

/** The accounting package's coupling-activation page (§4). Throws for a key that is longer than it takes. */
export function activationAddress(
  { activationUrl }: PublicConfiguration,
  key: Id,
  success: URL,
): URL {
  const referenceKey = String(key)
  if (referenceKey.length > referenceKeyLimit) {
    throw new RangeError(`A reference key has at most ${referenceKeyLimit} characters`)
  }
  return withParameters(activationUrl, { referenceKey, successUrl: success.href })
}

/** Address of the polaris provider's authorisation page (§4): the product API knows the key by the state. */
export const polarisAddress = ({ polaris }: PublicConfiguration, key: Id): URL =>
  withParameters(polaris.authorizeUrl, {
    response_type: 'code',
    client_id: polaris.clientId,
    redirect_uri: polaris.redirectUri,
    scope: polaris.scopes,
    state: key,
  })

function withParameters(address: string | URL, parameters: Readonly<Record<string, Id>>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url
}
