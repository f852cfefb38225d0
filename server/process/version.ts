import { NO_BUILD, NoStart } from './startup-error.ts'

/** A build of the portal. */
export interface Release {
  /** That of package.json. */
  version: string
  /** Tells builds of one version apart: see `tools/build/build-id.ts`. */
  build: string
}

/** As `layouts/Page.astro` has it. */
function namedIn(page: string, name: keyof Release): string {
  const named = new RegExp(`<meta name="${name}" content="([^"]+)">`).exec(page)?.[1]
  if (named === undefined) {
    throw new NoStart(NO_BUILD, { cause: `Home does not say which ${name} it is of` })
  }
  return named
}

/**
 * Version and build of the portal, as a page names them in its head. Only pages name them: a script or a
 * style that does not change between versions then keeps its name, and browsers keep it. Throws
 * `NoStart` for a page that names none.
 */
export const releaseIn = (page: string): Release => ({
  version: namedIn(page, 'version'),
  build: namedIn(page, 'build'),
})
