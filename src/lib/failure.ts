import {
  CallError,
  getRefusalReasons,
  createReference,
  getHttpStatus,
  SessionError,
  SessionEndedError,
  MessageKeyError,
  type CallDiagnostics,
} from './api/errors.ts'
import type { Environment } from './environment.ts'
import { englishMessages, type Message, type MessageKey } from './i18n/messages.ts'
import { getPageLocale } from './i18n/page.ts'

/** Message with advice and with details for the helpdesk (§8). */
export interface Failure extends Message {
  safe?: MessageKey | undefined
  help?: MessageKey | undefined
  trace: FailureTrace
}

/** Details for the helpdesk, with personal data only in `originals`. */
interface FailureTrace extends Omit<CallDiagnostics, 'safe'> {
  at: number
  isOnline: boolean
  call?: string
  result?: string
}

/** True if a message says that the session is over. */
export const isSignInMessage = ({ key }: Message) => key === 'failure:signInFirst'

export const isFailure = (message: Message): message is Failure => 'trace' in message

/** Returns the messages about saved data and next steps. */
export function listFailureAdvice(message: Message | Failure): Message[] {
  if (!isFailure(message)) return []
  const { safe, help } = message
  const keys = [safe === 'failure:unchanged' ? undefined : safe, help]
  return keys.flatMap((key) => (key ? [{ ...message, key }] : []))
}

export function getFailureParameters({ trace: { reference, at } }: Failure) {
  return { reference, time: new Date(at).toTimeString().slice(0, 5) }
}

const untold = new WeakMap<FailureTrace, unknown>()

/** Reports the error of a visible failure only once. */
export function reportFailure({ report }: Pick<Environment, 'report'>, { trace }: Failure): void {
  if (untold.has(trace)) report(untold.get(trace), trace.reference)
  untold.delete(trace)
}

/** Logs an error and returns a failure with the same reference. */
export function logFailure(
  environment: Pick<Environment, 'isOnline' | 'log' | 'now' | 'randomId'>,
  what: string,
  error: unknown,
  message: Message = createFailureMessage(error),
): Failure {
  const { call, failure, result, trace } =
    error instanceof CallError ? error : ({} as Partial<CallError>)
  const { reference = createReference(environment.randomId()), safe, ...found } = trace ?? {}
  environment.log(what, { message: String(error), reference })
  const failureTrace: FailureTrace = {
    ...found,
    reference,
    at: environment.now(),
    isOnline: environment.isOnline(),
    ...(call && result && { call, result }),
  }
  if (!(error instanceof SessionEndedError)) untold.set(failureTrace, error)
  const pause = failure?.kind === 'status' && failure.retryAfter
  const time = pause && new Date(failureTrace.at + pause).toTimeString().slice(0, 8)
  return {
    ...message,
    ...(time && { parameters: { ...message.parameters, time } }),
    safe: error instanceof SessionError ? 'failure:unchanged' : safe,
    help: time ? 'failure:waitUntil' : findHelp(error, message),
    trace: failureTrace,
  }
}

export function createFailureMessage(error: unknown): Message {
  if (error instanceof SessionEndedError) return { key: 'failure:signInFirst' }
  if (error instanceof SessionError) return { key: 'failure:session' }
  if (error instanceof MessageKeyError) return { key: error.key }
  // Firefox names the error of a full storage NS_ERROR_DOM_QUOTA_REACHED.
  if (error instanceof DOMException && /quota/i.test(error.name))
    return { key: 'failure:storageFull' }
  // Chromium, Firefox and Safari word a failed script import differently.
  const isWithoutScript = error instanceof TypeError && /import\w+ (a )?module/i.test(error.message)
  if (isWithoutScript) return { key: 'shell:screenFailed' }
  if (!(error instanceof CallError)) return { key: 'failure:unexpected' }
  const { failure } = error
  if (failure.kind === 'unreachable' || failure.kind === 'timeout' || failure.kind === 'diverted')
    return { key: `failure:${failure.kind}` }
  const texts = getRefusalReasons(error).map(({ text }) => text)
  const messages = texts.join(' ')
  return messages ? { key: 'failure:messages', parameters: { messages } } : { key: 'failure:noUse' }
}

function findHelp(error: unknown, message: Message): MessageKey | undefined {
  const help = helps[hideOperatorText(message).key]
  // A retry after a 403 would again lack the permission.
  return help === 'failure:tryOrTell' && getHttpStatus(error) === 403 ? 'failure:tell' : help
}

const helps: Partial<Record<MessageKey, MessageKey>> = {
  'failure:unreachable': 'failure:checkConnection',
  'failure:timeout': 'failure:tryLater',
  'failure:diverted': 'failure:tryOrTell',
  'failure:session': 'failure:tryOrTell',
  'failure:unexpected': 'failure:tryOrTell',
  'failure:noUse': 'failure:tryOrTell',
  'failure:messages': 'failure:tryOrTell',
}

const forOperators: Partial<Record<MessageKey, MessageKey>> = {
  'failure:flagsUnreachable': 'failure:unreachable',
  'failure:flagsKey': 'failure:notSetUp',
  'failure:flagsKeyKind': 'failure:notSetUp',
  'failure:flagsAddress': 'failure:notSetUp',
  'shell:signInUnreachable': 'shell:signInNoAnswer',
  'shell:signInClient': 'failure:notSetUp',
  'shell:signInRound': 'failure:notSetUp',
}

export const hideOperatorText = (message: Message): Message => ({
  ...message,
  key: forOperators[message.key] ?? message.key,
})

/** Adds a translation before an English message on Dutch pages. */
export function addDutchMessage(message: Message): Message[] {
  const dutch = getPageLocale() === 'nl' && englishMessages[message.key]
  return dutch ? [{ key: dutch }, message] : [message]
}
