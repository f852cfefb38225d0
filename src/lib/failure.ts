import { CallError, SessionError, SessionOver } from './api/errors.ts'
import type { Message, MessageKey } from './i18n/messages.ts'

/** Whether a message says that the session is over: a dialog says the same, so it need not be shown. */
export function saysSignIn({ key }: Message): boolean {
  return key === 'failure:signInFirst'
}

/** The one place that turns an error into words: what happened and what to do (§8). */
export function failureMessage(error: unknown): Message {
  if (error instanceof SessionOver) return { key: 'failure:signInFirst' }
  if (error instanceof SessionError) return { key: 'failure:session' }
  if (isStorageFull(error)) return { key: 'failure:storageFull' }
  if (!(error instanceof CallError)) return { key: 'failure:unexpected' }
  const { failure } = error
  switch (failure.kind) {
    case 'unreachable':
      return { key: 'failure:unreachable' }
    case 'timeout':
      return { key: 'failure:timeout' }
    case 'status': {
      const status = String(failure.status)
      return failure.serverMessages.length === 0
        ? { key: 'failure:status', parameters: { status } }
        : {
            key: 'failure:statusWithMessages',
            parameters: { status, messages: failure.serverMessages.join(' ') },
          }
    }
    case 'malformed':
    case 'unsendable':
      return { key: 'failure:malformed', parameters: { detail: failure.detail } }
  }
}

/** Messages that only an operator understands, each with the one that everybody reads instead. */
const forOperators: Partial<Record<MessageKey, MessageKey>> = {
  'failure:status': 'failure:noUse',
  'failure:statusWithMessages': 'failure:messages',
  'failure:malformed': 'failure:noUse',
  'failure:flagsUnreachable': 'failure:unreachable',
  'failure:flagsKey': 'failure:notSetUp',
  'failure:flagsKeyKind': 'failure:notSetUp',
  'failure:flagsAddress': 'failure:notSetUp',
  'shell:signInUnreachable': 'shell:signInNoAnswer',
  'shell:signInClient': 'failure:notSetUp',
  'shell:signInRound': 'failure:notSetUp',
}

/** Whether a message is for operators, and stands folded below "Details". */
export const isForOperators = (key: MessageKey): boolean => key in forOperators

/** The message to show to everybody: itself, unless it is for operators. */
export function forEverybody(message: Message): Message {
  return { ...message, key: forOperators[message.key] ?? message.key }
}

/**
 * Whether the browser's storage is full. The error is called QuotaExceededError, and in Firefox
 * NS_ERROR_DOM_QUOTA_REACHED.
 */
function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && /quota/i.test(error.name)
}
