import { BuildError } from './warm-up.ts'

/** As `layouts/Page.astro` has it. */
const VERSION = /<meta name="version" content="([^"]+)">/

/**
 * Which version of the portal a page is of, as it says to whoever looks at its source. Throws
 * `BuildError` where it does not: nothing else of a build names one, so that what browsers keep for
 * a year is the same in the next version where nothing of it has changed.
 */
export function versionIn(page: string): string {
  const version = VERSION.exec(page)?.[1]
  if (version === undefined) throw new BuildError('Home does not say which version it is of')
  return version
}
