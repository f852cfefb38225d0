import type { Page, Request } from '@playwright/test'
import {
  createKeycloakClient,
  type Administration,
  type Realm,
} from '../../tools/services/keycloak/administration.ts'
import { startPortalWithKeycloak } from '../../tools/services/keycloak/portal.ts'
import type { RealmVariant } from '../../tools/services/keycloak/variants.ts'
import { startClosableProxy, type ClosableProxy } from '../../tools/services/door.ts'
import { password } from '../../sandbox/accounts.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import { readSuiteVariable, test as base, expect, type PageObjects } from '../base.ts'
import type { Account } from '../pages/sign-in.ts'
import { accountButton } from '../pages/account.ts'
import { PageObject } from '../pages/page.ts'

/** Keycloak's sign-in page in Dutch or English. */
export class KeycloakSignIn extends PageObject {
  readonly heading = this.page.getByRole('heading', {
    name: /^(Inloggen bij uw account|Sign in to your account)$/,
  })

  async as(account: Account): Promise<void> {
    await this.page
      .getByRole('textbox', { name: /^E-?mail(adres)?$/i })
      .fill(`${account}@koppelpunt.test`)
    await this.page.getByRole('textbox', { name: /^(Wachtwoord|Password)$/ }).fill(password)
    await this.page.getByRole('button', { name: /^(Inloggen|Sign In)$/ }).click()
  }

  /** Opens an address, signs in and waits for the user's name. */
  async open(address: string, account: Account = 'reseller'): Promise<void> {
    await this.page.goto(address)
    await this.as(account)
    await accountButton(this.page).waitFor()
  }
}

interface Services {
  portal: string
  sandbox: SandboxControl
  realm: Realm
  /** Address of the Keycloak realm, as the browser uses it. */
  issuer: string
  door: ClosableProxy
}

type Screens = { page: Page } & Pick<PageObjects, 'connect' | 'boarding' | 'activation'>

interface Fixtures {
  /** Changes that this test makes to the Keycloak realm. */
  variant: RealmVariant
  /** Host name of Keycloak, cross-site to the portal if it is 127.0.0.1. */
  keycloakHost: 'localhost' | '127.0.0.1'
  services: Services
  signIn: KeycloakSignIn
  /** Opens an address, signs in and returns the tab's page objects. */
  open: (address: string, account?: Account) => Promise<Screens>
}

export const test = base.extend<Fixtures, { keycloak: Administration }>({
  keycloak: [
    async ({}, use) => {
      const url = readSuiteVariable('KEYCLOAK_TEST_URL')
      await use(createKeycloakClient(url, readSuiteVariable('KEYCLOAK_TEST_PASSWORD')))
    },
    { scope: 'worker' },
  ],
  variant: [{}, { option: true }],
  keycloakHost: ['localhost', { option: true }],
  services: [
    async ({ keycloak, variant, keycloakHost }, use) => {
      const door = await startClosableProxy(Number(new URL(keycloak.url).port))
      const origin = `http://${keycloakHost}:${door.port}`
      const { close, ...services } = await startPortalWithKeycloak(keycloak, origin, variant)
      await use({ ...services, door })
      await close()
      await door.close()
    },
    // Keycloak takes several seconds to create a realm.
    { timeout: 60_000 },
  ],
  baseURL: async ({ services }, use) => {
    await use(services.portal)
  },
  signIn: async ({ page }, use) => {
    await use(new KeycloakSignIn(page))
  },
  open: async ({ page, signIn, connect, boarding, activation }, use) => {
    await use(async (address, account) => {
      await signIn.open(address, account)
      return { page, connect, boarding, activation }
    })
  },
})

/** Collects the requests of a page whose paths end with `end`. */
export function watchRequests(page: Page, end: string): Request[] {
  const seen: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'OPTIONS' && pathname.endsWith(end)) seen.push(request)
  })
  return seen
}

/** Returns the session storage of a tab. */
export function tabStorage(tab: Page): Promise<Record<string, string>> {
  return tab.evaluate(
    () => Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>,
  )
}

export { expect }
