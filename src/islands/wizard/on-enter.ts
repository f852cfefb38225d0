import type { KeyboardEvent } from 'react'

/** Enter in a line of text does what belongs to it, instead of going on to the next step. */
export function onEnter(act: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    const isMeant = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (!isMeant || event.defaultPrevented) return
    event.preventDefault()
    act()
  }
}
