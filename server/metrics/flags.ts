import * as z from 'zod'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { flagNames, type FlagName } from '../../src/lib/flags/names.ts'
import { flagRequestOf } from '../../src/lib/flags/request.ts'
import { askService } from '../process/ask-service.ts'

/** How long the flag service may keep whoever asks for the metrics waiting. */
const PATIENCE_MILLISECONDS = 2000

const answer = z.object({
  toggles: z.array(z.object({ name: z.string(), enabled: z.boolean() })),
})

/** The flags that are on; null: the service gives no set of flags. */
export type FlagState = ReadonlySet<FlagName> | null

/** The flags of an answer that are on; null: it is no set of flags. */
export function flagsIn(json: unknown): FlagState {
  const read = answer.safeParse(json)
  if (!read.success) return null
  const enabled = new Set(read.data.toggles.filter((flag) => flag.enabled).map(({ name }) => name))
  return new Set(flagNames.filter((name) => enabled.has(name)))
}

/** The address that browsers ask; null for a path while the portal's own origin is not configured. */
function addressOf({ flags, publicUrl }: PublicConfiguration): string | null {
  if (!flags.url.startsWith('/')) return flags.url
  return publicUrl === null ? null : publicUrl + flags.url
}

/**
 * Asks the flag service as browsers do, at most once per `refreshSeconds`: calls in between get the
 * same answer. A call takes two seconds at most and never rejects. Null where the address of the service
 * is not known (see `addressOf`).
 *
 * @param failed is called with the reason when there are no flags, and again when the reason changes
 * @param now milliseconds since any moment
 */
export function flagWatch(
  configuration: PublicConfiguration,
  failed: (reason: string) => void,
  now: () => number = () => performance.now(),
): (() => Promise<FlagState>) | null {
  const base = addressOf(configuration)
  if (base === null) return null
  const { address, ...request } = flagRequestOf(configuration.flags, base)

  let told: string | null = null
  async function look(): Promise<FlagState> {
    let flags: FlagState = null
    let reason: string | null = null
    try {
      flags = flagsIn(await askService(address, PATIENCE_MILLISECONDS, request))
      if (flags === null) reason = 'the answer is no set of flags'
    } catch (error) {
      reason = (error as Error).message
    }
    if (reason !== null && reason !== told) failed(reason)
    told = reason
    return flags
  }

  let last: { at: number; state: Promise<FlagState> } | null = null
  return () => {
    if (last === null || now() - last.at >= configuration.flags.refreshSeconds * 1000) {
      last = { at: now(), state: look() }
    }
    return last.state
  }
}
