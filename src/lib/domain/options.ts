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
