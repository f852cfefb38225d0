import type { BrowserEventName, Environment } from './environment.ts'
import { activityEventPause, lockTimeout } from './limits.ts'
import { sendReport } from './reporting/start.ts'

const events: Readonly<Record<BrowserEventName, readonly string[]>> = {
  activity: ['pointerdown', 'pointermove', 'keydown', 'scroll', 'visibilitychange'],
  address: ['popstate'],
  network: ['online', 'offline'],
  shared: ['storage', 'visibilitychange'],
  visibility: ['visibilitychange'],
}

export function createBrowserEnvironment(): Environment {
  const locks = new Map<string, Promise<boolean>>()
  return {
    fetch: (address, how) => fetch(address, { redirect: 'error', ...how }),
    isSecure: isSecureContext,
    get tabStorage() {
      return sessionStorage
    },
    get sharedStorage() {
      try {
        return localStorage
      } catch {
        // Uses the tab's storage if shared storage is blocked.
        return sessionStorage
      }
    },
    location: () => new URL(location.href),
    navigate: (address) => location.assign(address),
    replaceWith: (address) => location.replace(address),
    reload: () => location.reload(),
    replaceAddress: (address) => history.replaceState(history.state, '', address),
    pushAddress: (address) => history.pushState(null, '', address),
    now: () => Date.now(),
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        setTimeout(resolve, milliseconds)
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      }),
    timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
    random: () => Math.random(),
    randomId: () => crypto.randomUUID(),
    hold: (name) => {
      const held = locks.get(name)
      if (held) return held
      const { promise: isHeld, resolve } = Promise.withResolvers<boolean>()
      locks.set(name, isHeld)
      const signal = AbortSignal.timeout(lockTimeout)
      const holding = navigator.locks.request(name, { signal }, () => {
        resolve(true)
        // Stays pending to hold the lock until the page is discarded.
        return Promise.withResolvers<never>().promise
      })
      holding.catch(() => {
        locks.delete(name)
        resolve(false)
      })
      return isHeld
    },
    guardLeaving: () => {
      const ask = (event: Event) => event.preventDefault()
      addEventListener('beforeunload', ask)
      return () => removeEventListener('beforeunload', ask)
    },
    copy: async (text) => navigator.clipboard.writeText(text),
    on: (change, listener) => {
      let last = 0
      const tell = () => {
        const isTooSoon = document.hidden || Date.now() < last + activityEventPause
        if (change === 'activity' && isTooSoon) return
        last = Date.now()
        listener()
      }
      const options = { capture: true, passive: true }
      for (const event of events[change]) addEventListener(event, tell, options)
      return () => {
        for (const event of events[change]) removeEventListener(event, tell, options)
      }
    },
    isOnline: () => navigator.onLine,
    isVisible: () => !document.hidden,
    report: sendReport,
    log: (message, details) => {
      // eslint-disable-next-line no-console -- the one place that writes to the developer's console
      console.info(`[koppelpunt] ${message}`, ...(details === undefined ? [] : [details]))
    },
  }
}
