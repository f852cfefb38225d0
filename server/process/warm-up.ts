import type { RequestListener } from 'node:http'
import { askerOf } from './ask.ts'
import { NO_BUILD, NoStart } from './startup-error.ts'

/**
 * Asks for each of `paths` once. Astro imports an endpoint's code at the first request; after this all
 * of it is in memory, and a later build cannot break a running portal. Throws `NoStart` unless each is
 * answered with 200.
 */
export async function warmUp(handler: RequestListener, paths: Iterable<string>): Promise<void> {
  const ask = askerOf(handler)
  for (const path of paths) {
    const { status } = await ask(path)
    if (status !== 200) throw new NoStart(NO_BUILD)
  }
}
