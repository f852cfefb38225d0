import type { PublicConfiguration } from './variables.ts'

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** What a browser is sent to or asks, under one protocol; a path on the portal's own origin has none. */
function addressesOver(protocol: 'http:' | 'https:', configuration: PublicConfiguration): string[] {
  const { identity, polaris } = configuration
  const addresses = [
    configuration.apiUrl,
    configuration.publicUrl ?? '',
    identity.authority,
    identity.adminUrl,
    configuration.flags.url,
    configuration.activationUrl,
    polaris.authorizeUrl,
    polaris.redirectUri,
    configuration.customerPortalUrl,
  ]
  return addresses.filter((address) => URL.parse(address)?.protocol === protocol)
}

/**
 * What is allowed, and worth a warning at the start of the portal (contract §2): a sentence or two
 * for an operator each.
 */
export function warningsOf(configuration: PublicConfiguration): string[] {
  // Fine for a trial.
  const unencrypted = addressesOver('http:', configuration).filter(
    (address) => !LOOPBACK.test(new URL(address).hostname),
  )
  // Where the services are encrypted, so most likely is the portal.
  const lacksPublicUrl =
    configuration.publicUrl === null && addressesOver('https:', configuration).length > 0
  return [
    ...unencrypted.map((address) => `${address} is not encrypted; use https outside this machine.`),
    ...(lacksPublicUrl
      ? [
          "PORTAL_PUBLIC_URL is not set, so browsers are not told to keep to https; set it to the portal's own origin.",
        ]
      : []),
    ...(URL.parse(configuration.flags.url)?.pathname === '/'
      ? [
          'PORTAL_FLAGS_URL has no path. The front-end API of an Unleash is at /api/frontend, mostly.',
        ]
      : []),
    ...(configuration.polaris.scopes.includes(',')
      ? ['PORTAL_POLARIS_SCOPES has commas. Scopes are separated by single spaces.']
      : []),
    ...(configuration.idempotencyHeader === null
      ? [
          'PORTAL_IDEMPOTENCY_HEADER is not set. A browser that loses its connection may send a call again by itself, and the product API then creates an administration, location or product twice. Set it to the header in which that API takes an idempotency key.',
        ]
      : []),
  ]
}
