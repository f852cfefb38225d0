/** Browser events: throttled user activity, Back or Forward (`address`), storage changes by other tabs (`shared`). */
export type BrowserEventName = 'activity' | 'address' | 'network' | 'shared' | 'visibility'

/** Interface to everything outside the portal's code, for which tests provide a fake. */
export interface Environment {
  /** Rejects on a redirect unless `redirect: 'manual'` is given. */
  fetch: typeof fetch
  /** True on https and localhost, which a sign-in requires. */
  isSecure: boolean
  /** Storage of the tab. Throws if the browser blocks it. */
  readonly tabStorage: Storage
  /** Storage that all tabs share, or the tab's own storage if the browser blocks it. */
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
  /** Locks a name until the page is closed. False if another page holds the lock. */
  hold: (name: string) => Promise<boolean>
  guardLeaving: () => () => void
  /** Copies a text to the clipboard. Rejects if the browser does not allow that. */
  copy: (text: string) => Promise<void>
  on: (change: BrowserEventName, listener: () => void) => () => void
  isOnline: () => boolean
  isVisible: () => boolean
  /** Sends an error that the user sees to error reporting, if that is enabled. */
  report: (error: unknown, reference: string) => void
  /** Callers must not log personal data, tokens or keys, except requests of a dry run. */
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

/** True if the tab's storage, which a sign-in needs, is usable. */
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

/** Returns the parsed JSON stored under a key, or undefined if it is missing or invalid. */
export const readJson = (storage: Storage, key: string) => parseJson(storage.getItem(key) ?? '')

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const logError = ({ log }: Pick<Environment, 'log'>, text: string, error: unknown) =>
  log(text, { message: String(error) })

/** Copies a text, which is never logged, to the clipboard, and returns true if allowed. */
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

/** Returns a digest, which does not reveal the text, for storage that tabs and users share. */
export async function createDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).join('.')
}
