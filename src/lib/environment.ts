/**
 * Events: the user is active (throttled); went back or forward; the network changed; another tab may have changed the
 * shared storage; the page was hidden or shown.
 */
export type EnvironmentEvent = 'activity' | 'address' | 'network' | 'shared' | 'visibility'

/** The one port through which the portal touches anything outside it. Tests implement it as well. */
export interface Environment {
  /** Follows no redirect: one is an error, unless it is asked for as an answer (`redirect: 'manual'`). */
  fetch: typeof fetch
  /** True over https and on localhost, where the browser has the features that a sign-in needs. */
  isSecure: boolean
  /** Storage that ends with the tab: sign-in, drafts. Throws where the browser blocks it. */
  readonly tabStorage: Storage
  /** Storage that all tabs of this browser share, or the tab's own where the browser blocks that. */
  readonly sharedStorage: Storage
  location: () => URL
  navigate: (address: URL) => void
  replaceWith: (address: URL) => void
  reload: () => void
  replaceAddress: (address: URL) => void
  pushAddress: (address: URL) => void
  /** Milliseconds since 1970. */
  now: () => number
  /** Resolves after a number of milliseconds; rejects with the signal's reason when it aborts. */
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  timeout: (milliseconds: number) => AbortSignal
  /** A number from 0 up to 1. */
  random: () => number
  /** An identifier that nobody can guess or repeat. */
  randomId: () => string
  /** Holds a name until the page is gone; false when another page of this browser holds it. */
  hold: (name: string) => Promise<boolean>
  /** Makes the browser ask before it leaves the page, until the returned function is called. */
  guardLeaving: () => () => void
  /** Puts a text on the clipboard; rejects where the browser does not allow that. */
  copy: (text: string) => Promise<void>
  /** Calls back at each change of a kind. Returns the way to stop. */
  on: (change: EnvironmentEvent, listener: () => void) => () => void
  /** False when the browser certainly has no network; true says only that it may have one. */
  isOnline: () => boolean
  /** False while nobody can see the page: another tab is in front of it, or the window is put away. */
  isVisible: () => boolean
  /** Hands an error that users are told of to error reporting, where there is any, under its reference. */
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

/** The JSON that a storage holds under a key, in whatever shape; undefined where there is none that can be read. */
export function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}

/** Logs a failure with its error, for developers: `text` says what could not be done. */
export const logError = ({ log }: Pick<Environment, 'log'>, text: string, error: unknown) =>
  log(text, { message: String(error) })

/** Copies a text and returns true if the browser allowed that. Never throws. The log does not contain the text. */
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

/** A digest of a text, for keys in storage that tabs and users share: it does not show the text. */
export async function createDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).join('.')
}
