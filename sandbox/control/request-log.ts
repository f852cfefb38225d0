/** One call as it came in and as it was answered. */
export interface RecordedRequest {
  method: string
  path: string
  query: Record<string, string>
  /** Authorization is cut down to its scheme. */
  headers: Record<string, string>
  /** The parsed JSON body, the text where it is no JSON, or null where there is none. */
  body: unknown
  /** Null while it runs, and where the connection was dropped. */
  status: number | null
  /** The kind of fault that struck it, or null. */
  fault: string | null
  /** Milliseconds since the sandbox started, with fractions: calls that overlap can be seen. */
  startedAt: number
  finishedAt: number | null
}

/** Enough for the longest test, and bounded for a sandbox that runs for days. */
const limit = 5000

/**
 * The calls to the product API, the user lookup, the flags and the token endpoint, oldest first, and
 * apart from them what browsers asked beforehand.
 */
export class RequestLog {
  #requests: RecordedRequest[] = []
  #preflights: string[] = []

  add(request: RecordedRequest): RecordedRequest {
    this.#requests.push(request)
    if (this.#requests.length > limit) this.#requests.shift()
    return request
  }

  list(): readonly RecordedRequest[] {
    return this.#requests
  }

  /** `call`: method and path of what a browser of another origin wants to send. */
  addPreflight(call: string): void {
    this.#preflights.push(call)
    if (this.#preflights.length > limit) this.#preflights.shift()
  }

  preflights(): readonly string[] {
    return this.#preflights
  }

  clear(): void {
    this.#requests = []
    this.#preflights = []
  }
}
