import {
  createMemoryStorage,
  type BrowserEventName,
  type Environment,
} from '../src/lib/environment.ts'

export interface TestEnvironment extends Environment {
  visited: string[]
  logged: string[]
  /** Details of the log messages, as JSON. */
  loggedDetails: string[]
  /** Milliseconds of each pause that the clock skipped. */
  pauses: number[]
  reported: { error: unknown; reference: string }[]
  copied: string[]
  /** Simulates user activity. */
  act: () => void
  /** Simulates that another tab changed the shared storage. */
  hear: () => void
  goOnline: (isOnline: boolean) => void
  show: (isVisible: boolean) => void
  /** Goes forward in the history, or back if `entries` is negative. */
  travel: (entries: number) => void
}

/** Requests of the current test without a response so far. */
let pendingRequests = new Set<Promise<Response>>()

/** Ends a test's requests and returns the pending ones. */
export function endRequests(): ReadonlySet<Promise<Response>> {
  const ended = pendingRequests
  pendingRequests = new Set()
  return ended
}

/** Creates a browser whose clock only advances during pauses. */
export function createTestEnvironment(
  address = 'http://localhost:4321/connect',
  changes: Partial<Environment> = {},
): TestEnvironment {
  let history = [address]
  let position = 0
  let clock = 1_800_000_000_000
  let ids = 0
  const listeners = new Set<{ change: BrowserEventName; listener: () => void }>()
  const tell = (change: BrowserEventName) => {
    for (const each of listeners) if (each.change === change) each.listener()
  }
  let hasNetwork = true
  // Polling in a visible page would never end.
  let isShown = false
  const visited: string[] = []
  const visit = (target: URL) => {
    visited.push(target.href)
  }
  const logged: string[] = []
  const loggedDetails: string[] = []
  const pauses: number[] = []
  const copied: string[] = []
  const reported: TestEnvironment['reported'] = []

  const requestsOfTest = pendingRequests
  async function send(...[url, how]: Parameters<typeof fetch>): Promise<Response> {
    const response = fetch(url, { redirect: 'error', ...how })
    requestsOfTest.add(response)
    return response.finally(() => requestsOfTest.delete(response))
  }
  const request = changes.fetch ?? send

  return {
    isSecure: true,
    tabStorage: createMemoryStorage(),
    sharedStorage: createMemoryStorage(),
    location: () => new URL(history[position] ?? address),
    navigate: visit,
    replaceWith: visit,
    reload: () => visit(new URL(history[position] ?? address)),
    replaceAddress: (target) => {
      history[position] = target.href
    },
    pushAddress: (target) => {
      history = [...history.slice(0, (position += 1)), target.href]
    },
    now: () => clock,
    wait: (milliseconds, signal) => {
      signal?.throwIfAborted()
      pauses.push(milliseconds)
      clock += milliseconds
      return Promise.resolve()
    },
    // Requests never time out, because test machines may be busy.
    timeout: () => new AbortController().signal,
    random: () => 0.5,
    randomId: () => `id-${(ids += 1)}`,
    hold: () => Promise.resolve(true),
    guardLeaving: () => () => undefined,
    copy: (text) => {
      copied.push(text)
      return Promise.resolve()
    },
    on: (change, listener) => {
      const each = { change, listener }
      listeners.add(each)
      return () => listeners.delete(each)
    },
    isOnline: () => hasNetwork,
    isVisible: () => isShown,
    report: (error, reference) => {
      reported.push({ error, reference })
    },
    log: (message, details) => {
      logged.push(message)
      loggedDetails.push(JSON.stringify(details ?? null))
    },
    ...changes,
    fetch: (...parameters) =>
      requestsOfTest === pendingRequests ? request(...parameters) : new Promise(() => undefined),
    visited,
    logged,
    loggedDetails,
    pauses,
    copied,
    reported,
    act: () => tell('activity'),
    hear: () => tell('shared'),
    goOnline: (isOnline) => {
      hasNetwork = isOnline
      tell('network')
    },
    show: (isVisible) => {
      isShown = isVisible
      tell('visibility')
    },
    travel: (entries) => {
      position = Math.min(Math.max(position + entries, 0), history.length - 1)
      tell('address')
    },
  }
}

/** Makes a storage refuse matching values as if it were full, until the returned function is called. */
export function fillStorage(
  storage: Storage,
  isRefused: (key: string, value: string) => boolean = () => true,
): () => void {
  const setItem = storage.setItem.bind(storage)
  storage.setItem = (key, value) => {
    if (isRefused(key, value)) throw new DOMException('full', 'QuotaExceededError')
    setItem(key, value)
  }
  return () => {
    storage.setItem = setItem
  }
}

/** Returns a function that creates the shared locks of a page. */
export function createLocks(): () => Pick<Environment, 'hold'> {
  const holders = new Map<string, symbol>()
  return () => {
    const page = Symbol('page')
    return {
      hold: (name) => {
        if (!holders.has(name)) holders.set(name, page)
        return Promise.resolve(holders.get(name) === page)
      },
    }
  }
}

/** Creates another tab of the browser, with the same local storage. */
export const openAnotherTab = ({ sharedStorage }: TestEnvironment, address?: string) =>
  createTestEnvironment(address, { sharedStorage })
