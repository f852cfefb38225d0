/**
 * Puts the focus on an element once a button that was pressed has gone, so that the keyboard does not
 * start from the top of the page.
 */
export function focusAfterwards(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus()
  })
}
