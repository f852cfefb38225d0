import type { Environment } from '../../../lib/environment.ts'
import { couplingRest } from '../../../lib/limits.ts'

type Around = Pick<
  Environment,
  'isOnline' | 'isVisible' | 'onNetworkChange' | 'onVisibilityChange' | 'wait'
>

/** The time between two looks at a coupling that may be approved in minutes or next week. */
export function createRest(environment: Around) {
  const { isOnline, isVisible, onNetworkChange, onVisibilityChange } = environment
  const isOfUse = () => isVisible() && isOnline()
  let end: () => void = () => undefined

  return {
    /** Ends the rest at once. */
    end: () => end(),
    /**
     * Resolves after a pause, and at once when the page is shown again or the network is back. Without
     * either it waits for that: nobody would see what a look finds. Rejects when the signal aborts.
     */
    take: async (signal: AbortSignal): Promise<void> => {
      const ended = new AbortController()
      const either = AbortSignal.any([signal, ended.signal])
      end = () => ended.abort()
      const endIfOfUse = () => {
        if (isOfUse()) ended.abort()
      }
      const stops = [onVisibilityChange(endIfOfUse), onNetworkChange(endIfOfUse)]
      try {
        // It rejects when it is cut short, which is no failure.
        await environment.wait(couplingRest, either).catch(() => undefined)
        if (!either.aborted && !isOfUse()) await aborted(either)
      } finally {
        for (const stop of stops) stop()
      }
      signal.throwIfAborted()
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
