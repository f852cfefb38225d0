import { CallError, SessionError } from '../../../src/lib/api/errors.ts'

/** Result of one check, with the reason for the result. */
export interface CheckOutcome {
  name: string
  result: 'passed' | 'failed' | 'not run'
  reason: string
}

export type OutcomeListener = (outcome: CheckOutcome) => void

/** Error of a failed check, with a message for users. */
export class CheckFailedError extends Error {
  override readonly name = 'CheckFailedError'
}

class NotRun extends Error {}

export function throwCheckSkipped(reason: string): never {
  throw new NotRun(reason)
}

/**
 * Returns the outcome of a check that threw an error.
 *
 * @param last last response of the service
 */
export function convertErrorToOutcome(
  name: string,
  error: unknown,
  last: Response | null,
): CheckOutcome {
  if (error instanceof NotRun) return { name, result: 'not run', reason: error.message }
  return { name, result: 'failed', reason: describeReason(error, last) }
}

const HTML_PAGE = 'the answer is HTML, not JSON'

/** Leaves out the service's text, because of possible personal data. */
export function describeReason(error: unknown, last: Response | null): string {
  if (error instanceof CheckFailedError || error instanceof SessionError) return error.message
  if (!(error instanceof CallError)) return `no answer${codeOf(error)}`
  const { failure } = error
  switch (failure.kind) {
    case 'unreachable':
      return `no answer${codeOf(error.cause)}`
    case 'timeout':
      return 'no answer in time'
    case 'diverted':
      return failure.detail === 'page' ? HTML_PAGE : 'a redirect, which the portal does not follow'
    case 'status':
      return `status ${failure.status}`
    case 'unsendable':
      return `cannot be sent: ${failure.detail}`
    case 'malformed': {
      if (last?.headers.get('Content-Type')?.startsWith('text/html')) return HTML_PAGE
      return failure.detail === 'JSON'
        ? 'the answer is not the JSON that is asked for'
        : `${failure.detail} is missing or has another form`
    }
  }
}

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
  return typeof code === 'string' ? ` (${code})` : ''
}
