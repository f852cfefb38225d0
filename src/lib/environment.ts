/**
 * Events: the user is active (throttled); went back or forward; the network changed; another tab may have changed the
 * shared storage; the page was hidden or shown.
 */
export type EnvironmentEvent = 'activity' | 'address' | 'network' | 'shared' | 'visibility'

/** The one port through which the portal touches anything outside it. Tests implement it as well. */
export interface Environment {
  /** Fails on a redirect unless `redirect: 'manual'` is given. */
  fetch: typeof fetch
  /** True over https and on localhost. A sign-in needs it. */
  isSecure: boolean
  /** Throws if the browser blocks storage. */
  readonly tabStorage: Storage
  /** The tab's own storage if the browser blocks the shared one. */
  readonly sharedStorage: Storage
  location: () => URL
  navigate: (address: URL) => void
  replaceWith: (address: URL) => void
  reload: () => void
  replaceAddress: (address: URL) => void
  pushAddress: (address: URL) => void
  now: () => number
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  timeout: (milliseconds: number) => AbortSignal
  random: () => number
  randomId: () => string
  /** Holds a name until the page is gone; false if another page of this browser holds it. */
  hold: (name: string) => Promise<boolean>
  guardLeaving: () => () => void
  /** Rejects if the browser does not allow it. */
  copy: (text: string) => Promise<void>
  /** Returns the function that stops listening. */
  on: (change: EnvironmentEvent, listener: () => void) => () => void
  /** False if the browser certainly has no network. */
  isOnline: () => boolean
  isVisible: () => boolean
  /** Sends an error that a user sees to error reporting, if that is on. */
  report: (error: unknown, reference: string) => void
  /** Logs to the console. Never pass personal data, tokens or keys, except requests of a dry run. */
  log: (message: string, details?: unknown) => void
}

export function createMemoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

/** True if the tab's storage is neither blocked nor full. A sign-in needs it. */
export function canUseTabStorage(environment: Pick<Environment, 'tabStorage'>): boolean {
  const probe = 'koppelpunt:probe'
  try {
    environment.tabStorage.setItem(probe, '')
    environment.tabStorage.removeItem(probe)
    return true
  } catch {
    return false
  }
}

/** Returns the JSON stored under a key; undefined if there is none that can be parsed. */
export function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}

export const logError = ({ log }: Pick<Environment, 'log'>, text: string, error: unknown) =>
  log(text, { message: String(error) })

/** Copies a text and returns true if the browser allowed that. The log does not contain the text. */
export async function writeToClipboard(
  environment: Pick<Environment, 'copy' | 'log'>,
  text: string,
): Promise<boolean> {
  try {
    await environment.copy(text)
    return true
  } catch (error) {
    logError(environment, 'the clipboard refused', error)
    return false
  }
}

/** Returns a digest for keys in storage that tabs and users share. It does not reveal the text. */
export async function createDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).join('.')
}
