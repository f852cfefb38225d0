import { expect, test } from 'vitest'
import { playwrightCount, vitestCount } from './test-counts.ts'

const file = (status: string, ...results: string[]) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
})
const vitest = (passed: number, failed: number, ...testResults: unknown[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults,
})
const playwright = (expected: number, unexpected = 0, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
})

test('what a runner counted is taken over', () => {
  expect(vitestCount(vitest(3, 0, file('passed', 'passed')), 0)).toEqual({ passed: 3, failed: 0 })
  expect(vitestCount(vitest(3, 1, file('failed', 'failed')), 1)).toEqual({ passed: 3, failed: 1 })
  expect(playwrightCount(playwright(4, 1, 1), 1)).toEqual({ passed: 4, failed: 2 })
})

test('a file that did not load has failed', () => {
  expect(vitestCount(vitest(3, 0, file('failed')), 1)).toEqual({ passed: 3, failed: 1 })
})

test.each([
  ['ran nothing', vitestCount(vitest(0, 0), 0), playwrightCount(playwright(0), 0)],
  ['reported nothing', vitestCount(null, 0), playwrightCount('', 0)],
])('a runner that %s has failed', (_, ...counts) => {
  for (const count of counts) expect(count).toEqual({ passed: 0, failed: 1 })
})

test('a bad ending is a failure even where all tests passed', () => {
  expect(vitestCount(vitest(3, 0), 1)).toEqual({ passed: 3, failed: 1 })
  expect(playwrightCount(playwright(2), null)).toEqual({ passed: 2, failed: 1 })
})
