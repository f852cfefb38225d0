export interface Found<Option> {
  shown: Option[]
  /** How many there are in all, so that the screen can say what the limit cut. */
  total: number
}

/** The options whose label contains the query, at most `limit` of them (§9). */
export type Search<Option> = (query: string, limit: number) => Found<Option>

/** Without capitals and accents, so that "reseau" finds "Réseau". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Prepares the search of a list once, so that each keystroke only compares. */
export function searchOf<Option>(
  options: readonly Option[],
  labelOf: (option: Option) => string,
): Search<Option> {
  const folded = options.map((option) => fold(labelOf(option)))
  return (query, limit) => {
    const wanted = fold(query.trim())
    if (wanted === '') return { shown: options.slice(0, limit), total: options.length }
    const hits = options.filter((_, index) => folded[index]?.includes(wanted))
    return { shown: hits.slice(0, limit), total: hits.length }
  }
}
