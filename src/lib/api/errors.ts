import type { MessageKey } from '../i18n/messages.ts'

/** A reason of a refusal as it is shown: in the portal's words, or as it came, which is in Dutch. */
export interface Reason {
  text: string
  lang?: 'nl'
}

export type CallFailure =
  | { kind: 'unreachable' }
  | { kind: 'timeout' }
  /**
   * A status that the call does not expect. `reasons`: in plain words once `explain` has told their codes.
   * `retryAfter`: the pause that is asked for, in milliseconds.
   */
  | { kind: 'status'; status: number; reasons?: readonly Reason[]; retryAfter?: number | null }
  /** Something in between answered in the place of the service, and nobody knows what became of the call. */
  | { kind: 'diverted'; detail: 'redirect' | 'page' }
  /** A success whose answer does not honour the contract; `detail` names the offending field. */
  | { kind: 'malformed'; detail: string }
  /** The request would not honour the contract and was not sent. */
  | { kind: 'unsendable'; detail: string }

/** What a helpdesk finds a failed call by, and what is safe after it. */
export interface CallTrace {
  reference: string
  /** The id that the service gave its answer, where it tells one. */
  answeredAs?: string
  idempotencyKey?: string
  /** The accounting package's own words for what is told in the portal's. They may repeat what was sent. */
  originals?: string
  /** The same in the portal's. */
  explained?: string
  administration?: string
  location?: string
  safe?: MessageKey
}

/** True if the text is HTML, which a gateway answers in the place of a service. */
export const isPage = (text: string) => /^\s*</.test(text)

/** The header with the reference of a call, by which a service, and a proxy, may log it. */
export const requestIdHeader = 'X-Request-Id'

/** Without those that are taken for another one: 0 and O, 1 and I. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A short reference to be read out and typed over, such as `K7Q2-M4XP`, from an id that nobody can repeat. */
export function referenceFrom(id: string): string {
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
  trace?: CallTrace

  /** What went wrong, for operators. */
  readonly result: string

  /** @param call method and path template, never the address itself: it may name somebody */
  constructor(call: string, failure: CallFailure, cause?: unknown) {
    const result = describe(failure)
    super(`${call}: ${result}`, { cause })
    this.call = call
    this.failure = failure
    this.result = result
  }
}

/** No usable access token: the refresh failed or the session has expired (§8). */
export class SessionError extends Error {
  override readonly name: string = 'SessionError'
}

/** The session is over. The shell's dialog says so and asks to sign in, so no other message is needed. */
export class SessionOver extends SessionError {
  override readonly name = 'SessionOver'
}

/** Something is not done for a reason that has words of its own. */
export class WordedError extends Error {
  readonly key: MessageKey

  constructor(key: MessageKey) {
    super(key)
    this.key = key
  }
}

/** The emergency brake came before anything of a press was sent (§4, dry run). */
export class Braked extends WordedError {
  constructor() {
    super('shell:notSent')
  }
}

function describe(failure: CallFailure): string {
  if (failure.kind === 'status') return `status ${failure.status}`
  return 'detail' in failure ? `${failure.kind}, ${failure.detail}` : failure.kind
}

/**
 * What became of a write that failed:
 *
 * - `refused`: it was not carried out;
 * - `done`: it was carried out, and the answer lacks what is needed of it;
 * - `failed`: the server says so, but perhaps after it had done the work; a look-up tells;
 * - `unknown`: the answer was lost or late, or is that of something in between. The write may still be under way, so a
 *   look-up that finds nothing proves nothing.
 */
export function outcomeOf(error: unknown): 'refused' | 'done' | 'failed' | 'unknown' {
  if (!(error instanceof CallError)) return 'refused'
  const { failure } = error
  switch (failure.kind) {
    case 'unsendable':
      return 'refused'
    case 'malformed':
      return 'done'
    case 'status':
      if ([500, 501, 503].includes(failure.status)) return 'failed'
      return /^4(?!08)/.test(String(failure.status)) ? 'refused' : 'unknown'
    default:
      return 'unknown'
  }
}

/** The status that the server refused with; undefined where it gave none. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof CallError && error.failure.kind === 'status' ? error.failure.status : undefined

/** The reasons of a refusal; none of any other error. */
export function reasonsOf(error: unknown): readonly Reason[] {
  const failure = error instanceof CallError ? error.failure : null
  return (failure?.kind === 'status' ? failure.reasons : null) ?? []
}
