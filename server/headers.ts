import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'

/** Sources (`'sha256-…'`) of the scripts and styles that stand inside one page. */
export interface InlineSources {
  script: readonly string[]
  style: readonly string[]
}

/** Features that the portal does not use. Only names that Chromium knows: it warns of others. */
const DENIED_FEATURES = `
  accelerometer autoplay browsing-topics camera display-capture encrypted-media fullscreen
  gamepad geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi
  payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access
  usb window-management xr-spatial-tracking`

/** The origins of addresses. A path has none: it lies on the portal's own origin, which `'self'` names. */
export const originsOf = (...addresses: (string | undefined)[]) =>
  addresses.flatMap((address) => URL.parse(address ?? '')?.origin ?? [])

/** Name in `Reporting-Endpoints` of the address that violations of the policy are reported to. */
const POLICY_REPORTS = 'policy'

/** Where the error-reporting service takes reports of violations; null: no service is configured. */
function reportAddress({ errorReporting }: PublicConfiguration): string | null {
  if (errorReporting === null) return null
  const { origin, pathname, username } = new URL(errorReporting.dsn)
  const endpoint = pathname.replace(/\d+$/, 'api/$&/security/')
  const query = new URLSearchParams({
    sentry_key: username,
    sentry_environment: errorReporting.environment,
  })
  return `${origin}${endpoint}?${query}`
}

export interface Answered {
  inline?: InlineSources | undefined
  /** Whether its address may hold a sign-in code: a report of a violation would have the whole address. */
  mayHoldCode?: boolean
}

/** The content security policy of one answer: the portal's own files, inline hashes, and calls to the services. */
export function contentSecurityPolicy(
  configuration: PublicConfiguration,
  { inline, mayHoldCode = false }: Answered = {},
): string {
  const { apiUrl, identity, flags, errorReporting } = configuration
  const { authority, adminUrl } = identity
  const services = originsOf(apiUrl, authority, adminUrl, flags.url, errorReporting?.dsn)
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...(inline?.script ?? [])]],
    ['style-src', ["'self'", ...(inline?.style ?? [])]],
    ['img-src', ["'self'"]],
    ['font-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    // A worker has the policy of its script's own answer, and scripts go without one.
    ['worker-src', ["'none'"]],
    ['connect-src', ["'self'", ...services]],
    // The session check of OpenID Connect looks into a frame of the identity provider.
    ['frame-src', originsOf(authority)],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    ['require-trusted-types-for', ["'script'"]],
    ['trusted-types', ["'none'"]],
  ]
  const reports = reportAddress(configuration)
  // Browsers that know `report-to` ignore `report-uri`.
  if (reports !== null && !mayHoldCode) {
    directives.push(['report-to', [POLICY_REPORTS]], ['report-uri', [reports]])
  }
  return directives.map(([name, sources]) => [name, ...new Set(sources)].join(' ')).join('; ')
}

/** Headers that matter for every answer, document or not. */
function commonHeaders({ publicUrl, hstsSeconds }: PublicConfiguration): Record<string, string> {
  const isEncrypted = publicUrl?.startsWith('https:') ?? false
  return {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isEncrypted && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
  }
}

/**
 * The headers of every answer but the files that `fileHeaders` excepts. `no-referrer`: addresses name administrations,
 * and for a moment carry a sign-in code. Strict transport only where the portal's own address is https: a browser
 * would remember it for `localhost`.
 */
export function policyHeaders(
  configuration: PublicConfiguration,
  answered: Answered = {},
): Record<string, string> {
  const reports = answered.mayHoldCode ? null : reportAddress(configuration)
  return {
    'content-security-policy': contentSecurityPolicy(configuration, answered),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.trim().replaceAll(/\s+/g, '=(), ') + '=()',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(reports !== null && { 'reporting-endpoints': `${POLICY_REPORTS}="${reports}"` }),
    ...commonHeaders(configuration),
  }
}

/** Types that run no script when they are opened by themselves; SVG does. */
const INERT = /^(?:text\/(?:css|javascript)|image\/(?:png|x-icon)|font\/woff2)(?:;|$)/

/** The headers of a file: one that is inert is under the policy of the page that loads it (decision 004). */
export function fileHeaders(
  configuration: PublicConfiguration,
  { contentType, ...answered }: { contentType: string } & Answered,
): Record<string, string> {
  return INERT.test(contentType)
    ? commonHeaders(configuration)
    : policyHeaders(configuration, answered)
}
