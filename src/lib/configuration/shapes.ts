import * as z from 'zod'

/** Schema of a variable, with a description that follows "expected" in errors. */
export type VariableSchema<T> = z.ZodType<T, string>

const MAX_TEXT_LENGTH = 2000

/** Rejects `*` hosts and addresses that `URL` would correct. */
function parseWebAddress(text: string): URL | null {
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\\]/.test(text)) return null
  const url = URL.parse(text)
  return url?.hostname.includes('*') ? null : url
}

const withoutTrailingSlash = (address: string) => address.replace(/\/+$/, '')

// Later checks need a valid address.
const webAddress = z.string().refine(
  (text) => {
    const url = parseWebAddress(text)
    return url !== null && url.username === '' && url.password === '' && !text.includes('#')
  },
  { abort: true },
)

/** Schema of a base address without a trailing slash. */
const base = webAddress
  .refine((text) => !text.includes('?'))
  .transform((text) => withoutTrailingSlash(new URL(text).href))
const baseDescription = 'an absolute http or https address without user name, query or #'

/** True if the address can be an issuer. */
function isIssuer(address: string): boolean {
  const { pathname } = new URL(address)
  if (pathname.endsWith('/.well-known/openid-configuration')) return false
  return !/\/realms(\/|$)/.test(pathname) || /\/realms\/[^/]+$/.test(pathname)
}

export const issuer = base
  .refine(isIssuer)
  .describe(
    `${baseDescription}: of Keycloak with the whole realm, …/realms/<name>, and without /.well-known/openid-configuration`,
  )

/** True if browsers use the path unchanged. */
function isPlainPath(text: string): boolean {
  return /^(\/[^/]+)+\/*$/.test(text) && URL.parse(text, 'http://portal')?.pathname === text
}

export const baseUrlOrPath = z
  .union([z.string().refine(isPlainPath).transform(withoutTrailingSlash), base])
  .describe(`${baseDescription}, or a path such as /api on the portal's own origin`)

const pageDescription = 'an absolute http or https address without user name or #'

/** Redirect target, unchanged because services may compare it literally. */
export const pageUrl = webAddress.describe(pageDescription)

export const originUrl = webAddress
  .refine((text) => new URL(text).pathname === '/' && !text.includes('?'))
  .transform((text) => new URL(text).origin)
  .describe('an origin only, such as https://portal.example.nl')

export const sentryDsn = z
  .string()
  .refine((text) => {
    const url = parseWebAddress(text)
    if (url === null || /[?#]/.test(text)) return false
    return /^\w+$/.test(url.username) && url.password === '' && /\/\d+$/.test(url.pathname)
  })
  .describe('an http or https address with key and project number: https://<key>@<host>/<project>')

export const limitedText = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .describe(`text of at most ${MAX_TEXT_LENGTH} characters`)

export const flagClientKey = limitedText.describe('a front-end token of the flag service')

export const integerBetween = (least: number, most: number, what = 'a whole number of seconds') =>
  z
    .string()
    .regex(/^(?:0|[1-9]\d{0,8})$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .describe(`${what} from ${least} to ${most}`)

export const oneOfTexts = <const T extends string>(...values: readonly [T, T]): VariableSchema<T> =>
  z.enum(values).describe(values.join(' or '))

/** Matches header names that operators must not configure. */
const reservedHeader =
  /^(?:accept|access-control|content|if|proxy|sec)(?:-.*)?$|^(?:administration|authorization|connection|cookie2?|date|dnt|expect|host|keep-alive|location|origin|range|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|user-agent|via|x-http-method(?:-override)?|x-method-override|x-request-id)$/i

/** Schema of a header name (RFC 9110 §5.6.2). */
export const headerName = z
  .string()
  .regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/)
  .refine((name) => !reservedHeader.test(name))
  .describe(
    'the name of an HTTP header that neither the browser nor the portal uses for something else',
  )

/** Schema of a list of scopes (RFC 6749 §3.3). */
export const scopeList = z
  .string()
  .regex(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/)
  .describe('scopes separated by single spaces')

export const supportLink = webAddress
  .transform((address) => ({ text: new URL(address).host, address }))
  .describe(pageDescription)

export const emailLink = z
  .email()
  .transform((text) => ({ text, address: `mailto:${encodeURI(text)}` }))
  .describe('an e-mail address')

export const telephoneLink = z
  .string()
  .regex(/^(?=.*\d)[\d +()-]{3,40}$/)
  .transform((text) => ({ text, address: `tel:${dialledNumber(text)}` }))
  .describe('a telephone number of digits, spaces, +, - and parentheses')

/** Returns a number's digits and plus sign, without `(0)`. */
function dialledNumber(number: string): string {
  const international = number.includes('+') ? number.replace('(0)', '') : number
  return international.replace(/[^+\d]/g, '')
}
