/**
 * Path and query to come back to after a sign-in; the home page for anything that leads elsewhere.
 *
 * @param remembered what the tab's storage holds
 */
export function readReturnAddress(remembered: string | null, origin: string): string {
  if (remembered === null || !URL.canParse(remembered, origin)) return '/'
  const address = new URL(remembered, origin)
  return address.origin === origin ? address.pathname + address.search : '/'
}
