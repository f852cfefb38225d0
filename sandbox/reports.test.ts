import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readEnvelope } from './reports.ts'

const lines = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.from('\n')])).subarray(0, -1)

test('items end with their line, or after as many bytes as they say', () => {
  const envelope = lines(
    '{"sdk":"x"}',
    '{"type":"event"}',
    '{"message":"één"}',
    '{"type":"transaction","length":8}',
    '{"a":\n1}',
  )
  expect(readEnvelope(envelope)).toEqual([
    { type: 'event', headers: [{ sdk: 'x' }, { type: 'event' }], payload: { message: 'één' } },
    {
      type: 'transaction',
      headers: [{ sdk: 'x' }, { type: 'transaction', length: 8 }],
      payload: { a: 1 },
    },
  ])
})

test.each([(text: string) => Buffer.from(text), deflateSync])(
  'recordings, compressed or not',
  (form) => {
    const recording = Buffer.concat([Buffer.from('{"segment_id":0}\n'), form('[{"type":4}]')])
    const header = { type: 'replay_recording', length: recording.length }
    expect(readEnvelope(lines('{}', JSON.stringify(header), recording))).toEqual([
      {
        type: 'replay_recording',
        headers: [{}, header],
        payload: [{ segment_id: 0 }, [{ type: 4 }]],
      },
    ])
  },
)

test.each(['', 'no', '{}\n{"type":"event"}\nno'])('%j is none', (text) => {
  expect(() => readEnvelope(Buffer.from(text))).toThrow(SyntaxError)
})
