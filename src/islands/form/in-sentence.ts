/** A label where it stands within a sentence: 'Naam' becomes 'naam'. */
export function inSentence(label: string): string {
  const [first = '', second = ''] = label
  // An abbreviation keeps its capitals.
  return second === second.toLowerCase() ? first.toLowerCase() + label.slice(1) : label
}
