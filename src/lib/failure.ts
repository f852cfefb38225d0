import {
  CallError,
  reasonsOf,
  referenceFrom,
  SessionError,
  SessionOver,
  WordedError,
  type CallTrace,
} from './api/errors.ts'
import type { Environment } from './environment.ts'
import { english, type Message, type MessageKey } from './i18n/messages.ts'
import { pageLocale } from './i18n/page.ts'

/** Why something failed, with what is safe, what to do, and what a helpdesk finds it by (§8). */
export interface Failure extends Message {
  safe?: MessageKey | undefined
  help?: MessageKey | undefined
  trace: FailureTrace
}

/** What is known of a failure beside its words; nothing of it is personal, but what `originals` may repeat. */
interface FailureTrace extends Omit<CallTrace, 'safe'> {
  /** Milliseconds since 1970. */
  at: number
  isOnline: boolean
  call?: string
  result?: string
}

/** Whether a message says that the session is over: a dialog says the same, so it need not be shown. */
export const isSignInMessage = ({ key }: Message) => key === 'failure:signInFirst'

export const isFailure = (message: Message): message is Failure => 'trace' in message

/** What is said of a failure below its reason: what is safe, where something was perhaps made, and what to do. */
export function messagesBelow(message: Message | Failure): Message[] {
  if (!isFailure(message)) return []
  const { safe, help } = message
  const said = [safe === 'failure:unchanged' ? undefined : safe, help]
  return said.flatMap((key) => (key ? [{ ...message, key }] : []))
}

export function referenceOf({ trace: { reference, at } }: Failure): Record<string, string> {
  return { reference, time: new Date(at).toTimeString().slice(0, 5) }
}

/** Errors of which nobody was told yet, by what is known of the failure. */
const untold = new WeakMap<FailureTrace, unknown>()

/** Reports the error of a failure that is shown, once: what fails in the background concerns nobody. */
export function reportShown({ report }: Pick<Environment, 'report'>, { trace }: Failure): void {
  if (untold.has(trace)) report(untold.get(trace), trace.reference)
  untold.delete(trace)
}

/** What is told of an error, under the reference of its call or a new one. It is logged as `what` could not be done. */
export function noteFailure(
  environment: Pick<Environment, 'isOnline' | 'log' | 'now' | 'randomId'>,
  what: string,
  error: unknown,
  message: Message = failureMessage(error),
): Failure {
  const { call, failure, result, trace } =
    error instanceof CallError ? error : ({} as Partial<CallError>)
  const { reference = referenceFrom(environment.randomId()), safe, ...found } = trace ?? {}
  environment.log(what, { message: String(error), reference })
  const known: FailureTrace = {
    ...found,
    reference,
    at: environment.now(),
    isOnline: environment.isOnline(),
    ...(call && result && { call, result }),
  }
  if (!(error instanceof SessionOver)) untold.set(known, error)
  const pause = failure?.kind === 'status' && failure.retryAfter
  const time = pause && new Date(known.at + pause).toTimeString().slice(0, 8)
  return {
    ...message,
    ...(time && { parameters: { ...message.parameters, time } }),
    safe: error instanceof SessionError ? 'failure:unchanged' : safe,
    help: time ? 'failure:waitUntil' : helps[forEverybody(message).key],
    trace: known,
  }
}

/** The one place that turns an error into words: what happened (§8). */
export function failureMessage(error: unknown): Message {
  if (error instanceof SessionOver) return { key: 'failure:signInFirst' }
  if (error instanceof SessionError) return { key: 'failure:session' }
  if (error instanceof WordedError) return { key: error.key }
  // In Firefox it is called NS_ERROR_DOM_QUOTA_REACHED.
  const isStorageFull = error instanceof DOMException && /quota/i.test(error.name)
  if (isStorageFull) return { key: 'failure:storageFull' }
  // Of a script that could not be fetched, in the words of Chromium, Firefox or Safari.
  const isWithoutScript = error instanceof TypeError && /import\w+ (a )?module/i.test(error.message)
  if (isWithoutScript) return { key: 'shell:screenFailed' }
  if (!(error instanceof CallError)) return { key: 'failure:unexpected' }
  const { failure } = error
  if (failure.kind === 'unreachable') return { key: 'failure:unreachable' }
  if (failure.kind === 'timeout') return { key: 'failure:timeout' }
  if (failure.kind === 'diverted') return { key: 'failure:diverted' }
  const messages = reasonsOf(error)
    .map(({ text }) => text)
    .join(' ')
  return messages ? { key: 'failure:messages', parameters: { messages } } : { key: 'failure:noUse' }
}

/** What to do about it, of messages that do not say so themselves. */
const helps: Partial<Record<MessageKey, MessageKey>> = {
  'failure:unreachable': 'failure:checkConnection',
  'failure:timeout': 'failure:tryLater',
  'failure:diverted': 'failure:tryOrTell',
  'failure:session': 'failure:tryOrTell',
  'failure:unexpected': 'failure:tryOrTell',
  'failure:noUse': 'failure:tryOrTell',
  'failure:messages': 'failure:tryOrTell',
}

/** Messages that only an operator understands, each with the one that everybody reads instead. */
const forOperators: Partial<Record<MessageKey, MessageKey>> = {
  'failure:flagsUnreachable': 'failure:unreachable',
  'failure:flagsKey': 'failure:notSetUp',
  'failure:flagsKeyKind': 'failure:notSetUp',
  'failure:flagsAddress': 'failure:notSetUp',
  'shell:signInUnreachable': 'shell:signInNoAnswer',
  'shell:signInClient': 'failure:notSetUp',
  'shell:signInRound': 'failure:notSetUp',
}

/** The message to show to everybody: itself, unless it is for operators. */
export const forEverybody = (message: Message): Message => ({
  ...message,
  key: forOperators[message.key] ?? message.key,
})

/** What is said for a message: on a Dutch page, the Dutch stands above words that are English. */
export function withDutchMessage(message: Message): Message[] {
  const dutch = pageLocale() === 'nl' && english[message.key]
  return dutch ? [{ key: dutch }, message] : [message]
}
