import { atom } from 'nanostores'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import type { Environment } from '../../lib/environment.ts'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import type { FlagName } from '../../lib/flags/names.ts'

export type FlagsState =
  | { status: 'loading' }
  | { status: 'ready'; enabled: ReadonlySet<FlagName> }
  | { status: 'failed'; detail: Failure }

export type Flags = ReturnType<typeof createFlags>

/**
 * The feature flags (§4, §7). They are ready with those that this browser remembers, or with the first
 * answer, and stay ready after that.
 */
export function createFlags(environment: Environment, configuration: PublicConfiguration) {
  const $flags = atom<FlagsState>({ status: 'loading' })
  return {
    $flags,
    isEnabled: (name: FlagName): boolean => {
      const state = $flags.get()
      return state.status === 'ready' && state.enabled.has(name)
    },
    /** Starts fetching, and refreshing. Rejects when the flag client cannot be downloaded. */
    start: async (): Promise<void> => {
      // Loaded only for somebody who is signed in.
      const { startFlagClient } = await import('../../lib/flags/client.ts')
      startFlagClient(environment, configuration, {
        known: (enabled) => {
          $flags.set({ status: 'ready', enabled })
        },
        failed: (error, reason) => {
          const state = $flags.get()
          // They are asked for again and again: what was told stands, with its reference.
          const isTold = state.status === 'failed' && state.detail.key === reason.key
          if (state.status === 'ready' || isTold) return
          const detail = noteFailure(environment, 'the flags could not be had', error, reason)
          $flags.set({ status: 'failed', detail })
        },
      })
    },
  }
}
