/** Browser events, where `shared` means storage changes by other tabs. */
export type BrowserEventName = 'activity' | 'address' | 'network' | 'shared' | 'visibility'

/** Access to everything outside the portal, with a fake for tests. */
export interface Environment {
  /** Rejects on a redirect unless `redirect: 'manual'` is given. */
  fetch: typeof fetch
  /** True on https and localhost, which a sign-in requires. */
  isSecure: boolean
  /** Storage of the tab. Throws if the browser blocks it. */
  readonly tabStorage: Storage
  /** Storage shared by all tabs, or the tab's if blocked. */
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
  /** Tries to lock a name until the page is closed. */
  hold: (name: string) => Promise<boolean>
  guardLeaving: () => () => void
  /** Copies a text to the clipboard, and rejects if forbidden. */
  copy: (text: string) => Promise<void>
  on: (change: BrowserEventName, listener: () => void) => () => void
  isOnline: () => boolean
  isVisible: () => boolean
  /** Reports an error that is visible to the user. */
  report: (error: unknown, reference: string) => void
  /** Only dry runs may log personal data, tokens or keys. */
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

/** Returns the parsed JSON stored under a key. */
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

/** Copies a text to the clipboard and never logs it. */
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

/** Returns a digest that hides a text in shared storage. */
export async function createDigest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).join('.')
}
