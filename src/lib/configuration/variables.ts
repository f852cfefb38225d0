import * as shape from './shapes.ts'
import type { Shape } from './shapes.ts'

export type Variables = Readonly<Record<string, string | undefined>>

const SECRET = new Set(['PORTAL_FLAGS_CLIENT_KEY', 'PORTAL_SENTRY_DSN'])
const SHOWN_LENGTH = 100
const DAY_IN_SECONDS = 86_400
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Shapes that only a secret has. A token of Unleash is `<project>:<environment>.<secret>`: with `*` as
 * the environment it is an admin token, and `user:<secret>` is a personal one. A back-end token has the
 * shape of a front-end one: `npm run verify` asks the service which it is.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [\w ]*PRIVATE KEY/, 'a private key'],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\./, 'a JSON web token'],
  // The whole text: scopes may begin like it.
  [/^["']?user:\w+["']?$/, 'a personal access token of Unleash'],
  [/^["']?[^\s/:]*:\*\./, 'an admin token of Unleash'],
  [/\bsntry[su]_\w/, 'an auth token of Sentry'],
  [/\/\/[^\s/?#@]*:[^\s/?#@]*@/, 'an address with a password'],
  [
    /[?&](?:access_token|api_?key|client_secret|password|secret|token)=[^&#]/i,
    'an address with a secret',
  ],
]

/** A given value as the refusal shows it: on one line, without a password or a key. */
function shown(name: string, given: string): string {
  if (SECRET.has(name)) return `a value of ${given.length} characters`
  const text = given.replace(/\/\/[^]*@/, '//***@')
  return JSON.stringify(text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text)
}

/** Why no variable may have this value; null: the variable's shape decides. */
function refusalOf(given: string): string | null {
  const [, secret] = SECRETS.find(([form]) => form.test(given)) ?? []
  if (secret !== undefined) return `${secret}, which browsers would get to see`
  // A shell removes quotes; `docker --env-file` and Kubernetes do not.
  if (/^(["'])[^]*\1$/.test(given) && given.length > 1) return 'a value between quotes, which count'
  return null
}

/** Reads variable after variable and remembers what is wrong, so that one start tells everything. */
export function createReader(variables: Variables) {
  const problems: string[] = []
  const names: string[] = []

  function optional<T>(name: string, form: Shape<T>): T | null {
    names.push(name)
    const given = variables[name] ?? ''
    if (given.trim() === '') return null
    const refusal = refusalOf(given.trim())
    const read =
      refusal !== null || CONTROL_CHARACTER.test(given)
        ? ({ success: false } as const)
        : form.safeParse(given.trim())
    if (read.success) return read.data
    problems.push(`${name} is ${refusal ?? shown(name, given)}, expected ${form.description}`)
    return null
  }

  /** After a problem the result is never used, since the whole configuration is refused. */
  function required(name: string, form: Shape<string>, ifAbsent?: string): string {
    const known = problems.length
    const read = optional(name, form)
    if (read !== null) return read
    if (ifAbsent === undefined && problems.length === known) {
      problems.push(`${name} is not set, expected ${form.description}`)
    }
    return ifAbsent ?? ''
  }

  return { problems, names, optional, required }
}

export type Reader = Pick<ReturnType<typeof createReader>, 'optional' | 'required'>

/** In Keycloak the administration lies beside the realm; for another provider it has to be configured. */
function adminUrlOf(authority: string): string | undefined {
  const canTell = authority === '' || authority.includes('/realms/')
  return canTell ? authority.replace('/realms/', '/admin/realms/') : undefined
}

/** The configuration, variable by variable. After a problem it is incomplete and never used. */
function configurationOf({ optional, required }: Reader) {
  const authority = required('PORTAL_OIDC_AUTHORITY', shape.issuer)
  const dsn = optional('PORTAL_SENTRY_DSN', shape.dsn)
  const reportingEnvironment = required('PORTAL_SENTRY_ENVIRONMENT', shape.text, 'production')

  return {
    /** Base of every product call (§7), without a trailing slash: an address, or a path on the browser's origin. */
    apiUrl: required('PORTAL_API_URL', shape.baseOrPath),
    /** The portal's own origin, for success and redirect addresses; null: the origin the browser is on. */
    publicUrl: optional('PORTAL_PUBLIC_URL', shape.origin),
    /** How long a browser that came over https is to stay with it: nobody asks for more than two years. */
    hstsSeconds:
      optional('PORTAL_HSTS_SECONDS', shape.wholeNumber(0, 63_072_000)) ?? DAY_IN_SECONDS,
    identity: {
      authority,
      clientId: required('PORTAL_OIDC_CLIENT_ID', shape.text),
      /** Base of `GET …/users`, as `apiUrl` is one. */
      adminUrl: required('PORTAL_IDENTITY_ADMIN_URL', shape.baseOrPath, adminUrlOf(authority)),
      /** In 'User is not found in keycloak.' */
      providerName: required('PORTAL_IDENTITY_PROVIDER_NAME', shape.text, 'keycloak'),
    },
    flags: {
      /** A base, as `apiUrl` is one. */
      url: required('PORTAL_FLAGS_URL', shape.baseOrPath),
      clientKey: required('PORTAL_FLAGS_CLIENT_KEY', shape.clientKey),
      appName: required('PORTAL_FLAGS_APP_NAME', shape.text, 'staging'),
      environment: required('PORTAL_FLAGS_ENVIRONMENT', shape.text, 'default'),
      /** More than a week is a mistake in the unit. */
      refreshSeconds: optional('PORTAL_FLAGS_REFRESH_SECONDS', shape.wholeNumber(1, 604_800)) ?? 15,
      /** How the flags are asked for: the context in the query, or in a body. */
      method: optional('PORTAL_FLAGS_METHOD', shape.oneOf('GET', 'POST')) ?? 'GET',
    },
    activationUrl: required('PORTAL_ACTIVATION_URL', shape.page),
    polaris: {
      authorizeUrl: required('PORTAL_POLARIS_AUTHORIZE_URL', shape.page),
      clientId: required('PORTAL_POLARIS_CLIENT_ID', shape.text),
      redirectUri: required('PORTAL_POLARIS_REDIRECT_URI', shape.page),
      scopes: required('PORTAL_POLARIS_SCOPES', shape.scopes),
    },
    customerPortalUrl: required('PORTAL_CUSTOMER_PORTAL_URL', shape.page),
    provider: {
      name: required('PORTAL_PROVIDER_NAME', shape.text),
      host: required('PORTAL_PROVIDER_HOST', shape.page),
    },
    /** Which packages of the accounting package may be coupled, in a sentence; null: it is not told. */
    packageRequirement: optional('PORTAL_PACKAGE_REQUIREMENT', shape.text),
    /** How to reach the provider, for the footer: what is shown, and where it leads. */
    support: [
      optional('PORTAL_SUPPORT_URL', shape.supportPage),
      optional('PORTAL_SUPPORT_EMAIL', shape.emailAddress),
      optional('PORTAL_SUPPORT_PHONE', shape.telephone),
    ].filter((contact) => contact !== null),
    /** Header that carries a write's idempotency key; null: not sent. */
    idempotencyHeader: optional('PORTAL_IDEMPOTENCY_HEADER', shape.headerName),
    /** null: error reporting is off. */
    errorReporting: dsn === null ? null : { dsn, environment: reportingEnvironment },
  }
}

export function namesReadBy(read: (reader: Reader) => unknown): string[] {
  const { names, ...reader } = createReader({})
  read(reader)
  return names
}

export const publicVariables: readonly string[] = namesReadBy(configurationOf)

/** The addresses that were configured, by their variables; a path lies on the portal's own origin. */
export function addressesOf({ identity, polaris, flags, ...others }: PublicConfiguration) {
  const isDerived = identity.adminUrl === adminUrlOf(identity.authority)
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

export const ownPaths: readonly string[] = [
  ...['/connect', '/check', '/boarding', '/boarding/list', '/wizard', '/polaris'].flatMap(
    (page) => [page, `/en${page}`],
  ),
  ...['/callback', '/assets', '/config.json', '/healthz', '/readyz'],
]

export const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether what is at `address`, which may be a path, would take over addresses of the portal itself. */
function isOwnAddress(address: string, publicUrl: string | null): boolean {
  const here = publicUrl ?? 'http://portal.invalid'
  const url = URL.parse(address, here)
  if (url?.origin !== here) return false
  const path = url.pathname.replace(/\/+$/, '')
  return ownPaths.some((own) => own === path || own.startsWith(`${path}/`))
}

export const isUnencrypted = (url: URL | null) =>
  url?.protocol === 'http:' && !LOOPBACK.test(url.hostname)

const isCalled = (name: string) => /_(API|FLAGS|IDENTITY|OIDC|SENTRY)_/.test(name)

/** A line for each address that cannot work together with the others. */
function collisionsOf(configuration: PublicConfiguration): string[] {
  const { publicUrl } = configuration
  const seen = new Set<string>()
  return addressesOf(configuration).flatMap(({ name, address, url }) => {
    const problem = (expected: string) => [
      `${name} is ${shown(name, address)}, expected ${expected}`,
    ]
    if (name !== 'PORTAL_PUBLIC_URL' && isOwnAddress(address, publicUrl))
      return problem("an address that is not the portal's own")
    if (!isCalled(name)) return []
    if (publicUrl?.startsWith('https:') && isUnencrypted(url))
      return problem('https: browsers block http calls of an https page')
    const isTaken = seen.has(address)
    seen.add(address)
    return isTaken ? problem('an address of its own') : []
  })
}

/** What the browser needs to know: the answer of `GET /config.json`. */
export type PublicConfiguration = ReturnType<typeof configurationOf>

export type Read<Value> = ({ ok: true } & Value) | { ok: false; problems: string[] }

/** Reads the portal's environment variables (contract §2); a problem never repeats a key. */
export function readConfiguration(
  variables: Variables,
): Read<{ configuration: PublicConfiguration }> {
  const { problems, ...reader } = createReader(variables)
  const configuration = configurationOf(reader)
  problems.push(...collisionsOf(configuration))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, configuration }
}
