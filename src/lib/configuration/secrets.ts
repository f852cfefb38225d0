/**
 * Shapes that only a secret has. A token of Unleash is `<project>:<environment>.<secret>`: with `*` as
 * the environment it is an admin token, and `user:<secret>` is a personal one. A back-end token has the
 * shape of a front-end one: `npm run verify` asks the service which it is.
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
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

/** What kind of secret `text` is, in words; null: it looks like none. */
export function secretIn(text: string): string | null {
  return SHAPES.find(([shape]) => shape.test(text))?.[1] ?? null
}
