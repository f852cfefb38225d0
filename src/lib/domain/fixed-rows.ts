/** Rows beyond the edges that are kept ready, so that scrolling shows no gap. */
const spare = 5

/** How a list shows its rows: the height of each, and of what is in sight at a time, in pixels. */
export interface Heights {
  row: number
  view: number
}

/**
 * Which rows of a list are in sight, scrolled by so many pixels: from `first` up to, not including, `end`.
 *
 * @param beyond how many beyond each edge count as well
 */
export function rowsInSight(
  scrolled: number,
  count: number,
  { row, view }: Heights,
  beyond = spare,
): { first: number; end: number } {
  const first = Math.floor(scrolled / row) - beyond
  const end = Math.ceil((scrolled + view) / row) + beyond
  return { first: Math.max(0, Math.min(first, count)), end: Math.min(end, count) }
}

/** The scroll position, in pixels, at which a row is wholly in sight; the one given where it is already. */
export function scrollTo(index: number, scrolled: number, { row, view }: Heights): number {
  const top = index * row
  const lowest = top + row - view
  return Math.max(lowest, Math.min(scrolled, top))
}
