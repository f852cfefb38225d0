import { BuildError } from './warm-up.ts'

/** Which build of the portal something is of. */
export interface Release {
  /** That of package.json. */
  version: string
  /** What tells it from other builds of that version: see `build-id.ts`. */
  build: string
}

/** As `layouts/Page.astro` has it. */
function namedIn(page: string, name: keyof Release): string {
  const named = new RegExp(`<meta name="${name}" content="([^"]+)">`).exec(page)?.[1]
  if (named === undefined) throw new BuildError(`Home does not say which ${name} it is of`)
  return named
}

/**
 * Which version and build of the portal a page is of, as it says to whoever looks at its source.
 * Throws `BuildError` where it does not: nothing else of a build names them, so that what browsers
 * keep for a year is the same in the next version where nothing of it has changed.
 */
export const releaseIn = (page: string): Release => ({
  version: namedIn(page, 'version'),
  build: namedIn(page, 'build'),
})
