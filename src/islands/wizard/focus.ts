import type { KeyboardEvent } from 'react'

/**
 * Puts the focus on an element once a button that was pressed has gone, so that the keyboard does not
 * start from the top of the page.
 */
export function focusAfterwards(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus()
  })
}

/** Leads to a text field by its id, to be typed over; where a button stands for it, its row is unfolded. */
export function leadTo(id: string): void {
  const find = () => document.getElementById(id)
  const found = find()
  if (found instanceof HTMLButtonElement) found.click()
  requestAnimationFrame(() => {
    const field = find()
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  })
}

/** Enter in a line of text does what belongs to it, instead of going on to the next step. */
export function onEnter(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const isMeant = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (!isMeant || event.defaultPrevented) return
    event.preventDefault()
    act()
  }
}
