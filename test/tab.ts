import { onTestFinished, vi } from 'vitest'
import { realmPath } from '../sandbox/portal-environment.ts'
import { CookieBrowser } from './code-flow.ts'
import { createIdentityClient } from '../src/lib/identity/identity.ts'
import type { DiscoveredProvider } from '../src/lib/identity/provider.ts'
import type { User } from '../src/lib/identity/user.ts'
import { finishSignIn } from '../src/stores/shell/callback.ts'
import type { Portal } from '../src/stores/shell/portal.ts'
import { createTestFlags } from './portal.ts'
import { createPageShell } from '../src/stores/shell/shell.ts'
import { createSandboxConfiguration } from './configuration.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { createMemoryStorage } from '../src/lib/environment.ts'

const origin = 'http://localhost:4321'

/** Paths of the identity provider in the sandbox's recorded requests. */
export const tokenPath = `${realmPath}/protocol/openid-connect/token`
export const userinfoPath = `${realmPath}/protocol/openid-connect/userinfo`
export const discoveryPath = `${realmPath}/.well-known/openid-configuration`

/** Creates storage that tabs share. Each change notifies the other tabs. */
export function createTestBrowser() {
  const shared = createMemoryStorage()
  const shown = new Map<Storage, TestEnvironment>()
  return {
    shared,
    /** Returns a tab's shared storage, and notifies other tabs of changes. */
    sharedWith: (tabStorage: Storage): Storage =>
      Object.assign(Object.create(shared) as Storage, {
        setItem: (key: string, value: string) => {
          shared.setItem(key, value)
          for (const [tab, page] of shown) if (tab !== tabStorage) page.hear()
        },
      }),
    show: (tabStorage: Storage, page: TestEnvironment) => {
      shown.set(tabStorage, page)
      return page
    },
  }
}

interface TabOptions {
  variables?: Record<string, string>
  browser?: ReturnType<typeof createTestBrowser>
  hold?: TestEnvironment['hold']
  /** Addresses of the identity provider that the server adds to pages. */
  discovered?: DiscoveredProvider
}

/** Opens a tab with sign-in and storage that outlives pages. */
export function openTab(
  sandboxUrl: string,
  { variables = {}, browser: shared = createTestBrowser(), discovered, ...hold }: TabOptions = {},
) {
  const configuration = createSandboxConfiguration(sandboxUrl, variables)
  const tabStorage = createMemoryStorage()
  const browser = new CookieBrowser(sandboxUrl)
  const sleepers = new Set<{ until: number; wake: () => void }>()
  let answerInstead: (address: string, request?: RequestInit) => Response | null = () => null
  let ahead = 0
  const begun = Date.now()
  let isClosed = false
  onTestFinished(() => {
    isClosed = true
  })
  const now = () => begun + ahead

  const sharedStorage = shared.sharedWith(tabStorage)

  function page(address: string): TestEnvironment {
    const environment = createTestEnvironment(new URL(address, origin).href, {
      ...{ tabStorage, sharedStorage, now, ...hold },
      randomId: () => crypto.randomUUID(),
      fetch: async (url, request) => {
        // The flag client keeps polling after the test, so later requests stay unanswered.
        if (isClosed) return new Promise(() => undefined)
        const instead = typeof url === 'string' ? answerInstead(url, request) : null
        return instead ?? fetch(url, { redirect: 'error', ...request })
      },
      wait: (milliseconds) =>
        new Promise((wake) => {
          sleepers.add({ until: now() + milliseconds, wake })
        }),
    })
    return shared.show(tabStorage, environment)
  }

  const userKey = `oidc.user:${configuration.identity.authority}:${configuration.identity.clientId}`

  return {
    /** Intercepts requests. If the callback returns null, the server responds. */
    intercept: (answer: typeof answerInstead) => {
      answerInstead = answer
    },
    /** Advances the portal's clock, but not the provider's clock. */
    pass: (seconds: number) => {
      ahead += seconds * 1000
      for (const sleeper of sleepers) {
        if (sleeper.until > now()) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
    /** Opens a page and waits until its shell is ready. */
    open: async (address: string) => {
      const environment = page(address)
      const portals: Portal[] = []
      const shell = createPageShell({
        environment,
        locale: 'nl',
        configuration: JSON.stringify({ ...configuration, discovered }),
        onPortal: (portal) => portals.push(portal),
      })
      await shell.start()
      const [portal] = portals
      if (portal === undefined) throw new Error('There is no portal')
      return { environment, shell, portal }
    },
    /** Signs in at the provider and returns the redirect address. */
    answer: async ({ visited }: TestEnvironment, account = 'reseller@koppelpunt.test') => {
      let { location } = await browser.visit(visited.at(-1) ?? '')
      if (location.includes('/sign-in/')) {
        const resumed = await browser.visit(location, { account })
        location = (await browser.visit(resumed.location)).location
      }
      return location
    },
    callBack: async (address: string) => {
      const environment = page(address)
      const identity = createIdentityClient(environment, configuration, 'nl')
      return {
        environment,
        result: await finishSignIn({ environment, identity, flags: createTestFlags() }),
      }
    },
    isSignedIn: () => tabStorage.getItem(userKey) !== null,
    user: () => {
      const stored = tabStorage.getItem(userKey)
      if (stored === null) throw new Error('Nobody is signed in')
      return JSON.parse(stored) as User
    },
    keepUser: (user: User) => {
      tabStorage.setItem(userKey, JSON.stringify(user))
    },
  }
}

export type Tab = ReturnType<typeof openTab>

/** Runs `act` before the server receives the next request. */
export function interceptNextRequest(path: string, act: () => unknown): void {
  const { fetch } = globalThis
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, request) => {
    if ((url instanceof Request ? url.url : url.toString()).endsWith(path)) {
      spy.mockRestore()
      await act()
    }
    return fetch(url, request)
  })
}

/** Opens an address of the portal after a sign-in. */
export async function openSignedIn(tab: Tab, address: string, account?: string) {
  const first = await tab.open(address)
  await tab.callBack(await tab.answer(first.environment, account))
  return tab.open(address)
}
