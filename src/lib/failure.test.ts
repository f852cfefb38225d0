import { expect, test } from 'vitest'
import { CallError, SessionError, SessionOver, outcomeOf, type CallFailure } from './api/errors.ts'
import { failureMessage } from './failure.ts'
import type { Message } from './i18n/messages.ts'

const failed = (failure: CallFailure) => new CallError('POST /x', failure)
const refused = (status: number, ...serverMessages: string[]) =>
  failed({ kind: 'status', status, serverMessages, retryAfter: null })

test.each<[Error, Message]>([
  [failed({ kind: 'unreachable' }), { key: 'failure:unreachable' }],
  [failed({ kind: 'timeout' }), { key: 'failure:timeout' }],
  [refused(500), { key: 'failure:status', parameters: { status: '500' } }],
  [
    refused(400, 'Kapot'),
    { key: 'failure:statusWithMessages', parameters: { status: '400', messages: 'Kapot' } },
  ],
  [
    failed({ kind: 'malformed', detail: 'id' }),
    { key: 'failure:malformed', parameters: { detail: 'id' } },
  ],
  [new SessionError('x'), { key: 'failure:session' }],
  [new SessionOver('x'), { key: 'failure:signInFirst' }],
  [new TypeError('x'), { key: 'failure:unexpected' }],
  [new DOMException('x', 'QuotaExceededError'), { key: 'failure:storageFull' }],
  [new DOMException('x', 'NS_ERROR_DOM_QUOTA_REACHED'), { key: 'failure:storageFull' }],
  [new DOMException('x', 'SecurityError'), { key: 'failure:unexpected' }],
])('%s has its words', (error, message) => {
  expect(failureMessage(error)).toEqual(message)
})

test.each<[Error, ReturnType<typeof outcomeOf>]>([
  [failed({ kind: 'unreachable' }), 'unknown'],
  [failed({ kind: 'timeout' }), 'unknown'],
  [failed({ kind: 'malformed', detail: 'JSON' }), 'done'],
  [refused(408), 'unknown'],
  [refused(502), 'unknown'],
  [refused(504), 'unknown'],
  [refused(524), 'unknown'],
  [refused(500), 'failed'],
  [refused(501), 'failed'],
  [refused(503), 'failed'],
  [refused(409), 'refused'],
  [refused(429), 'refused'],
  [failed({ kind: 'unsendable', detail: 'id' }), 'refused'],
  [new SessionError('x'), 'refused'],
])('the outcome of a write after %s: %s', (error, expected) => {
  expect(outcomeOf(error)).toBe(expected)
})
