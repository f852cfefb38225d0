import * as z from 'zod'

/** What a variable's text has to be: how it is read, and what the refusal says was expected. */
export interface Shape<T> {
  schema: z.ZodType<T, string>
  expected: string
}

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
const base: Shape<string> = {
  schema: webAddress
    .refine((text) => !text.includes('?'))
    .transform((text) => withoutTrailingSlash(new URL(text).href)),
  expected: 'an absolute http or https address without user name, query or #',
}

/** For Keycloak with the realm's name: other addresses are made of it. */
function isIssuer(address: string): boolean {
  const { pathname } = new URL(address)
  if (pathname.endsWith('/.well-known/openid-configuration')) return false
  return !/\/realms(\/|$)/.test(pathname) || /\/realms\/[^/]+$/.test(pathname)
}

/** Where the provider's metadata lie below `/.well-known/openid-configuration`. */
export const issuer: Shape<string> = {
  schema: base.schema.refine(isIssuer),
  expected: `${base.expected}: of Keycloak with the whole realm, …/realms/<name>, and without /.well-known/openid-configuration`,
}

/** A path that a browser takes as it stands: no host, no query, and no dots or backslashes to resolve. */
function isPlainPath(text: string): boolean {
  return /^(\/[^/]+)+\/*$/.test(text) && URL.parse(text, 'http://portal')?.pathname === text
}

/** A base on a server of its own, or on the portal's own origin: the path alone, kept as a path. */
export const baseOrPath: Shape<string> = {
  schema: z.union([z.string().refine(isPlainPath).transform(withoutTrailingSlash), base.schema]),
  expected: `${base.expected}, or a path such as /api on the portal's own origin`,
}

/** A page that a browser is sent to, kept as it was given: another party may compare it letter by letter. */
export const page: Shape<string> = {
  schema: webAddress,
  expected: 'an absolute http or https address without user name or #',
}

export const origin: Shape<string> = {
  schema: webAddress
    .refine((text) => new URL(text).pathname === '/' && !text.includes('?'))
    .transform((text) => new URL(text).origin),
  expected: 'an origin only, such as https://portal.example.nl',
}

/** Where errors are reported to: a key in the user name's place, a project number at the end. */
export const dsn: Shape<string> = {
  schema: z.string().refine((text) => {
    const url = parsed(text)
    if (url === null || /[?#]/.test(text)) return false
    return /^\w+$/.test(url.username) && url.password === '' && /\/\d+$/.test(url.pathname)
  }),
  expected: 'an http or https address with key and project number: https://<key>@<host>/<project>',
}

export const text: Shape<string> = {
  schema: z.string().max(MAX_TEXT_LENGTH),
  expected: `text of at most ${MAX_TEXT_LENGTH} characters`,
}

export const clientKey: Shape<string> = {
  schema: text.schema,
  expected: 'a front-end token of the flag service',
}

export const wholeNumber = (
  least: number,
  most: number,
  what = 'a whole number of seconds',
): Shape<number> => ({
  schema: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,8})$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most),
  expected: `${what} from ${least} to ${most}`,
})

export const oneOf = <const T extends string>(...values: readonly [T, T]): Shape<T> => ({
  schema: z.enum(values),
  expected: values.join(' or '),
})

/** Headers that the portal itself sends, that browsers keep for themselves, or that change what is asked for. */
const takenHeader =
  /^(?:accept|access-control|content|if|proxy|sec)(?:-.*)?$|^(?:administration|authorization|connection|cookie2?|date|dnt|expect|host|keep-alive|location|origin|range|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|user-agent|via|x-http-method(?:-override)?|x-method-override|x-request-id)$/i

/** RFC 9110 §5.6.2. */
export const headerName: Shape<string> = {
  schema: z
    .string()
    .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/)
    .refine((name) => !takenHeader.test(name)),
  expected:
    'the name of an HTTP header that neither the browser nor the portal uses for something else',
}

/** RFC 6749 §3.3. */
export const scopes: Shape<string> = {
  schema: z.string().regex(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/),
  expected: 'scopes separated by single spaces',
}

interface Contact {
  text: string
  address: string
}

export const supportPage: Shape<Contact> = {
  schema: webAddress.transform((address) => ({ text: new URL(address).host, address })),
  expected: page.expected,
}

export const emailAddress: Shape<Contact> = {
  schema: z.email().transform((text) => ({ text, address: `mailto:${encodeURI(text)}` })),
  expected: 'an e-mail address',
}

export const telephone: Shape<Contact> = {
  schema: z
    .string()
    .regex(/^(?=.*\d)[\d +()-]{3,40}$/)
    .transform((text) => ({ text, address: `tel:${dialled(text)}` })),
  expected: 'a telephone number of digits, spaces, +, - and parentheses',
}

/** Its digits and its plus, without a `(0)`, which nobody dials behind a country's code. */
function dialled(number: string): string {
  const international = number.includes('+') ? number.replace('(0)', '') : number
  return international.replace(/[^+\d]/g, '')
}
