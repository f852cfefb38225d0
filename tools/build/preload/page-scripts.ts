/** JavaScript of one page: files by their address (`/assets/….js`), and scripts inside the page. */
export interface PageScripts {
  inline: string[]
  /** The page's module scripts, in its elements. */
  own: readonly string[]
  /** Fetched by everybody: those, and what they import. */
  signedOut: ReadonlySet<string>
  /** Fetched once somebody has signed in: all of the above, and what the islands import. */
  signedIn: ReadonlySet<string>
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

/** Which scripts a built page makes a browser fetch. */
export function scriptsOf(html: string, read: ReadScript): PageScripts {
  const inline = [
    ...html.matchAll(
      /<script(?![^>]*\s(?:src|type="application\/))[^>]*>([^<]+(?:<(?!\/script)[^<]*)*)/g,
    ),
  ].map(([, source = '']) => source)
  const entries = attribute('src', html, 'script')
  const islands = [...attribute('renderer-url', html), ...attribute('component-url', html)]
  return {
    inline,
    own: entries,
    signedOut: reached(entries, read),
    signedIn: reached([...entries, ...islands], read),
  }
}
