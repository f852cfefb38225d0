import { expect, test } from 'vitest'
import { delayed, TokenBucket } from './delay.ts'

const bitsPerSecond = 1_600_000
const oneSecond = bitsPerSecond / 8

test('a full second of bytes takes a second', () => {
  expect(new TokenBucket(bitsPerSecond).take(oneSecond, 5000)).toBeCloseTo(1000)
})

test('pieces take as long as the whole, whoever asks for them', () => {
  const bucket = new TokenBucket(bitsPerSecond)
  const waits = Array.from({ length: 10 }, () => bucket.take(oneSecond / 10, 0))
  expect(waits.at(0)).toBeCloseTo(100)
  expect(waits.at(-1)).toBeCloseTo(1000)
})

test('what was not used is lost', () => {
  const bucket = new TokenBucket(bitsPerSecond)
  bucket.take(oneSecond, 0)
  expect(bucket.take(oneSecond / 2, 60_000)).toBeCloseTo(500)
})

test('a request waits for the latency, and an unlimited answer for nothing', async () => {
  const wire = delayed({ latency: 30, bandwidth: null })
  const started = performance.now()
  await wire.carry(1e9)
  expect(performance.now() - started).toBeLessThan(20)
  await wire.pass({ method: 'GET', url: '/' }, Promise.resolve())
  expect(performance.now() - started).toBeGreaterThan(25)
})
