import { SessionOver } from '../../lib/api/errors.ts'
import type { Environment } from '../../lib/environment.ts'

/**
 * Reads once more what failed, when the browser gets its network back; whatever it failed with, since
 * an outage has many faces. For what a screen shows only: a write, and what leads to one, waits for
 * somebody to press a button.
 *
 * @param error a session that is over has a dialog of its own, which is not to be asked twice
 * @param signal aborts when something else is read in its place
 */
export function againOnline(
  { isOnline, onNetworkChange }: Pick<Environment, 'isOnline' | 'onNetworkChange'>,
  error: unknown,
  signal: AbortSignal,
  again: () => Promise<unknown>,
): void {
  if (error instanceof SessionOver) return
  const stop = onNetworkChange(() => {
    if (!isOnline()) return
    stop()
    void again()
  })
  signal.addEventListener('abort', stop)
}
