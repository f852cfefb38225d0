import { expect, test } from 'vitest'
import {
  CallError,
  SessionError,
  SessionEndedError,
  getWriteOutcome,
  type CallFailure,
} from './api/errors.ts'
import { createFailureMessage, logFailure, reportFailure, listFailureAdvice } from './failure.ts'
import { createTestEnvironment } from '../../test/environment.ts'
import type { Message } from './i18n/messages.ts'

const failed = (failure: CallFailure) => new CallError('POST /x', failure)
const refused = (status: number, ...texts: string[]) =>
  failed({ kind: 'status', status, reasons: texts.map((text) => ({ text })) })

test.each<[Error, Message]>([
  [failed({ kind: 'unreachable' }), { key: 'failure:unreachable' }],
  [failed({ kind: 'timeout' }), { key: 'failure:timeout' }],
  [refused(500), { key: 'failure:noUse' }],
  [refused(400, 'Kapot'), { key: 'failure:messages', parameters: { messages: 'Kapot' } }],
  [failed({ kind: 'malformed', detail: 'id' }), { key: 'failure:noUse' }],
  [failed({ kind: 'diverted', detail: 'page' }), { key: 'failure:diverted' }],
  [new SessionError('x'), { key: 'failure:session' }],
  [new SessionEndedError('x'), { key: 'failure:signInFirst' }],
  [new TypeError('x'), { key: 'failure:unexpected' }],
  ...[
    'Failed to fetch dynamically imported module: https://x.test/a.js',
    'error loading dynamically imported module: https://x.test/a.js',
    'Importing a module script failed.',
  ].map((text): [Error, Message] => [new TypeError(text), { key: 'shell:screenFailed' }]),
  [new DOMException('x', 'QuotaExceededError'), { key: 'failure:storageFull' }],
  [new DOMException('x', 'NS_ERROR_DOM_QUOTA_REACHED'), { key: 'failure:storageFull' }],
  [new DOMException('x', 'SecurityError'), { key: 'failure:unexpected' }],
])('createFailureMessage returns the message of %s', (error, message) => {
  expect(createFailureMessage(error)).toEqual(message)
})

test.each<[Error, ReturnType<typeof getWriteOutcome>]>([
  [failed({ kind: 'unreachable' }), 'unknown'],
  [failed({ kind: 'timeout' }), 'unknown'],
  [failed({ kind: 'malformed', detail: 'JSON' }), 'done'],
  [failed({ kind: 'diverted', detail: 'redirect' }), 'unknown'],
  [refused(304), 'unknown'],
  [refused(408), 'unknown'],
  [refused(524), 'unknown'],
  [refused(502), 'unknown'],
  [refused(500), 'failed'],
  [refused(501), 'failed'],
  [refused(503), 'failed'],
  [refused(409), 'refused'],
  [refused(429), 'refused'],
  [failed({ kind: 'unsendable', detail: 'id' }), 'refused'],
  [new SessionError('x'), 'refused'],
])('getWriteOutcome returns for a write after %s: %s', (error, expected) => {
  expect(getWriteOutcome(error)).toBe(expected)
})

const online = () => createTestEnvironment(undefined, { randomId: () => crypto.randomUUID() })

test('logs a failed call with its reference, and reports the failure once when the failure is shown', () => {
  const environment = online()
  const error = failed({ kind: 'timeout' })
  const reference = 'K7Q2-M4XP'
  error.trace = { reference, safe: 'failure:repeatable' }
  const failure = logFailure(environment, 'could not be made', error)
  expect(failure).toMatchObject({
    key: 'failure:timeout',
    safe: 'failure:repeatable',
    help: 'failure:tryLater',
    trace: { reference, at: environment.now(), isOnline: true, call: 'POST /x', result: 'timeout' },
  })
  expect(environment.reported).toEqual([])
  reportFailure(environment, failure)
  reportFailure(environment, { ...failure, help: 'failure:tryOrTell' })
  expect(environment.reported).toEqual([{ error, reference: 'K7Q2-M4XP' }])
  expect(environment.logged).toEqual(['could not be made'])
  expect(environment.loggedDetails.join()).toContain('K7Q2-M4XP')
})

test.each([429, 503])(
  'shows the time of the next attempt if status %d has a Retry-After header',
  (status) => {
    const environment = online()
    const reasons = [{ text: 'Druk' }]
    const error = failed({ kind: 'status', status, reasons, retryAfter: 90_000 })
    const time = new Date(environment.now() + 90_000).toTimeString().slice(0, 8)
    const own = { key: 'boarding:noRights', parameters: { provider: 'x' } } as const
    for (const message of [undefined, own]) {
      const failure = logFailure(environment, 'it', error, message)
      const [, help] = listFailureAdvice({ ...failure, safe: 'failure:kept' })
      expect(help).toMatchObject({ key: 'failure:waitUntil', parameters: { time } })
    }
    const soon = logFailure(environment, 'it', refused(status, 'Druk'))
    expect(listFailureAdvice(soon)).toMatchObject([{ key: 'failure:tryOrTell' }])
  },
)

test('offers no further attempt if a request is forbidden', () => {
  const forbidden = logFailure(online(), 'it', refused(403, 'Geen rechten'))
  expect(listFailureAdvice(forbidden)).toMatchObject([{ key: 'failure:tell' }])
})

test('logFailure gives an unexpected error a reference and the given message', () => {
  const environment = online()
  const failure = logFailure(environment, 'it', new TypeError('x'), { key: 'failure:screenHelp' })
  expect(failure.key).toBe('failure:screenHelp')
  expect(failure.trace.reference).toMatch(/^.{4}-.{4}$/)
  reportFailure(environment, failure)
  expect(environment.reported).toMatchObject([{ reference: failure.trace.reference }])
  expect(logFailure(environment, 'it', new TypeError('x')).trace.reference).not.toBe(
    failure.trace.reference,
  )
})

test('reports a session error but not an expired session', () => {
  const environment = online()
  const hiccup = logFailure(environment, 'it', new SessionError('x'))
  expect(hiccup.safe).toBe('failure:unchanged')
  reportFailure(environment, hiccup)
  expect(environment.reported).toHaveLength(1)
  reportFailure(environment, logFailure(environment, 'it', new SessionEndedError('x')))
  expect(environment.reported).toHaveLength(1)
})
