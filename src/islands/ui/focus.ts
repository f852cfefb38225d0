/** Focuses an element after the focused element was removed, hidden or disabled. */
export function moveLostFocus(target: string | Element | null): void {
  const move = () => {
    if (document.activeElement !== document.body) return
    const element = typeof target === 'string' ? document.getElementById(target) : target
    if (element instanceof HTMLElement) element.focus()
  }
  // Browsers remove the focus from hidden elements after this frame's callbacks.
  requestAnimationFrame(() => setTimeout(move))
}
