export type Measurements = Readonly<Record<string, number>>

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [low = NaN, high = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (low + high) / 2
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Returns the median of each measurement, and the range if values differ. */
export function computeSpread(runs: readonly Measurements[]): Record<string, number | string> {
  const names = new Set(runs.flatMap((run) => Object.keys(run)))
  return Object.fromEntries(
    [...names].map((name) => {
      const values = runs.map((run) => run[name]).filter((value) => value !== undefined)
      const [low, high] = [tenths(Math.min(...values)), tenths(Math.max(...values))]
      const middle = tenths(median(values))
      return [name, low === high ? middle : `${middle} (${low}–${high})`]
    }),
  )
}
