/** JavaScript of one page: files by their address (`/assets/….js`), and scripts inside the page. */
export interface PageScripts {
  inline: string[]
  /** Fetched by everybody: the page's module scripts, what they import, and what is preloaded. */
  signedOut: ReadonlySet<string>
  /** Fetched once somebody has signed in: all of the above, islands, and dynamic imports. */
  signedIn: ReadonlySet<string>
}

/** Content of a built script by its address; throws for an address that the build does not have. */
export type ReadScript = (address: string) => string

const attribute = (name: string, html: string, tag = '[a-z-]+') =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*?\\s${name}="([^"]+\\.js)"`, 'g'))].map(
    ([, value = '']) => value,
  )

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g
const DYNAMIC_IMPORT = /\bimport\(\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g

function imports(address: string, source: string, form: RegExp): string[] {
  return [...source.matchAll(form)].map(
    ([, path = '']) => new URL(path, `http://portal${address}`).pathname,
  )
}

function reached(
  entries: readonly string[],
  read: ReadScript,
  forms: readonly RegExp[],
  leftOut: (address: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (found.has(address) || leftOut(address)) continue
    found.add(address)
    const source = read(address)
    for (const form of forms) waiting.push(...imports(address, source, form))
  }
  return found
}

/**
 * Which scripts a built page makes a browser fetch. Each dynamic import counts for those who are
 * signed in, unless `leftOut` says that its chunk comes after everything that a budget is about.
 */
export function scriptsOf(
  html: string,
  read: ReadScript,
  leftOut: (address: string) => boolean,
): PageScripts {
  const inline = [
    ...html.matchAll(
      /<script(?![^>]*\s(?:src|type="application\/))[^>]*>([^<]+(?:<(?!\/script)[^<]*)*)/g,
    ),
  ].map(([, source = '']) => source)
  const entries = [...attribute('src', html, 'script'), ...attribute('href', html, 'link')]
  const islands = [...attribute('component-url', html), ...attribute('renderer-url', html)]
  return {
    inline,
    signedOut: reached(entries, read, [STATIC_IMPORT]),
    signedIn: reached([...entries, ...islands], read, [STATIC_IMPORT, DYNAMIC_IMPORT], leftOut),
  }
}
