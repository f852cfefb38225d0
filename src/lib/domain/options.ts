/** An option of a dropdown, with the text that a search is compared with. */
export interface Searchable<Option> {
  option: Option
  label: string
  folded: string
}

/** Without capitals and accents, so that "reseau" finds "Réseau". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Prepares a list once, so that each keystroke only compares. */
export function searchable<Option>(
  options: readonly Option[],
  labelOf: (option: Option) => string,
): Searchable<Option>[] {
  return options.map((option) => {
    const label = labelOf(option)
    return { option, label, folded: fold(label) }
  })
}

/**
 * The options whose label contains the query, at most `limit` of them (§9), and how many there are
 * in all, so that the screen can say what the limit cut.
 */
export function search<Option>(
  options: readonly Searchable<Option>[],
  query: string,
  limit: number,
): { shown: Searchable<Option>[]; total: number } {
  const folded = fold(query.trim())
  const hits = options.filter((option) => option.folded.includes(folded))
  return { shown: hits.slice(0, limit), total: hits.length }
}
