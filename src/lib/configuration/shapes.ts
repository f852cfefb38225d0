import * as z from 'zod'

/** What a variable's text has to be; its description says in a refusal what was expected. */
export type Shape<T> = z.ZodType<T, string>

/** Longer text is a pasted file, not a setting. */
const MAX_TEXT_LENGTH = 2000

function parsed(text: string): URL | null {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  // The parser accepts `http:host` and `http:\\host`, and repairs them; and a `*` in a host.
  const isOne = isWeb && !url.hostname.includes('*')
  return isOne && /^https?:\/\/[^/\\]/i.test(text) && !/[\s\\]/.test(text) ? url : null
}

const hasCredentials = (url: URL) => url.username !== '' || url.password !== ''
const withoutTrailingSlash = (address: string) => address.replace(/\/+$/, '')

// `abort`: the checks after this one expect an address.
const webAddress = z.string().refine(
  (text) => {
    const url = parsed(text)
    return url !== null && !hasCredentials(url) && !text.includes('#')
  },
  { abort: true },
)

/** Paths are appended to it, so it comes without a slash at the end. */
const base = webAddress
  .refine((text) => !text.includes('?'))
  .transform((text) => withoutTrailingSlash(new URL(text).href))
const aBase = 'an absolute http or https address without user name, query or #'

/** For Keycloak with the realm's name: other addresses are made of it. */
function isIssuer(address: string): boolean {
  const { pathname } = new URL(address)
  if (pathname.endsWith('/.well-known/openid-configuration')) return false
  return !/\/realms(\/|$)/.test(pathname) || /\/realms\/[^/]+$/.test(pathname)
}

/** Where the provider's metadata lie below `/.well-known/openid-configuration`. */
export const issuer = base
  .refine(isIssuer)
  .describe(
    `${aBase}: of Keycloak with the whole realm, …/realms/<name>, and without /.well-known/openid-configuration`,
  )

/** A path that a browser takes as it stands: no host, no query, and no dots or backslashes to resolve. */
function isPlainPath(text: string): boolean {
  return /^(\/[^/]+)+\/*$/.test(text) && URL.parse(text, 'http://portal')?.pathname === text
}

/** A base on a server of its own, or on the portal's own origin: the path alone, kept as a path. */
export const baseOrPath = z
  .union([z.string().refine(isPlainPath).transform(withoutTrailingSlash), base])
  .describe(`${aBase}, or a path such as /api on the portal's own origin`)

/** A page that a browser is sent to, kept as it was given: another party may compare it letter by letter. */
const aPage = 'an absolute http or https address without user name or #'
export const page = webAddress.describe(aPage)

export const origin = webAddress
  .refine((text) => new URL(text).pathname === '/' && !text.includes('?'))
  .transform((text) => new URL(text).origin)
  .describe('an origin only, such as https://portal.example.nl')

/** Where errors are reported to: a key in the user name's place, a project number at the end. */
export const dsn = z
  .string()
  .refine((text) => {
    const url = parsed(text)
    if (url === null || /[?#]/.test(text)) return false
    return /^\w+$/.test(url.username) && url.password === '' && /\/\d+$/.test(url.pathname)
  })
  .describe('an http or https address with key and project number: https://<key>@<host>/<project>')

export const text = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .describe(`text of at most ${MAX_TEXT_LENGTH} characters`)

export const clientKey = text.describe('a front-end token of the flag service')

export const wholeNumber = (least: number, most: number, what = 'a whole number of seconds') =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,8})$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .describe(`${what} from ${least} to ${most}`)

export const oneOf = <const T extends string>(...values: readonly [T, T]): Shape<T> =>
  z.enum(values).describe(values.join(' or '))

/** Headers that the portal itself sends, that browsers keep for themselves, or that change what is asked for. */
const takenHeader =
  /^(?:accept|access-control|content|if|proxy|sec)(?:-.*)?$|^(?:administration|authorization|connection|cookie2?|date|dnt|expect|host|keep-alive|location|origin|range|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|user-agent|via|x-http-method(?:-override)?|x-method-override|x-request-id)$/i

/** RFC 9110 §5.6.2. */
export const headerName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/)
  .refine((name) => !takenHeader.test(name))
  .describe(
    'the name of an HTTP header that neither the browser nor the portal uses for something else',
  )

/** RFC 6749 §3.3. */
export const scopes = z
  .string()
  .regex(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/)
  .describe('scopes separated by single spaces')

export const supportPage = webAddress
  .transform((address) => ({ text: new URL(address).host, address }))
  .describe(aPage)

export const emailAddress = z
  .email()
  .transform((text) => ({ text, address: `mailto:${encodeURI(text)}` }))
  .describe('an e-mail address')

export const telephone = z
  .string()
  .regex(/^(?=.*\d)[\d +()-]{3,40}$/)
  .transform((text) => ({ text, address: `tel:${dialled(text)}` }))
  .describe('a telephone number of digits, spaces, +, - and parentheses')

/** Its digits and its plus, without a `(0)`, which nobody dials behind a country's code. */
function dialled(number: string): string {
  const international = number.includes('+') ? number.replace('(0)', '') : number
  return international.replace(/[^+\d]/g, '')
}
