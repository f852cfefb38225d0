import { atom, type ReadableAtom } from 'nanostores'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { Environment } from '../../lib/environment.ts'
import type { FlagName } from '../../lib/flags/names.ts'
import type { Message } from '../../lib/i18n/messages.ts'

export type FlagsState =
  | { status: 'loading' }
  | { status: 'ready'; enabled: ReadonlySet<FlagName> }
  | { status: 'failed'; detail: Message }

export interface Flags {
  $flags: ReadableAtom<FlagsState>
  isEnabled: (name: FlagName) => boolean
  /** Starts fetching, and refreshing. Rejects when the flag client cannot be downloaded. */
  start: () => Promise<void>
}

/**
 * The feature flags (§4, §7). They are ready with those that this browser remembers, or with the first
 * answer, and stay ready after that.
 */
export function createFlags(environment: Environment, configuration: PublicConfiguration): Flags {
  const $flags = atom<FlagsState>({ status: 'loading' })
  return {
    $flags,
    isEnabled: (name) => {
      const state = $flags.get()
      return state.status === 'ready' && state.enabled.has(name)
    },
    start: async () => {
      // Loaded only for somebody who is signed in.
      const { startFlagClient } = await import('../../lib/flags/client.ts')
      startFlagClient(environment, configuration, {
        known: (enabled) => {
          $flags.set({ status: 'ready', enabled })
        },
        failed: (detail) => {
          if ($flags.get().status !== 'ready') $flags.set({ status: 'failed', detail })
        },
      })
    },
  }
}
