/**
 * Runs a task for a field that was left, unless its step was left with it: then nobody passed it by.
 *
 * @param field loses the focus by itself when its step is put out of reach
 */
export function afterLeaving(field: Element, task: () => void): void {
  afterPress(() => {
    if (!field.matches(':disabled, [inert] *')) task()
  })
}

let isDown = false

// Firefox tells of no element that is `:active` while the focus goes.
if ('document' in globalThis) {
  const note = ({ type }: Event) => (isDown = type === 'pointerdown')
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    addEventListener(type, note, { capture: true })
  }
}

/**
 * Runs a task once no mouse button or finger is down. Pressing a button takes the focus from a field. If
 * an error then appeared above the button, the button would move before it is released, and the click
 * would be lost.
 */
function afterPress(task: () => void): void {
  if (!isDown) {
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
