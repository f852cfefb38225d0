import { createElement } from '../islands/ui/dom.ts'

/**
 * Creates a function that renders items as children of a list, by their keys. Renders the item with the focus
 * and items near the visible ones. If the focused item is removed, the next item gets the focus.
 */
export function createKeyedList<Item extends { key: string }>(
  list: HTMLElement,
  fill: (element: HTMLElement, item: Item, index: number) => void,
) {
  const elements = new Map<string, HTMLElement>()

  return (items: readonly Item[], isNear: (index: number) => boolean = () => true): void => {
    const focused = list.contains(document.activeElement) ? document.activeElement : null
    const position = [...list.children].findIndex((element) => element.contains(focused))
    const focusedElement = list.children[position] ?? null
    const shown = items
      .map((item, index) => ({ item, index }))
      .filter(({ item, index }) => isNear(index) || elements.get(item.key) === focusedElement)
    const keys = new Set(shown.map(({ item }) => item.key))
    for (const [key, element] of elements) {
      if (keys.has(key)) continue
      element.remove()
      elements.delete(key)
    }
    let next = list.firstElementChild
    for (const { item, index } of shown) {
      const element = elements.get(item.key) ?? createElement('li', {})
      elements.set(item.key, element)
      if (element === next) next = element.nextElementSibling
      else list.insertBefore(element, next)
      fill(element, item, index)
    }
    if (!focused || list.contains(document.activeElement)) return
    // Moving an element removes its focus.
    const successor = list.children[position] ?? list.lastElementChild
    const again = [focused, focusedElement].find((each) => each?.isConnected) ?? successor
    if (again instanceof HTMLElement) again.focus()
  }
}
