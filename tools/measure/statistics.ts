/** What the runs of one measurement came to. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** Figures of one run, by name; what a page does not have is left out. */
export type Figures = Readonly<Record<string, number>>

/** The middle one, or the mean of the two in the middle. Rejects an empty list. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (low === undefined || high === undefined) throw new RangeError('No values')
  return (low + high) / 2
}

/** Adds up runs, figure by figure; one that some run did not give is made of the others. */
export function spreadOf(runs: readonly Figures[]): Record<string, Spread> {
  const names = new Set(runs.flatMap((run) => Object.keys(run)))
  return Object.fromEntries(
    [...names].map((name) => {
      const values = runs.map((run) => run[name]).filter((value) => value !== undefined)
      return [name, { median: median(values), low: Math.min(...values), high: Math.max(...values) }]
    }),
  )
}
