import type { Id } from '../api/endpoint.ts'
import { getTextKey } from './text.ts'

/** Creates a search that normalises the labels only once (§9). */
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

/** Returns a function that adds the id to repeated labels. */
export function createUniqueLabel<Option>(
  options: readonly Option[],
  labelOf: (option: Option) => string,
  idOf: (option: Option) => Id,
): (option: Option) => string {
  const byLabel = Map.groupBy(options, labelOf)
  return (option) => {
    const label = labelOf(option)
    const isRepeated = (byLabel.get(label) ?? []).length > 1
    return isRepeated ? `${label} · ${idOf(option)}` : label
  }
}

/** Extra rows at each edge, so that scrolling shows no gap. */
const spare = 5

/** Heights of a row and the visible list, in pixels. */
export interface ListHeights {
  row: number
  view: number
}

/** Returns the visible rows plus `beyond` rows at each edge. */
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

/** Returns the scroll position (pixels) that makes a row completely visible. */
export function scrollTo(index: number, scrolled: number, { row, view }: ListHeights): number {
  const top = index * row
  const lowest = top + row - view
  return Math.max(lowest, Math.min(scrolled, top))
}
