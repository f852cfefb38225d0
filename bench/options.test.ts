import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test.each<[string[], RegExp]>([
  [['--runs', '0'], /^--runs is "0", expected a whole number from 1 to 99$/],
  [['--runs', '2.5'], /^--runs is "2.5"/],
  [['--runs', '100'], /^--runs is "100"/],
  [['--runs'], /--runs/],
  [['--json', ''], /^--json is empty/],
  [['--compare='], /^--compare is empty/],
  [['--fast'], /--fast/],
  [['connect'], /connect/],
])('%j is refused in one line', (parameters, reason) => {
  const refusal = readOptions(parameters)
  expect(refusal).toMatch(reason)
  expect(refusal).not.toContain('\n')
})

test('everything is measured five times where nothing else is asked for', () => {
  expect(readOptions([])).toEqual({ runs: 5, only: [], json: undefined, compare: undefined })
})

test('reads what is asked for', () => {
  const parameters = '--runs 3 --only /connect --only floor --json a.json --compare b.json'
  expect(readOptions(parameters.split(' '))).toEqual({
    runs: 3,
    only: ['/connect', 'floor'],
    json: 'a.json',
    compare: 'b.json',
  })
})
