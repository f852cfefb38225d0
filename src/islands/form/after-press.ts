/**
 * Runs a task once no mouse button or finger is down. Pressing a button takes the focus from a field. If
 * an error then appeared above the button, the button would move before it is released, and the click
 * would be lost.
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
