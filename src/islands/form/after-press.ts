/**
 * Does something once no mouse button or finger is down. Pressing a button takes the focus from a
 * field; what then appears above the button would move it away before it is released, and the
 * press would be lost.
 */
export function afterPress(task: () => void): void {
  if (document.querySelector(':active') === null) {
    task()
    return
  }
  const events = new AbortController()
  const release = () => {
    events.abort()
    // The click follows in the same task.
    setTimeout(task)
  }
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, release, { signal: events.signal, capture: true })
  }
}
