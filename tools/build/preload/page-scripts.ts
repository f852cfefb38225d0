/** JavaScript of one page: files by their address (`/assets/….js`), and scripts inside the page. */
export interface PageScripts {
  inline: string[]
  /** Fetched by everybody: the page's module scripts, what they import, and what is fetched while they leave. */
  signedOut: ReadonlySet<string>
  /**
   * Fetched once somebody has signed in, in this order: all of the above, the `further` scripts, what the
   * islands import without needing React, and then React and what needs it.
   */
  signedIn: ReadonlySet<string>
  /** Those of them without React, and without what needs it. */
  early: ReadonlySet<string>
}

/** Content of a built script by its address; throws for an address that the build does not have. */
export type ReadScript = (address: string) => string

const attribute = (name: string, html: string, tag = '[a-z-]+') =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*?\\s${name}="([^"]+\\.js)"`, 'g'))].map(
    ([, value = '']) => value,
  )

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g

/** What some scripts import, and what that imports; themselves included. */
function reached(entries: readonly string[], read: ReadScript): Set<string> {
  const found = new Set(entries)
  for (const address of found) {
    for (const [, path = ''] of read(address).matchAll(STATIC_IMPORT)) {
      found.add(new URL(path, `http://portal${address}`).pathname)
    }
  }
  return found
}

/**
 * Which scripts a built page makes a browser fetch.
 *
 * @param further scripts that the page imports dynamically once somebody has signed in
 */
export function scriptsOf(
  html: string,
  read: ReadScript,
  further: readonly string[] = [],
): PageScripts {
  const inline = [
    ...html.matchAll(
      /<script(?![^>]*\s(?:src|type="application\/))[^>]*>([^<]+(?:<(?!\/script)[^<]*)*)/g,
    ),
  ].map(([, source = '']) => source)
  const entries = attribute('src', html, 'script')
  const renderers = attribute('renderer-url', html)
  const islands = [...renderers, ...attribute('component-url', html)]
  const signedIn =
    entries.length > 0 ? [...reached([...entries, ...further, ...islands], read)] : []
  const takesReact = (address: string) =>
    renderers.some((renderer) => reached([address], read).has(renderer))
  const [ahead = ''] = /<template id="signed-in-scripts".*?<\/template>/s.exec(html) ?? []
  const early = signedIn.filter((address) => !takesReact(address))
  return {
    inline,
    signedOut: reached([...entries, ...attribute('href', ahead, 'link data-early')], read),
    signedIn: new Set([...early, ...signedIn.filter(takesReact)]),
    early: new Set(early),
  }
}
