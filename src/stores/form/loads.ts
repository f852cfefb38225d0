import { SessionOver } from '../../lib/api/errors.ts'
import type { Environment } from '../../lib/environment.ts'

/**
 * Repeats a read that failed, once, when the browser gets its network back. It does so whatever the
 * read failed with, since an outage shows itself in many ways. Not for writes, nor for reads that lead
 * to one: those wait until somebody presses a button.
 *
 * @param error nothing is repeated for `SessionOver`, whose dialog would open a second time
 * @param signal aborts when another read takes the place of this one
 */
export function retryWhenOnline(
  { isOnline, on }: Pick<Environment, 'isOnline' | 'on'>,
  error: unknown,
  signal: AbortSignal,
  retry: () => Promise<unknown>,
): void {
  if (error instanceof SessionOver) return
  const stop = on('network', () => {
    if (!isOnline()) return
    stop()
    void retry()
  })
  signal.addEventListener('abort', stop)
}

/**
 * For loads of which only the newest counts. Each call gives a signal for a new load and aborts the
 * one before: an answer that comes late then changes nothing.
 */
export function createLoadSignal(): () => AbortSignal {
  let current = new AbortController()
  return () => {
    current.abort()
    current = new AbortController()
    return current.signal
  }
}
