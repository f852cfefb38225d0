import { CallError, SessionError, SessionOver } from '../../lib/api/errors.ts'
import type { Environment } from '../../lib/environment.ts'

/** Whether nobody was reached: no server, or nobody to renew the token. */
function isUnreached(error: unknown): boolean {
  if (error instanceof SessionError) return !(error instanceof SessionOver)
  if (!(error instanceof CallError)) return false
  return error.failure.kind === 'unreachable' || error.failure.kind === 'timeout'
}

/**
 * Reads once more when the browser gets its network back, where a read failed for the want of one. For
 * what a screen shows only: a write, and what leads to one, waits for somebody to press a button.
 *
 * @param error what the read failed with
 * @param signal aborts when something else is read in its place
 */
export function againOnline(
  { isOnline, onNetworkChange }: Pick<Environment, 'isOnline' | 'onNetworkChange'>,
  error: unknown,
  signal: AbortSignal,
  again: () => Promise<unknown>,
): void {
  if (!isUnreached(error)) return
  const stop = onNetworkChange(() => {
    if (!isOnline()) return
    stop()
    void again()
  })
  signal.addEventListener('abort', stop)
}
