import { expect, test } from 'vitest'
import { groups, judge } from './goals.ts'

const exactly = (median: number) => ({ median, low: median, high: median })
const measured = (group: string, page: string, usable: number) => ({
  group,
  page,
  state: 'cold',
  figures: { usable: exactly(usable) },
})

test('a ratio is judged within one bench', () => {
  const floor = measured(groups.yardsticks, 'floor', 1000)
  const lines = (usable: number) =>
    judge({ measurements: [floor, measured(groups.slow, '/connect', usable)] })
  expect(lines(1400)).toEqual(['✓ /connect usable, cold, to floor: 1.4, at most 1.4'])
  expect(lines(1500)).toEqual(['✗ /connect usable, cold, to floor: 1.5, at most 1.4'])
})

test('what was not measured is not judged', () => {
  expect(judge({ measurements: [measured(groups.slow, '/connect', 1)] })).toEqual([])
})

test('round trips are judged by themselves', () => {
  const home = { group: groups.rounds, page: '/', state: 'cold', figures: { rounds: exactly(4) } }
  expect(judge({ measurements: [home] })).toEqual([
    '✗ round trips until usable: /, cold: 4, at most 3',
  ])
})
