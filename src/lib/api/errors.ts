import type { MessageKey } from '../i18n/messages.ts'

/** Reason of a refusal, in Dutch if the server wrote it. */
export interface RefusalReason {
  text: string
  lang?: 'nl'
}

export type CallFailure =
  | { kind: 'unreachable' }
  | { kind: 'timeout' }
  /** Unexpected status. `retryAfter` is in milliseconds. */
  | { kind: 'status'; status: number; reasons?: RefusalReason[]; retryAfter?: number | null }
  /** A gateway responded instead of the service, so the outcome is unknown. */
  | { kind: 'diverted'; detail: 'redirect' | 'page' }
  /** Successful response with an invalid field, named in `detail`. */
  | { kind: 'malformed'; detail: string }
  | { kind: 'unsendable'; detail: string }

export interface CallDiagnostics {
  reference: string
  answeredAs?: string
  idempotencyKey?: string
  originals?: string
  explained?: string
  administration?: string
  location?: string
  safe?: MessageKey
}

export const isPage = (text: string) => /^\s*</.test(text)

export const requestIdHeader = 'X-Request-Id'

/** Digits and letters, without the similar-looking 0, O, 1 and I. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a reference to read aloud, such as `K7Q2-M4XP`. */
export function createReference(id: string): string {
  const bytes = id.replaceAll('-', '').slice(-16).match(/../g) ?? []
  const text = bytes
    .map((byte) => characters[Number.parseInt(byte, 16) % characters.length])
    .join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

export class CallError extends Error {
  override readonly name = 'CallError'
  readonly call: string
  readonly failure: CallFailure
  readonly result: string
  trace?: CallDiagnostics

  /** @param call method and path template. An address may contain personal data */
  constructor(call: string, failure: CallFailure, cause?: unknown) {
    const result = describe(failure)
    super(`${call}: ${result}`, { cause })
    this.call = call
    this.failure = failure
    this.result = result
  }
}

/** Error of a failed token refresh or expired session (§8). */
export class SessionError extends Error {
  override readonly name: string = 'SessionError'
}

/** Error that only the shell's sign-in dialog shows. */
export class SessionEndedError extends SessionError {
  override readonly name = 'SessionEndedError'
}

export class MessageKeyError extends Error {
  readonly key: MessageKey

  constructor(key: MessageKey) {
    super(key)
    this.key = key
  }
}

/** Error if `dry_run` was switched on before the first write (§4). */
export class DryRunStartedError extends MessageKeyError {
  constructor() {
    super('shell:notSent')
  }
}

function describe(failure: CallFailure): string {
  if (failure.kind === 'status') return `status ${failure.status}`
  return 'detail' in failure ? `${failure.kind}, ${failure.detail}` : failure.kind
}

/**
 * Returns the outcome of a write that failed:
 *
 * - `refused`: the write was not carried out;
 * - `done`: the write was carried out, but its response lacks required fields;
 * - `failed`: the server reported an error, so a lookup is needed;
 * - `unknown`: the write may still be running, so an empty lookup proves nothing.
 */
export function getWriteOutcome(error: unknown): 'refused' | 'done' | 'failed' | 'unknown' {
  if (!(error instanceof CallError)) return 'refused'
  const { failure } = error
  if (failure.kind === 'unsendable') return 'refused'
  if (failure.kind === 'malformed') return 'done'
  if (failure.kind !== 'status') return 'unknown'
  if ([500, 501, 503].includes(failure.status)) return 'failed'
  return /^4(?!08)/.test(String(failure.status)) ? 'refused' : 'unknown'
}

const statusFailure = (error: unknown) =>
  error instanceof CallError && error.failure.kind === 'status' ? error.failure : undefined

export const getHttpStatus = (error: unknown): number | undefined => statusFailure(error)?.status

export const getRefusalReasons = (error: unknown): readonly RefusalReason[] =>
  statusFailure(error)?.reasons ?? []
