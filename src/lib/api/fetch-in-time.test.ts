import { expect, test } from 'vitest'
import { CallError } from './errors.ts'
import { computeRetryPause, readRetryAfter } from './fetch-in-time.ts'
import { parseRefusalReasons } from './server-messages.ts'

const status = (code: number, retryAfter: number | null = null) =>
  new CallError('GET /x', { kind: 'status', status: code, retryAfter })

test.each([408, 429, 502, 503, 504])('retries after status %d', (code) => {
  expect(computeRetryPause(1, status(code), 0.5)).toBe(200)
})

test.each([400, 401, 403, 404, 409, 500])('does not retry after status %d', (code) => {
  expect(computeRetryPause(1, status(code), 0.5)).toBeNull()
})

test('doubles the maximum pause before each retry', () => {
  const lost = new CallError('GET /x', { kind: 'unreachable' })
  expect(computeRetryPause(1, lost, 1)).toBe(400)
  expect(computeRetryPause(2, lost, 1)).toBe(800)
  expect(computeRetryPause(2, lost, 0)).toBe(0)
})

test('waits for the time in Retry-After unless it is too long', () => {
  expect(computeRetryPause(1, status(503, 5000), 0.5)).toBe(5000)
  expect(computeRetryPause(1, status(503, 60_000), 0.5)).toBeNull()
})

test('reads Retry-After as seconds or a date', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(readRetryAfter('3', now)).toBe(3000)
  expect(readRetryAfter('Fri, 20 Nov 2026 10:00:07 GMT', now)).toBe(7000)
  expect(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now)).toBe(0)
  for (const none of ['soon', '', null]) expect(readRetryAfter(none, now)).toBeNull()
})

test.each([
  ['{"message":"Kapot"}', ['Kapot']],
  ['{"error":"invalid","error_description":"Onjuist"}', ['Onjuist']],
  ['[{"errorCode":"A","message":"Een."},{"message":"Twee."}]', ['Een.', 'Twee.']],
  ['[{"message":"Te lang.","details":["60 tekens"]}]', ['Te lang. (60 tekens)']],
  ['"tekst"', ['tekst']],
  ['platte tekst ', ['platte tekst']],
  ['<html><h1>502</h1></html>', []],
  ['{"errorMessage":"Bestaat al"}', ['Bestaat al']],
  ['{"error":{"message":"Diep"}}', ['Diep']],
  ['{"other":1}', ['{"other":1}']],
  ['null', []],
  ['{}', []],
  [' [ ] ', []],
  ['{"message":"","details":[]}', []],
  ['[{"message":" "},{"message":"Twee."}]', ['Twee.']],
  ['{"message":null,"error":{"detail":""}}', []],
  ['', []],
])('reads from the response body %s the reasons %j', (body, messages) => {
  expect(parseRefusalReasons(body).map(({ text }) => text)).toEqual(messages)
})
