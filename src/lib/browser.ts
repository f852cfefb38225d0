import type { Environment } from './environment.ts'
import { activityPause, lockPatience } from './limits.ts'
import { toldEvent, type Told } from './reporting/told.ts'

/** The real environment: this browser. */
export function createBrowserEnvironment(): Environment {
  const held = new Set<string>()
  return {
    fetch: (...request) => fetch(...request),
    isSecure: isSecureContext,
    get tabStorage() {
      return sessionStorage
    },
    get sharedStorage() {
      try {
        return localStorage
      } catch {
        // Blocked: the tab's own storage takes its place.
        return sessionStorage
      }
    },
    location: () => new URL(location.href),
    navigate: (address) => {
      location.assign(address)
    },
    replaceWith: (address) => {
      location.replace(address)
    },
    reload: () => location.reload(),
    replaceAddress: (address) => {
      history.replaceState(history.state, '', address)
    },
    pushAddress: (address) => {
      history.pushState(null, '', address)
    },
    onAddressChange: (listener) => {
      addEventListener('popstate', listener)
      return () => removeEventListener('popstate', listener)
    },
    now: () => Date.now(),
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', stop)
          resolve()
        }, milliseconds)
        const stop = () => {
          clearTimeout(timer)
          reject(signal?.reason as Error)
        }
        signal?.addEventListener('abort', stop, { once: true })
      }),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    random: () => Math.random(),
    randomId: () => crypto.randomUUID(),
    hold: (name) =>
      new Promise((resolve) => {
        if (held.has(name)) {
          resolve(true)
          return
        }
        const signal = AbortSignal.timeout(lockPatience)
        const holding = navigator.locks.request(name, { signal }, () => {
          held.add(name)
          resolve(true)
          return new Promise<never>(() => {
            // Held until the browser discards the page.
          })
        })
        holding.catch(() => resolve(false))
      }),
    guardLeaving: () => {
      const ask = (event: Event) => event.preventDefault()
      addEventListener('beforeunload', ask)
      return () => removeEventListener('beforeunload', ask)
    },
    copy: async (text) => navigator.clipboard.writeText(text),
    onActivity: (listener) => {
      let last = 0
      const note = () => {
        if (document.hidden || Date.now() < last + activityPause) return
        last = Date.now()
        listener()
      }
      const events = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'visibilitychange']
      for (const event of events) addEventListener(event, note, { capture: true, passive: true })
    },
    onSharedChange: (listener) => {
      for (const event of ['storage', 'visibilitychange']) addEventListener(event, () => listener())
    },
    onLeave: (listener) => {
      addEventListener('pagehide', listener)
      return () => removeEventListener('pagehide', listener)
    },
    isOnline: () => navigator.onLine,
    onNetworkChange: (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    isVisible: () => !document.hidden,
    onVisibilityChange: (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    report: (error, reference) => {
      dispatchEvent(new CustomEvent<Told>(toldEvent, { detail: { error, reference } }))
    },
    log: (message, details) => {
      // eslint-disable-next-line no-console -- the one place that writes to the developer's console
      console.info(`[koppelpunt] ${message}`, ...(details === undefined ? [] : [details]))
    },
  }
}
