/**
 * Stands in for the form library's development instrument, which announces every value of a form
 * on the page's window. Nobody is there to listen, and nobody should be.
 */
export class EventClient {
  on(): () => void {
    return () => undefined
  }

  emit(): void {
    // Says nothing.
  }
}

/** How the library keeps from announcing too often; it uses this for nothing else. */
export function liteThrottle(): () => void {
  return () => undefined
}
