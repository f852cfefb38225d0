import * as shape from './shapes.ts'
import type { VariableSchema } from './shapes.ts'

export type Variables = Readonly<Record<string, string | undefined>>

const SECRET_VARIABLES = new Set(['PORTAL_FLAGS_CLIENT_KEY', 'PORTAL_SENTRY_DSN'])
const DISPLAY_LENGTH = 100
const DAY_IN_SECONDS = 86_400
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/

/** Secrets that must not reach browsers (`npm run verify` detects more). */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [\w ]*PRIVATE KEY/, 'a private key'],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\./, 'a JSON web token'],
  // A list of OAuth scopes may also contain `user:`.
  [/^["']?user:\w+["']?$/, 'a personal access token of Unleash'],
  [/^["']?[^\s/:]*:\*\./, 'an admin token of Unleash'],
  [/\bsntry[su]_\w/, 'an auth token of Sentry'],
  [/\/\/[^\s/?#@]*:[^\s/?#@]*@/, 'an address with a password'],
  [
    /[?&](?:access_token|api_?key|client_secret|password|secret|token)=[^&#]/i,
    'an address with a secret',
  ],
]

/** Formats a value on one line, without passwords and keys. */
function displayValue(name: string, value: string): string {
  if (SECRET_VARIABLES.has(name)) return `a value of ${value.length} characters`
  const text = value.replace(/\/\/[^]*@/, '//***@')
  return JSON.stringify(text.length > DISPLAY_LENGTH ? `${text.slice(0, DISPLAY_LENGTH)}…` : text)
}

/** Returns the reason why a value is never allowed. */
function refusalOf(value: string): string | null {
  const [, secret] = SECRETS.find(([format]) => format.test(value)) ?? []
  if (secret !== undefined) return `${secret}, which browsers would receive`
  // A shell removes quotes, but `docker --env-file` and Kubernetes keep them.
  if (/^(["'])[^]*\1$/.test(value) && value.length > 1)
    return 'a value in quotes, which are not removed'
  return null
}

export function createVariableReader(variables: Variables) {
  const problems: string[] = []
  const names: string[] = []

  function optional<T>(name: string, shape: VariableSchema<T>): T | null {
    names.push(name)
    const text = variables[name] ?? ''
    const value = text.trim()
    if (value === '') return null
    const refusal = refusalOf(value)
    const isReadable = refusal === null && !CONTROL_CHARACTER.test(text)
    const result = isReadable ? shape.safeParse(value) : null
    if (result?.success) return result.data
    problems.push(
      `${name} is ${refusal ?? displayValue(name, text)}, expected ${shape.description}`,
    )
    return null
  }

  /** Reads a required variable, or reports a problem and returns ''. */
  function required(name: string, shape: VariableSchema<string>, fallback?: string): string {
    const problemsBefore = problems.length
    const value = optional(name, shape) ?? fallback
    if (value === undefined && problems.length === problemsBefore) {
      problems.push(`${name} is not set, expected ${shape.description}`)
    }
    return value ?? ''
  }

  return { problems, names, optional, required }
}

export type VariableReader = Pick<ReturnType<typeof createVariableReader>, 'optional' | 'required'>

/** Returns Keycloak's admin API address, derived from the realm. */
function defaultAdminUrl(authority: string): string | undefined {
  const isRealm = authority === '' || authority.includes('/realms/')
  return isRealm ? authority.replace('/realms/', '/admin/realms/') : undefined
}

/** Builds the configuration from environment variables. Reports and omits invalid variables. */
function configurationOf({ optional, required }: VariableReader) {
  const authority = required('PORTAL_OIDC_AUTHORITY', shape.issuer)
  const dsn = optional('PORTAL_SENTRY_DSN', shape.sentryDsn)
  const environment = optional('PORTAL_SENTRY_ENVIRONMENT', shape.limitedText) ?? 'production'

  return {
    /** Base of all product API calls (§7), without a trailing slash. */
    apiUrl: required('PORTAL_API_URL', shape.baseUrlOrPath),
    /** Origin of redirect addresses, or null for the page's origin. */
    publicUrl: optional('PORTAL_PUBLIC_URL', shape.originUrl),
    hstsSeconds:
      optional('PORTAL_HSTS_SECONDS', shape.integerBetween(0, 63_072_000)) ?? DAY_IN_SECONDS,
    identity: {
      authority,
      clientId: required('PORTAL_OIDC_CLIENT_ID', shape.limitedText),
      adminUrl: required(
        'PORTAL_IDENTITY_ADMIN_URL',
        shape.baseUrlOrPath,
        defaultAdminUrl(authority),
      ),
      /** Provider name in the message 'User is not found in keycloak.' */
      providerName: optional('PORTAL_IDENTITY_PROVIDER_NAME', shape.limitedText) ?? 'keycloak',
    },
    flags: {
      url: required('PORTAL_FLAGS_URL', shape.baseUrlOrPath),
      clientKey: required('PORTAL_FLAGS_CLIENT_KEY', shape.flagClientKey),
      appName: optional('PORTAL_FLAGS_APP_NAME', shape.limitedText) ?? 'staging',
      environment: optional('PORTAL_FLAGS_ENVIRONMENT', shape.limitedText) ?? 'default',
      refreshSeconds:
        optional('PORTAL_FLAGS_REFRESH_SECONDS', shape.integerBetween(1, 604_800)) ?? 15,
      /** GET sends the context in the query, POST in the body. */
      method: optional('PORTAL_FLAGS_METHOD', shape.oneOfTexts('GET', 'POST')) ?? 'GET',
    },
    activationUrl: required('PORTAL_ACTIVATION_URL', shape.pageUrl),
    polaris: {
      authorizeUrl: required('PORTAL_POLARIS_AUTHORIZE_URL', shape.pageUrl),
      clientId: required('PORTAL_POLARIS_CLIENT_ID', shape.limitedText),
      redirectUri: required('PORTAL_POLARIS_REDIRECT_URI', shape.pageUrl),
      scopes: required('PORTAL_POLARIS_SCOPES', shape.scopeList),
    },
    customerPortalUrl: required('PORTAL_CUSTOMER_PORTAL_URL', shape.pageUrl),
    provider: {
      name: required('PORTAL_PROVIDER_NAME', shape.limitedText),
      host: required('PORTAL_PROVIDER_HOST', shape.pageUrl),
    },
    /** Sentence that names the accounting packages that may be coupled. */
    packageRequirement: optional('PORTAL_PACKAGE_REQUIREMENT', shape.limitedText),
    support: [
      optional('PORTAL_SUPPORT_URL', shape.supportLink),
      optional('PORTAL_SUPPORT_EMAIL', shape.emailLink),
      optional('PORTAL_SUPPORT_PHONE', shape.telephoneLink),
    ].filter((contact) => contact !== null),
    idempotencyHeader: optional('PORTAL_IDEMPOTENCY_HEADER', shape.headerName),
    errorReporting: dsn === null ? null : { dsn, environment },
  }
}

/** Public configuration of the portal, as returned by `GET /config.json`. */
export type PublicConfiguration = ReturnType<typeof configurationOf>

export function listUsedVariableNames(read: (reader: VariableReader) => unknown): string[] {
  const { names, ...reader } = createVariableReader({})
  read(reader)
  return names
}

export const publicVariables: readonly string[] = listUsedVariableNames(configurationOf)

/** Returns the addresses by variable name, with a null `url` for paths. */
export function listAddressVariables({ identity, polaris, flags, ...others }: PublicConfiguration) {
  const isDerived = identity.adminUrl === defaultAdminUrl(identity.authority)
  return Object.entries({
    PORTAL_PUBLIC_URL: others.publicUrl,
    PORTAL_API_URL: others.apiUrl,
    PORTAL_FLAGS_URL: flags.url,
    PORTAL_IDENTITY_ADMIN_URL: isDerived ? null : identity.adminUrl,
    PORTAL_OIDC_AUTHORITY: identity.authority,
    PORTAL_SENTRY_DSN: others.errorReporting?.dsn,
    PORTAL_ACTIVATION_URL: others.activationUrl,
    PORTAL_POLARIS_AUTHORIZE_URL: polaris.authorizeUrl,
    PORTAL_POLARIS_REDIRECT_URI: polaris.redirectUri,
    PORTAL_CUSTOMER_PORTAL_URL: others.customerPortalUrl,
  }).flatMap(([name, address]) => (address ? [{ name, address, url: URL.parse(address) }] : []))
}

export const portalPaths: readonly string[] = [
  ...['/connect', '/check', '/boarding', '/boarding/list', '/wizard', '/polaris'].flatMap(
    (page) => [page, `/en${page}`],
  ),
  ...['/callback', '/assets', '/config.json', '/healthz', '/readyz'],
]

export const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** True if an address would replace pages of the portal. */
function isOwnAddress(address: string, publicUrl: string | null): boolean {
  const ownOrigin = publicUrl ?? 'http://portal.invalid'
  const url = URL.parse(address, ownOrigin)
  if (url?.origin !== ownOrigin) return false
  const path = url.pathname.replace(/\/+$/, '')
  return portalPaths.some((own) => own === path || own.startsWith(`${path}/`))
}

export const isUnencrypted = (url: URL | null) =>
  url?.protocol === 'http:' && !LOOPBACK.test(url.hostname)

/** Usual ending of a service's address, by environment variable. */
const TYPICAL_ADDRESSES: Readonly<Record<string, RegExp>> = {
  PORTAL_FLAGS_URL: /\/frontend$/,
  PORTAL_IDENTITY_ADMIN_URL: /\/admin\/realms\/[^/]+$/,
  PORTAL_OIDC_AUTHORITY: /(?<!\/admin)\/realms\/[^/]+$/,
}

const isCalled = (name: string) => /_(API|FLAGS|IDENTITY|OIDC|SENTRY)_/.test(name)

/** Returns an error message for each address that conflicts with others. */
function conflictsOf(configuration: PublicConfiguration): string[] {
  const { publicUrl } = configuration
  const seen = new Map<string, string>()
  return listAddressVariables(configuration).flatMap(({ name, address, url }) => {
    const problem = (expected: string, wrong = name) => [
      `${wrong} is ${displayValue(wrong, address)}, expected ${expected}`,
    ]
    if (name !== 'PORTAL_PUBLIC_URL' && isOwnAddress(address, publicUrl))
      return problem(
        "an address that is not the portal's own: PORTAL_PUBLIC_URL or one of its pages",
      )
    if (!isCalled(name)) return []
    if (publicUrl?.startsWith('https:') && isUnencrypted(url))
      return problem('https: browsers block http calls of an https page')
    const other = seen.get(address)
    seen.set(address, name)
    if (other === undefined) return []
    const [wrong, right] = TYPICAL_ADDRESSES[name]?.test(address) ? [other, name] : [name, other]
    return problem(`an address that ${right} does not have`, wrong)
  })
}

export type VariablesResult<Value> = ({ ok: true } & Value) | { ok: false; problems: string[] }

/** Reads the environment variables (contract §2) without keys in errors. */
export function readPublicConfiguration(
  variables: Variables,
): VariablesResult<{ configuration: PublicConfiguration }> {
  const { problems, ...reader } = createVariableReader(variables)
  const configuration = configurationOf(reader)
  problems.push(...conflictsOf(configuration))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, configuration }
}
