import { expect, test } from 'vitest'
import { countPlaywrightTests, countVitestTests } from './counts.ts'

const file = (name: string, status: string, ...results: string[]) => ({
  name,
  status,
  assertionResults: results.map((each) => ({ status: each, fullName: 'it works' })),
})

const playwright = (...results: string[]) => ({
  suites: [
    {
      specs: results.map((status) => ({
        file: 'a.spec.ts',
        title: 'it works',
        tests: [{ status, projectName: 'portal' }],
      })),
    },
  ],
})

test('counts passed tests and names failed and flaky ones', () => {
  const testResults = [file('a', 'failed', 'passed', 'failed')]
  expect(countVitestTests({ numPassedTests: 1, testResults }, 1)).toEqual({
    passed: 1,
    failures: ['a: it works'],
  })
  expect(countPlaywrightTests(playwright('expected', 'unexpected', 'flaky', 'skipped'), 1)).toEqual(
    {
      passed: 1,
      failures: ['portal, a.spec.ts: it works', 'portal, a.spec.ts: it works'],
    },
  )
})

test('counts a file that does not load as a failure', () => {
  const testResults = [file('a', 'passed', 'passed'), file('b', 'failed')]
  const count = countVitestTests({ numPassedTests: 1, testResults }, 1)
  expect(count).toEqual({ passed: 1, failures: ['b'] })
})

test.each([
  ['ran or reported nothing', 0, countVitestTests({}, 0), countPlaywrightTests({}, 0)],
  [
    'exited with an error',
    1,
    countVitestTests({ numPassedTests: 1 }, 1),
    countPlaywrightTests(playwright('expected'), null),
  ],
])('counts a runner that %s as a failure', (_, passed, ...counts) => {
  for (const count of counts) expect(count).toMatchObject({ passed, failures: { length: 1 } })
})
