import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'

/** Hashes (`'sha256-…'`) of the inline scripts and styles of one page. */
export interface InlineSources {
  script: readonly string[]
  style: readonly string[]
}

/** Unused browser features to deny, limited to names Chromium knows. */
const DENIED_FEATURES = `
  accelerometer autoplay browsing-topics camera display-capture encrypted-media fullscreen
  gamepad geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi
  payment picture-in-picture publickey-credentials-get screen-wake-lock serial storage-access
  usb window-management xr-spatial-tracking`

/** Returns the origins of absolute addresses, because `'self'` covers paths. */
export const collectOrigins = (...addresses: (string | undefined)[]) =>
  addresses.flatMap((address) => URL.parse(address ?? '')?.origin ?? [])

const POLICY_REPORTS = 'policy'

/** Returns the URL that receives reports of policy violations. */
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

interface PageTraits {
  inline?: InlineSources | undefined
  /** True if violation reports could reveal a sign-in code. */
  mayHoldCode?: boolean
}

function contentSecurityPolicy(
  configuration: PublicConfiguration,
  inline: InlineSources | undefined,
  reports: string | null,
): string {
  const { apiUrl, identity, flags, errorReporting } = configuration
  const { authority, adminUrl } = identity
  const services = collectOrigins(apiUrl, authority, adminUrl, flags.url, errorReporting?.dsn)
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...(inline?.script ?? [])]],
    ['style-src', ["'self'", ...(inline?.style ?? [])]],
    ['img-src', ["'self'"]],
    ['font-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    // Workers are forbidden, because a worker script would run without a policy.
    ['worker-src', ["'none'"]],
    ['connect-src', ["'self'", ...services]],
    // The provider's frame checks the OpenID Connect session.
    ['frame-src', collectOrigins(authority)],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
    ['require-trusted-types-for', ["'script'"]],
    ['trusted-types', ["'none'"]],
  ]
  // Browsers that support `report-to` ignore `report-uri`.
  if (reports !== null) directives.push(['report-to', [POLICY_REPORTS]], ['report-uri', [reports]])
  return directives.map(([name, sources]) => [name, ...new Set(sources)].join(' ')).join('; ')
}

/** Strict transport needs https, because browsers would store it for `localhost`. */
function commonHeaders({ publicUrl, hstsSeconds }: PublicConfiguration): Record<string, string> {
  const isEncrypted = publicUrl?.startsWith('https:') ?? false
  return {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isEncrypted && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
  }
}

/** Returns the security headers of a displayable response. */
export function createPolicyHeaders(
  configuration: PublicConfiguration,
  { inline, mayHoldCode = false }: PageTraits = {},
): Record<string, string> {
  const reports = mayHoldCode ? null : reportAddress(configuration)
  return {
    'content-security-policy': contentSecurityPolicy(configuration, inline, reports),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.trim().replaceAll(/\s+/g, '=(), ') + '=()',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(reports !== null && { 'reporting-endpoints': `${POLICY_REPORTS}="${reports}"` }),
    ...commonHeaders(configuration),
  }
}

/** Content types that, unlike SVG, cannot run scripts when opened directly. */
const INERT = /^(?:text\/(?:css|javascript)|image\/(?:png|x-icon)|font\/woff2)(?:;|$)/

/** Omits the policy for files that cannot run scripts (decision 004). */
export function createFileHeaders(
  configuration: PublicConfiguration,
  { contentType, ...traits }: { contentType: string } & PageTraits,
): Record<string, string> {
  return INERT.test(contentType)
    ? commonHeaders(configuration)
    : createPolicyHeaders(configuration, traits)
}
