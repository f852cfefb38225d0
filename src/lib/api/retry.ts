import { retryAfterLimit, retryPause } from '../limits.ts'
import { CallError } from './errors.ts'

const passingStatuses: readonly number[] = [408, 429, 502, 503, 504]

/** How long to wait, in milliseconds, before a read is repeated, at random or as asked; null where it cannot help. */
export function pauseBefore(attempt: number, error: unknown, random: number): number | null {
  if (!(error instanceof CallError)) return null
  const { failure } = error
  const pause = random * retryPause * 2 ** (attempt - 1)
  if (failure.kind === 'unreachable' || failure.kind === 'timeout') return pause
  if (failure.kind !== 'status' || !passingStatuses.includes(failure.status)) return null
  const asked = failure.retryAfter ?? pause
  return asked <= retryAfterLimit ? asked : null
}

/** A Retry-After header in milliseconds from now; null when there is none that can be read. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const milliseconds = /^\d+$/.test(header.trim())
    ? Number(header) * 1000
    : Date.parse(header) - now
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null
}
