/**
 * Shapes that only a secret has. Unleash names a token `<project>:<environment>.<secret>`: for all
 * environments at once it makes administrators' tokens alone, and `user:<secret>` is somebody's own.
 * A back-end token looks like a front-end one: the service tells (`npm run verify`).
 */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [\w ]*PRIVATE KEY/, 'a private key'],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\./, 'a JSON web token'],
  // Alone: scopes may begin like it.
  [/^["']?user:\w+["']?$/, 'a personal access token of Unleash'],
  [/^["']?[^\s/:]*:\*\./, 'an admin token of Unleash'],
  [/\bsntry[su]_\w/, 'an auth token of Sentry'],
  [/\/\/[^\s/?#@]*:[^\s/?#@]*@/, 'an address with a password'],
  [
    /[?&](?:access_token|api_?key|client_secret|password|secret|token)=[^&#]/i,
    'an address with a secret',
  ],
]

/** What secret `text` is, in words; null: it has the shape of none. */
export function secretIn(text: string): string | null {
  return SHAPES.find(([shape]) => shape.test(text))?.[1] ?? null
}
