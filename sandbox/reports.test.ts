import { expect, test } from 'vitest'
import { readEnvelope } from './reports.ts'

const lines = (...parts: string[]) => Buffer.from(parts.join('\n'))

test('reads the items of an envelope by line or by length', () => {
  const recording = '{"segment_id":0}\n[{"type":4}]'
  const ofRecording = { type: 'replay_recording', length: recording.length }
  const envelope = lines(
    '{"sdk":"x"}',
    '{"type":"event"}',
    '{"message":"één"}',
    '{"type":"transaction","length":8}',
    '{"a":\n1}',
    JSON.stringify(ofRecording),
    recording,
  )
  const [sdk, event, transaction] = [
    { sdk: 'x' },
    { type: 'event' },
    { type: 'transaction', length: 8 },
  ]
  expect(readEnvelope(envelope)).toEqual([
    { type: 'event', headers: [sdk, event], payload: { message: 'één' } },
    { type: 'transaction', headers: [sdk, transaction], payload: { a: 1 } },
    {
      type: 'replay_recording',
      headers: [sdk, ofRecording],
      payload: [{ segment_id: 0 }, [{ type: 4 }]],
    },
  ])
})

test.each(['', 'no', '{}\n{"type":"event"}\nno'])('throws for the invalid envelope %j', (text) => {
  expect(() => readEnvelope(Buffer.from(text))).toThrow(SyntaxError)
})
