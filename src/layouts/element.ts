/**
 * An element of the shell's markup.
 *
 * @throws {Error} when the page does not have it: a programming error
 */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no element #${id}`)
  return found
}
