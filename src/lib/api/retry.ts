import { retryAfterLimit, retryPause } from '../limits.ts'
import { CallError } from './errors.ts'

const passingStatuses: readonly number[] = [408, 429, 502, 503, 504]

/**
 * How long to wait, in milliseconds, before a read is repeated; null when that cannot help. A random part
 * of a pause that doubles each time, unless the server asks for a pause.
 *
 * @param attempt 1 for the pause after the first try
 * @param random from 0 up to 1
 */
export function pauseBefore(attempt: number, error: unknown, random: number): number | null {
  if (!(error instanceof CallError)) return null
  const { failure } = error
  switch (failure.kind) {
    case 'unreachable':
    case 'timeout':
      return random * retryPause * 2 ** (attempt - 1)
    case 'status': {
      if (!passingStatuses.includes(failure.status)) return null
      if (failure.retryAfter === null) return random * retryPause * 2 ** (attempt - 1)
      return failure.retryAfter <= retryAfterLimit ? failure.retryAfter : null
    }
    default:
      return null
  }
}

/** A Retry-After header in milliseconds from now; null when there is none that can be read. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const milliseconds = /^\d+$/.test(header.trim())
    ? Number(header) * 1000
    : Date.parse(header) - now
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}
