/** Where the tab remembers which page asked for the sign-in. */
export const returnKey = 'koppelpunt:return'

/** The start of a path that would become another host when it is resolved or decoded once more. */
const elsewhere = /^\/(?:[/\\]|%2f|%5c)/i

/**
 * Path and query to come back to after a sign-in; the home page for anything that leads elsewhere.
 *
 * @param remembered what the tab's storage holds
 */
export function readReturnAddress(remembered: string | null, origin: string): string {
  if (remembered === null || !URL.canParse(remembered, origin)) return '/'
  const address = new URL(remembered, origin)
  const isOwn = address.origin === origin && !elsewhere.test(address.pathname)
  return isOwn ? address.pathname + address.search : '/'
}
