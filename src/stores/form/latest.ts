/** Gives each load a signal, which the next one aborts: an answer that comes late changes nothing. */
export function createLatest(): () => AbortSignal {
  let current = new AbortController()
  return () => {
    current.abort()
    current = new AbortController()
    return current.signal
  }
}
