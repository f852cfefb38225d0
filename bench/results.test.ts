import { expect, test } from 'vitest'
import { tables, type Measurement, type Results } from './results.ts'

const bench = (measurements: Measurement[]): Results => ({
  startedAt: '2026-01-01T00:00:00.000Z',
  machine: 'a machine',
  runs: 5,
  measurements,
  missing: [],
})

const spread = (median: number, low = median, high = median) => ({ median, low, high })
const page = (usable: ReturnType<typeof spread>): Measurement => ({
  group: 'slow 4G',
  page: '/connect',
  state: 'cold',
  figures: { usable, js: spread(100_250) },
})

test('a table has a column for each figure, with the spread of times', () => {
  expect(tables(bench([page(spread(1200.4, 1100, 1300))]))).toBe(
    [
      'slow 4G',
      '                         usable ms  JS kB',
      '  /connect  cold  1200 (1100–1300)  100.3',
      '',
    ].join('\n'),
  )
})

test('before and after stand side by side, and noise is marked', () => {
  const before = bench([page(spread(1200, 1100, 1300))])
  expect(tables(bench([page(spread(1250, 1200, 1400))]), before)).toContain('1200 → 1250 ~')
  expect(tables(bench([page(spread(800, 700, 900))]), before)).toMatch(/1200 → 800 {2}100.3$/m)
})

test('what the earlier bench did not measure stands alone', () => {
  expect(tables(bench([page(spread(900, 800, 1000))]), bench([]))).toContain('900 (800–1000)')
})

test('a page without a figure has an empty cell', () => {
  const bare = { ...page(spread(1)), page: '/', figures: { js: spread(1000) } }
  expect(tables(bench([page(spread(900)), bare]))).toMatch(/^ {2}\/ +cold +1\.0$/m)
})
