/**
 * A text as nginx reads it back.
 *
 * @throws where it holds what nginx would take for a variable
 */
export function quoted(text: string): string {
  // There is no way to write one that it takes for itself.
  if (text.includes('$')) throw new Error(`nginx cannot be told ${JSON.stringify(text)}`)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** Exactly one of `texts`: nginx compares texts without regard to case, and expressions with. */
export function oneOf(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&'))
  return `"~^(?:${escaped.join('|')})$"`
}

/** A `map` block. */
export const map = (source: string, target: string, rows: readonly string[]): string =>
  [`map ${source} ${target} {`, ...rows.map((row) => `    ${row};`), '}'].join('\n')
