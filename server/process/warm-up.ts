import type { RequestListener } from 'node:http'
import { askerOf } from './ask.ts'

/** The build is incomplete; `npm run build` makes it anew. */
export class BuildError extends Error {
  override name = 'BuildError'
}

/**
 * Asks for each of `paths` once. Astro imports an endpoint's code at the first request; after this all
 * of it is in memory, and a later build cannot break a running portal. Throws `BuildError` unless each is
 * answered with 200.
 */
export async function warmUp(handler: RequestListener, paths: Iterable<string>): Promise<void> {
  const ask = askerOf(handler)
  for (const path of paths) {
    const { status } = await ask(path)
    if (status !== 200) throw new BuildError(`GET ${path} is answered with ${status || 'nothing'}`)
  }
}
