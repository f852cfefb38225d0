/** What the runs of one measurement came to. */
interface Spread {
  median: number
  low: number
  high: number
}

/** Figures of one run, by name; what a page does not have is left out. */
export type Figures = Readonly<Record<string, number>>

/** The middle one, or the mean of the two in the middle. Rejects an empty list. */
export function median(values: readonly number[]): number {
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

/** What was found of a page. */
export interface Row {
  page: string
  /** Whether the browser's cache was empty or full. */
  state: string
  figures: Readonly<Record<string, Spread>>
}

const whole = (value: number) => String(Math.round(value))
const tenth = (value: number) => (value / 1000).toFixed(1)

interface Column {
  name: string
  label: string
  show: (value: number) => string
  /** Whether the lowest and the highest run stand beside the median. */
  hasRange?: boolean
}

/** In the order in which they stand; a table has those that one of its rows has. */
const columns: readonly Column[] = [
  { name: 'rounds', label: 'usable', show: whole },
  { name: 'roundsToList', label: 'list', show: whole },
  { name: 'usable', label: 'usable ms', show: whole, hasRange: true },
  { name: 'list', label: 'list ms', show: whole, hasRange: true },
  { name: 'comes', label: 'comes ms', show: whole, hasRange: true },
  { name: 'opens', label: 'opens ms', show: whole, hasRange: true },
  { name: 'key', label: 'key ms', show: whole, hasRange: true },
  { name: 'worst', label: 'worst key', show: whole, hasRange: true },
  { name: 'page', label: 'page ms', show: whole, hasRange: true },
  { name: 'longest', label: 'longest task ms', show: whole, hasRange: true },
  { name: 'heap', label: 'heap MB', show: (value) => (value / 1e6).toFixed(1), hasRange: true },
  { name: 'busy', label: 'then busy ms', show: whole, hasRange: true },
  { name: 'shift', label: 'shift', show: (value) => value.toFixed(3), hasRange: true },
  { name: 'firstPaint', label: 'FCP', show: whole },
  { name: 'largestPaint', label: 'LCP', show: whole },
  { name: 'requests', label: 'requests', show: whole },
  { name: 'js', label: 'JS kB', show: tenth },
  { name: 'jsInAll', label: 'in all', show: tenth },
  { name: 'css', label: 'CSS', show: tenth },
  { name: 'html', label: 'HTML', show: tenth },
  { name: 'data', label: 'data', show: tenth },
  { name: 'headers', label: 'headers', show: tenth },
]

function cell({ name, show, hasRange = false }: Column, { figures }: Row): string {
  const figure = figures[name]
  if (!figure) return ''
  const { median, low, high } = figure
  const isSteady = !hasRange || show(low) === show(high)
  return isSteady ? show(median) : `${show(median)} (${show(low)}–${show(high)})`
}

/** The figures as a table for a terminal. */
export function table(rows: readonly Row[]): string {
  const shown = columns.filter(({ name }) => rows.some(({ figures }) => name in figures))
  const lines = [
    ['', '', ...shown.map(({ label }) => label)],
    ...rows.map((row) => [row.page, row.state, ...shown.map((column) => cell(column, row))]),
  ]
  const widthOf = (index: number) => Math.max(...lines.map((line) => line[index]?.length ?? 0))
  return lines
    .map((line) =>
      line.map((text, index) =>
        index < 2 ? text.padEnd(widthOf(index)) : text.padStart(widthOf(index)),
      ),
    )
    .map((line) => `  ${line.join('  ')}`.trimEnd())
    .join('\n')
}
