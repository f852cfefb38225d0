import { expect, test } from 'vitest'
import {
  CallError,
  SessionError,
  SessionOver,
  mayHaveHappened,
  type CallFailure,
} from './api/errors.ts'
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
])('%s has its words', (error, message) => {
  expect(failureMessage(error)).toEqual(message)
})

test.each<[Error, boolean]>([
  [failed({ kind: 'unreachable' }), true],
  [failed({ kind: 'timeout' }), true],
  [failed({ kind: 'malformed', detail: 'JSON' }), true],
  [refused(502), true],
  [refused(504), true],
  [refused(500), true],
  [refused(409), false],
  [failed({ kind: 'unsendable', detail: 'id' }), false],
  [new SessionError('x'), false],
])('whether a write may have happened after %s: %s', (error, expected) => {
  expect(mayHaveHappened(error)).toBe(expected)
})
