import { type CallError, statusOf } from '../api/errors.ts'
import { failureMessage } from '../failure.ts'
import type { Message, MessageKey } from '../i18n/messages.ts'

const keys: Partial<Record<string, MessageKey>> = {
  unreachable: 'failure:flagsUnreachable',
  401: 'failure:flagsKey',
  403: 'failure:flagsKeyKind',
  404: 'failure:flagsAddress',
  malformed: 'failure:flagsAddress',
}

/**
 * Why there are no flags, in words that tell an operator what to check.
 *
 * @param addresses of the flag service, and of the portal, which that service has to allow
 */
export function flagFailure(
  error: CallError,
  addresses: Readonly<Record<'url' | 'origin', string>>,
): Message {
  const key = keys[statusOf(error) ?? error.failure.kind]
  return key ? { key, parameters: addresses } : failureMessage(error)
}

/** The service refused the key: asking again with the same one is in vain. */
export function isRefusal(error: CallError): boolean {
  const status = statusOf(error)
  return status === 401 || status === 403
}
