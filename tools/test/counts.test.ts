import { expect, test } from 'vitest'
import { playwrightCount, vitestCount } from './counts.ts'

const vitest = (...files: [name: string, status: string, ...results: string[]][]) => ({
  numPassedTests: files.flat().filter((status) => status === 'test passed').length,
  testResults: files.map(([name, status, ...results]) => ({
    name,
    status,
    assertionResults: results.map((result) => ({
      status: result.replace('test ', ''),
      fullName: 'it works',
    })),
  })),
})

const playwright = (...results: string[]) => ({
  suites: [
    {
      specs: [],
      suites: [
        {
          specs: results.map((status) => ({
            file: 'a.spec.ts',
            title: 'it works',
            tests: [{ status, projectName: 'portal' }],
          })),
        },
      ],
    },
  ],
})

test('what a runner counted is taken over, with the names of what failed', () => {
  expect(vitestCount(vitest(['a', 'failed', 'test passed', 'test failed']), 1)).toEqual({
    passed: 1,
    failures: ['a: it works'],
  })
  expect(playwrightCount(playwright('expected', 'unexpected', 'flaky', 'skipped'), 1)).toEqual({
    passed: 1,
    failures: ['portal, a.spec.ts: it works', 'portal, a.spec.ts: it works'],
  })
})

test('a file that did not load has failed', () => {
  const count = vitestCount(vitest(['a', 'passed', 'test passed'], ['b', 'failed']), 1)
  expect(count).toEqual({ passed: 1, failures: ['b'] })
})

test.each([
  ['ran nothing', vitestCount(vitest(), 0), playwrightCount(playwright(), 0)],
  ['reported nothing', vitestCount(null, 0), playwrightCount('', 0)],
])('a runner that %s has failed', (_, ...counts) => {
  for (const count of counts) expect(count).toMatchObject({ passed: 0, failures: { length: 1 } })
})

test('a bad ending is a failure even where all tests passed', () => {
  const all = vitest(['a', 'passed', 'test passed'])
  expect(vitestCount(all, 1)).toMatchObject({ passed: 1, failures: { length: 1 } })
  expect(playwrightCount(playwright('expected'), null).failures).toHaveLength(1)
})
