/** What a request meets on its way through the proxy, and its answer on the way back. */
export interface Wire {
  /**
   * Resolves when the request may go on.
   *
   * @param url absolute, as the browser asks for it
   * @param over resolves when the browser has the whole answer, or no longer wants it
   */
  pass: (request: { method: string; url: string }, over: Promise<void>) => Promise<void>
  /** Resolves when that many bytes of an answer may go to the browser. */
  carry: (bytes: number) => Promise<void>
}

/** The wire of a machine that is its own server. */
export const noWire: Wire = {
  pass: () => Promise.resolve(),
  carry: () => Promise.resolve(),
}
