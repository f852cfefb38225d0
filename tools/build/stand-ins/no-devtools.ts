/**
 * Takes the place of the form library's connection to its development tools, which would send every value
 * of a form as an event of the page's window.
 */
export class EventClient {
  on(): () => void {
    return () => undefined
  }

  emit(): void {
    // Says nothing.
  }
}

/** Limits how often the library sends such events; it is used for nothing else. */
export function liteThrottle(): () => void {
  return () => undefined
}
