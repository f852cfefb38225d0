import type { Id } from '../api/endpoint.ts'
import { getTextKey } from './text.ts'

/** Creates a search that returns at most `limit` options (§9) and normalises labels once. */
export function createSearch<Option>(
  options: readonly Option[],
  labelOf: (option: Option) => string,
): (query: string, limit: number) => { shown: Option[]; total: number } {
  const folded = options.map((option) => getTextKey(labelOf(option)))
  return (query, limit) => {
    const wanted = getTextKey(query)
    const hits = options.filter((_, index) => folded[index]?.includes(wanted))
    return { shown: hits.slice(0, limit), total: hits.length }
  }
}

/** Returns a function that labels options, with the id if several options share a label. */
export function createUniqueLabel<Option>(
  options: readonly Option[],
  labelOf: (option: Option) => string,
  idOf: (option: Option) => Id,
): (option: Option) => string {
  const seen = new Set<string>()
  // `seen.size` is read before `add`, so both sizes are equal only for a repeated label.
  const isRepeated = (label: string) => seen.size === seen.add(label).size
  const repeated = new Set(options.map(labelOf).filter(isRepeated))
  return (option) => {
    const label = labelOf(option)
    return repeated.has(label) ? `${label} · ${idOf(option)}` : label
  }
}

/** Number of extra rows rendered beyond each edge, so that scrolling shows no gap. */
const spare = 5

/** Heights of a row and of the visible part of a list, in pixels. */
export interface ListHeights {
  row: number
  view: number
}

/** Returns the visible rows of a scrolled list plus `beyond` rows at each edge. */
export function findVisibleRows(
  scrolled: number,
  count: number,
  { row, view }: ListHeights,
  beyond = spare,
): { first: number; end: number } {
  const first = Math.floor(scrolled / row) - beyond
  const end = Math.ceil((scrolled + view) / row) + beyond
  const within = (row: number) => Math.max(0, Math.min(row, count))
  return { first: within(first), end: within(end) }
}

/** Returns the scroll position in pixels, changed only if a row is not completely visible. */
export function scrollTo(index: number, scrolled: number, { row, view }: ListHeights): number {
  const top = index * row
  const lowest = top + row - view
  return Math.max(lowest, Math.min(scrolled, top))
}
