import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'

/** Sources (`'sha256-…'`) of the scripts and styles that stand inside one page. */
export interface InlineSources {
  script: readonly string[]
  style: readonly string[]
}

const TWO_YEARS_IN_SECONDS = 63_072_000

const NO_INLINE: InlineSources = { script: [], style: [] }

/** What the portal has no use for in a browser; only names that Chromium knows, since it warns of others. */
const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** A base that is a path has none: it lies on the portal's own origin, which `'self'` names. */
const origins = (...addresses: (string | undefined)[]) =>
  addresses.flatMap((address) => URL.parse(address ?? '')?.origin ?? [])

/**
 * The content security policy of one answer: nothing but the portal's own files, the inline
 * scripts and styles named by hash, and calls to the services of the configuration.
 */
export function contentSecurityPolicy(
  configuration: PublicConfiguration,
  inline: InlineSources = NO_INLINE,
): string {
  const { identity, flags, errorReporting } = configuration
  const services = origins(
    configuration.apiUrl,
    identity.authority,
    identity.adminUrl,
    flags.url,
    errorReporting?.dsn,
  )
  const directives: [string, readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...inline.script]],
    ['style-src', ["'self'", ...inline.style]],
    ['img-src', ["'self'"]],
    ['font-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    // A worker has the policy of its script's own answer, and scripts go without one.
    ['worker-src', ["'none'"]],
    ['connect-src', ["'self'", ...services]],
    // The session check of OpenID Connect looks into a frame of the identity provider.
    ['frame-src', origins(identity.authority)],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
  ]
  return directives.map(([name, sources]) => [name, ...new Set(sources)].join(' ')).join('; ')
}

/** What has an effect on any answer, document or not. */
function commonHeaders({ publicUrl }: PublicConfiguration): Record<string, string> {
  const isEncrypted = publicUrl?.startsWith('https:') ?? false
  return {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isEncrypted && {
      'strict-transport-security': `max-age=${TWO_YEARS_IN_SECONDS}`,
    }),
  }
}

/**
 * The one header policy, of every answer but the files that `fileHeaders` excepts, whatever its
 * status. Names are lower case.
 *
 * `no-referrer` rather than `strict-origin-when-cross-origin`: the portal's addresses name
 * administrations and locations, and for a moment carry a sign-in code; nobody they lead to, the
 * accounting package least of all, has a use for even the origin. Strict transport is promised
 * only where the portal's own address is https, since a browser would remember it for `localhost`,
 * and only for that host: hosts below it are not the portal's to promise for.
 */
export function policyHeaders(
  configuration: PublicConfiguration,
  inline?: InlineSources,
): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(configuration, inline),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    ...commonHeaders(configuration),
  }
}

/**
 * What a browser makes no document with a script of: opened by itself, each is shown as text or as
 * a picture, or saved. An SVG runs scripts, so it is none of them.
 */
const INERT = /^(?:text\/(?:css|javascript)|image\/(?:png|x-icon)|font\/woff2)(?:;|$)/

/**
 * The headers of a file. A script, style, picture or font is governed by the policy of the page
 * that takes it, and a kilobyte of its own on each of a dozen of them has no effect. Nor has a
 * referrer policy: what styles and modules load in turn is the portal's own, told the address of
 * that file and not of the page. All else, and whatever is yet unknown, has the full policy.
 */
export function fileHeaders(
  configuration: PublicConfiguration,
  { contentType, inline }: { contentType: string; inline: InlineSources | undefined },
): Record<string, string> {
  return INERT.test(contentType)
    ? commonHeaders(configuration)
    : policyHeaders(configuration, inline)
}
