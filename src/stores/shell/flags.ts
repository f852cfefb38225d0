import { atom } from 'nanostores'
import type { PublicConfiguration } from '../../lib/configuration/variables.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import { knownFlags, type EnabledFlags } from '../../lib/flags/known.ts'
import type { FlagName } from '../../lib/flags/names.ts'
import { createFlagService } from '../../lib/flags/service.ts'

export type FlagsState =
  | { status: 'loading' }
  | { status: 'ready'; enabled: EnabledFlags }
  | { status: 'failed'; detail: Failure }

export type Flags = ReturnType<typeof createFlags>

/**
 * The feature flags (§4, §7). They are ready with those that this browser remembers, or with the first
 * answer, and stay ready after that.
 */
export function createFlags(environment: Environment, configuration: PublicConfiguration) {
  const $flags = atom<FlagsState>({ status: 'loading' })
  const service = createFlagService(environment, configuration.flags, (error, reason) => {
    const state = $flags.get()
    // They are asked for again and again: what was told stands, with its reference.
    const isTold = state.status === 'failed' && state.detail.key === reason.key
    if (state.status === 'ready' || isTold) return
    const detail = noteFailure(environment, 'the flags could not be had', error, reason)
    $flags.set({ status: 'failed', detail })
  })
  const setReady = (enabled: EnabledFlags) => $flags.set({ status: 'ready', enabled })

  return {
    $flags,
    isEnabled: (name: FlagName): boolean => {
      const state = $flags.get()
      return state.status === 'ready' && state.enabled.has(name)
    },
    /** Takes those that this browser remembers, or asks for them; resolves once either is done. */
    start: async (): Promise<void> => {
      const enabled = knownFlags(environment) ?? (await service.first())
      if (enabled) setReady(enabled)
    },
    /** Follows them, as long as the page is there, with the flag client: a page does not wait for that. */
    follow: async (): Promise<void> => {
      if (service.isRefused()) return
      try {
        const { followFlags } = await import('../../lib/flags/follow.ts')
        followFlags(environment, configuration, service, setReady)
      } catch (error) {
        logError(environment, 'the flag client could not be fetched', error)
      }
    },
  }
}
