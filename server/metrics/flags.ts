import * as z from 'zod'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { flagNames } from '../../src/lib/flags/names.ts'
import type { FlagName } from '../../src/lib/flags/names.ts'

/** How long the flag service may keep whoever asks for the metrics waiting. */
const PATIENCE_MILLISECONDS = 2000

const answer = z.object({
  toggles: z.array(z.object({ name: z.string(), enabled: z.boolean() })),
})

/** Which flags are on, as far as the service says; null: it gives no set of flags. */
export type FlagState = ReadonlySet<FlagName> | null

/** The address that browsers ask; null: a path, on an origin that nobody has told. */
function addressOf({ flags, publicUrl }: PublicConfiguration): string | null {
  if (!flags.url.startsWith('/')) return flags.url
  return publicUrl === null ? null : publicUrl + flags.url
}

/**
 * Asks the flag service as browsers do (§7), for nobody in particular. Null where its address is a
 * path and the portal does not know its own. A look is shared by whoever asks in the next
 * `refreshSeconds`, takes two seconds at most, and never rejects.
 *
 * @param now milliseconds, from any moment on
 */
export function flagWatch(
  configuration: PublicConfiguration,
  now: () => number = () => performance.now(),
): (() => Promise<FlagState>) | null {
  const address = addressOf(configuration)
  if (address === null) return null
  const { clientKey, appName, environment, method, refreshSeconds } = configuration.flags
  const context = { appName, environment }
  const headers = { authorization: clientKey, accept: 'application/json' }
  const isPost = method === 'POST'
  const url = isPost ? address : `${address}?${String(new URLSearchParams(context))}`
  const request = isPost
    ? {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ context }),
      }
    : { headers }

  async function look(): Promise<FlagState> {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    try {
      const response = await fetch(url, { ...request, signal })
      if (!response.ok) {
        await response.body?.cancel()
        return null
      }
      const { toggles } = answer.parse(await response.json())
      const enabled = new Set(toggles.filter((flag) => flag.enabled).map(({ name }) => name))
      return new Set(flagNames.filter((name) => enabled.has(name)))
    } catch {
      return null
    }
  }

  let last: { at: number; state: Promise<FlagState> } | null = null
  return () => {
    if (last === null || now() - last.at >= refreshSeconds * 1000) {
      last = { at: now(), state: look() }
    }
    return last.state
  }
}
