import * as z from 'zod'
import { isApart, type Spread } from './statistics.ts'

const spread = z.object({ median: z.number(), low: z.number(), high: z.number() })

const measurement = z.object({
  /** What is measured in the same way, and stands in one table. */
  group: z.string(),
  page: z.string(),
  /** Whether the browser's cache was empty or full; what else distinguishes two rows. */
  state: z.string(),
  figures: z.record(z.string(), spread),
})
export type Measurement = z.infer<typeof measurement>

/** What a bench found, as it is kept in a file. */
export const results = z.object({
  startedAt: z.string(),
  machine: z.string(),
  runs: z.number(),
  measurements: z.array(measurement),
  /** What could not be measured, with the reason. */
  missing: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type Results = z.infer<typeof results>

export const figureOf = (
  { measurements }: Pick<Results, 'measurements'>,
  wanted: { group: string; page: string; state: string },
  name: string,
): Spread | undefined =>
  measurements.find(
    ({ group, page, state }) =>
      group === wanted.group && page === wanted.page && state === wanted.state,
  )?.figures[name]

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
  { name: 'roundsOverHttp1', label: 'HTTP/1.1', show: whole },
  { name: 'usable', label: 'usable ms', show: whole, hasRange: true },
  { name: 'list', label: 'list ms', show: whole, hasRange: true },
  { name: 'firstPaint', label: 'FCP', show: whole },
  { name: 'largestPaint', label: 'LCP', show: whole },
  { name: 'layoutShift', label: 'shift', show: (value) => value.toFixed(3) },
  { name: 'taskBefore', label: 'task before', show: whole },
  { name: 'taskAfter', label: 'after', show: whole },
  { name: 'open', label: 'open ms', show: whole, hasRange: true },
  { name: 'key', label: 'key ms', show: whole, hasRange: true },
  { name: 'slowestKey', label: 'slowest key', show: whole },
  { name: 'memory', label: 'MB', show: (value) => (value / 1e6).toFixed(1) },
  { name: 'requests', label: 'requests', show: whole },
  { name: 'js', label: 'JS kB', show: tenth },
  { name: 'jsInAll', label: 'in all', show: tenth },
  { name: 'css', label: 'CSS', show: tenth },
  { name: 'html', label: 'HTML', show: tenth },
  { name: 'data', label: 'data', show: tenth },
  { name: 'headers', label: 'headers', show: tenth },
]

function cell({ name, show, hasRange = false }: Column, { figures }: Measurement): string {
  const figure = figures[name]
  if (!figure) return ''
  const { median, low, high } = figure
  const isSteady = !hasRange || show(low) === show(high)
  return isSteady ? show(median) : `${show(median)} (${show(low)}–${show(high)})`
}

function comparedCell({ name, show }: Column, before: Measurement, after: Measurement): string {
  const [one, other] = [before.figures[name], after.figures[name]]
  if (!one || !other) return other ? show(other.median) : ''
  const [was, is] = [show(one.median), show(other.median)]
  if (was === is) return is
  return `${was} → ${is}${isApart(one, other) ? '' : ' ~'}`
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((text, index) => {
        const width = widths[index] ?? 0
        return index < 2 ? text.padEnd(width) : text.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return rows.map((row) => `  ${line(row)}`).join('\n')
}

const isSame = (one: Measurement) => (other: Measurement) =>
  one.group === other.group && one.page === other.page && one.state === other.state

/**
 * The figures as tables for a terminal; with those of an earlier bench, `before → after`, and `~`
 * behind a difference within the spread of the runs.
 */
export function tables({ measurements }: Results, earlier?: Results): string {
  const groups = [...new Set(measurements.map(({ group }) => group))]
  return groups
    .map((group) => {
      const rows = measurements.filter((measurement) => measurement.group === group)
      const shown = columns.filter(({ name }) => rows.some(({ figures }) => name in figures))
      const head = ['', '', ...shown.map(({ label }) => label)]
      const body = rows.map((row) => {
        const before = earlier?.measurements.find(isSame(row))
        return [
          row.page,
          row.state,
          ...shown.map((column) =>
            before ? comparedCell(column, before, row) : cell(column, row),
          ),
        ]
      })
      return `${group}\n${aligned([head, ...body])}\n`
    })
    .join('\n')
}
