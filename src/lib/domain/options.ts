import type { Id } from '../api/endpoint.ts'

/** Without capitals and accents, so that "reseau" finds "Réseau". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Prepares the search of a list once, so that each keystroke only compares: finds the options whose label
 * contains the query, at most `limit` of them (§9).
 */
export function searchOf<Option>(
  options: readonly Option[],
  labelOf: (option: Option) => string,
): (query: string, limit: number) => { shown: Option[]; total: number } {
  const folded = options.map((option) => fold(labelOf(option)))
  return (query, limit) => {
    const wanted = fold(query.trim())
    const hits = options.filter((_, index) => folded[index]?.includes(wanted))
    // All of them count, so that the screen can say what the limit cut.
    return { shown: hits.slice(0, limit), total: hits.length }
  }
}

/** What tells the options of a list apart: their label, with the id where another one has the same. */
export function apartIn<Option extends { id: Id }>(
  options: readonly Option[],
  labelOf: (option: Option) => string,
): (option: Option) => string {
  const seen = new Set<string>()
  // The size of before is read first.
  const isRepeated = (label: string) => seen.size === seen.add(label).size
  const repeated = new Set(options.map(labelOf).filter(isRepeated))
  return (option) => {
    const label = labelOf(option)
    return repeated.has(label) ? `${label} · ${option.id}` : label
  }
}
