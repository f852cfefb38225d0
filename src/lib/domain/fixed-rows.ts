import { dropdownMaxHeight, dropdownOptionHeight } from '../limits.ts'

/** Rows beyond the edges that are kept ready, so that scrolling shows no gap. */
const spare = 5

/** Which rows of a list with §9's heights are in sight: from `first` up to, not including, `end`. */
export function rowsInSight(scrolled: number, count: number): { first: number; end: number } {
  const first = Math.floor(scrolled / dropdownOptionHeight) - spare
  const end = Math.ceil((scrolled + dropdownMaxHeight) / dropdownOptionHeight) + spare
  return { first: Math.max(0, Math.min(first, count)), end: Math.min(end, count) }
}

/** The scroll position, in pixels, at which a row is wholly in sight; the one given where it is already. */
export function scrollTo(row: number, scrolled: number): number {
  const top = row * dropdownOptionHeight
  const lowest = top + dropdownOptionHeight - dropdownMaxHeight
  return Math.max(lowest, Math.min(scrolled, top))
}
