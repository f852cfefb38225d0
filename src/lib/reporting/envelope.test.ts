import { expect, test } from 'vitest'
import { scrubEnvelope } from './scrub.ts'

const recording = '{"segment_id":0}\n[{"data":{"href":"https://portal.test/connect?reseller=7"}}]'
const clean = '{"segment_id":0}\n[{"data":{"href":"https://portal.test/connect"}}]'

test('an event is scrubbed', () => {
  const envelope = [{ dsn: 'x' }, [[{ type: 'event' }, { request: { url: '/a?b=c' } }]]]
  expect(scrubEnvelope(envelope)).toEqual([
    { dsn: 'x' },
    [[{ type: 'event' }, { request: { url: '/a' } }]],
  ])
})

test.each([recording, new TextEncoder().encode(recording)])(
  'a recording is scrubbed and its length corrected: %#',
  (payload) => {
    const header = { type: 'replay_recording', length: recording.length }
    const [, items] = scrubEnvelope([{}, [[header, payload]]] as [
      object,
      [{ length: number }, Uint8Array][],
    ])
    expect(items[0]?.[0].length).toBe(clean.length)
    expect(new TextDecoder().decode(items[0]?.[1])).toBe(clean)
  },
)
