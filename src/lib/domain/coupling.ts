import type { Id } from '../api/endpoint.ts'
import type { PublicConfiguration } from '../configuration/variables.ts'
import type { Environment } from '../environment.ts'
import { localizePath, type Locale } from '../i18n/messages.ts'
import { referenceKeyLimit } from '../limits.ts'
import type { PlaceIds } from './place.ts'
import type { WizardVariant } from '../accounting/snelstart/choices.ts'

/** Returns the user's variant of the wizard (§6). */
export const getWizardVariant = ({ version }: { version: string | null }): WizardVariant =>
  version === 'polaris' ? 'polaris' : 'wizard'

interface Portal {
  configuration: PublicConfiguration
  environment: Pick<Environment, 'location'>
  locale: Locale
  person: { version: string | null }
}

/** Returns the wizard's address for a location. */
export function getWizardUrl(
  { configuration, environment, locale, person }: Portal,
  { administration, location }: PlaceIds,
): URL {
  const origin = configuration.publicUrl ?? environment.location().origin
  const address = new URL(localizePath(locale, `/${getWizardVariant(person)}`), origin)
  return withParameters(address, { administration, location })
}

/** Returns the address of /check for a wizard's location or administration. */
export function getCheckUrl(wizard: URL, isChain = false): URL {
  const others = isChain ? /&.*/ : /&(?:step|show|fix)=[\w-]+/g
  return new URL(`check${wizard.search.replace(others, '')}`, wizard)
}

/** Sections of /check: report of the stored settings, and copies to other locations. */
export const checkPageSections = ['report', 'chain'] as const
export type CheckPageSection = (typeof checkPageSections)[number]

/** Returns the address of /check with one open section. */
export const getCheckSectionUrl = (wizard: URL, show: CheckPageSection) =>
  withParameters(getCheckUrl(wizard), { show })

export const readOpenCheckSection = ({ searchParams }: URL) =>
  checkPageSections.find((each) => each === searchParams.get('show')) ?? null

/** Returns the address of the activation page (§4). */
export function getActivationUrl(
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

/** Returns the address of the polaris authorisation page (§4). */
export const getPolarisUrl = ({ polaris }: PublicConfiguration, key: Id): URL =>
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
