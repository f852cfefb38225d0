/**
 * For loads of which only the newest counts. Each call gives a signal for a new load and aborts the
 * one before: an answer that comes late then changes nothing.
 */
export function createLoadSignal(): () => AbortSignal {
  let current = new AbortController()
  return () => {
    current.abort()
    current = new AbortController()
    return current.signal
  }
}
