import { CallError } from '../../lib/api/errors.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'

/** Why something could not be made; `reasons` are the accounting package's own, in its own Dutch. */
export interface Refusal {
  message: Message
  reasons: readonly string[]
}

/** Whether something is being made, or why the last attempt failed. */
export type Creation = { status: 'resting'; refusal: Refusal | null } | { status: 'creating' }

export const resting: Creation = { status: 'resting', refusal: null }

/** @param message introduces the reasons */
export function refusalOf(message: Message, error: unknown): Refusal {
  const failure = error instanceof CallError ? error.failure : null
  const reasons = failure?.kind === 'status' ? failure.said : []
  return reasons.length > 0 ? { message, reasons } : { message: failureMessage(error), reasons }
}
