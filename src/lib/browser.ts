import type { Environment } from './environment.ts'
import { lockPatience } from './limits.ts'

/** The real environment: this browser. */
export function createBrowserEnvironment(): Environment {
  return {
    fetch: (...request) => fetch(...request),
    tabStorage: sessionStorage,
    location: () => new URL(location.href),
    navigate: (address) => {
      location.assign(address)
    },
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
    random: () => Math.random(),
    randomId: () => crypto.randomUUID(),
    exclusively: (name, task) => navigator.locks.request(name, task),
    hold: (name) =>
      new Promise((resolve) => {
        const held = navigator.locks.request(
          name,
          { signal: AbortSignal.timeout(lockPatience) },
          () => {
            resolve(true)
            return new Promise<never>(() => {
              // Held until the browser discards the page.
            })
          },
        )
        held.catch(() => resolve(false))
      }),
    onLeave: (listener) => {
      addEventListener('pagehide', listener)
      return () => removeEventListener('pagehide', listener)
    },
    log: (message, details) => {
      // eslint-disable-next-line no-console -- the one place that writes to the developer's console
      console.info(`[koppelpunt] ${message}`, ...(details === undefined ? [] : [details]))
    },
  }
}
