/** Focuses an element after the focused element was removed or disabled. */
export function moveLostFocus(target: string | Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const element = typeof target === 'string' ? document.getElementById(target) : target
    if (element instanceof HTMLElement) element.focus()
  })
}
