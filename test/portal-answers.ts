/** An address of each kind, and the status that it is answered with. */
const KINDS = [
  ['GET', '/', 200],
  ['GET', '/en', 200],
  ['GET', '/connect', 200],
  ['GET', '/callback', 200],
  ['GET', '/config.json', 200],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/favicon.svg', 200],
  ['HEAD', '/wizard', 200],
  ['GET', '/wizard/', 301],
  ['GET', '/en/nothing', 404],
  ['GET', '/assets/nothing.js', 404],
  ['POST', '/', 405],
] as const

/**
 * Asks a portal for an address of each kind, and for each script and style of a page. Empty, or a
 * line for each that is not answered as it should be.
 */
export async function wrongAnswers(url: string): Promise<string[]> {
  const page = await (await fetch(`${url}/connect`)).text()
  const assets = [...page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path)
  const asked: readonly (readonly [method: string, path: string, expected: number])[] = [
    ...KINDS,
    ...[...new Set(assets)].map((path) => ['GET', path, 200] as const),
  ]
  const wrong = await Promise.all(
    asked.map(async ([method, path, expected]) => {
      const { status } = await fetch(url + path, { method, redirect: 'manual' })
      return status === expected ? [] : [`${method} ${path}: ${status}, expected ${expected}`]
    }),
  )
  return assets.length > 0 ? wrong.flat() : ['/connect has no scripts', ...wrong.flat()]
}
