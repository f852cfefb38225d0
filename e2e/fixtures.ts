import { expect, mergeTests, type Page } from '@playwright/test'
import { test as base, type PageObjects } from './base.ts'
import { BoardingListPage } from './pages/boarding-list.ts'
import { CheckPage } from './pages/check.ts'
import { HomePage } from './pages/home.ts'
import { SignIn, type Account } from './pages/sign-in.ts'
import { test as withServices } from './services.ts'

/** Page objects of one tab, and access to sign-in and services. */
export interface TabPageObjects extends PageObjects {
  page: Page
  signIn: SignIn
  home: HomePage
  list: BoardingListPage
  check: CheckPage
}

type Open = (address: string, account?: Account) => Promise<TabPageObjects>

interface Fixtures {
  signIn: SignIn
  screens: TabPageObjects
  /** Signs in, by default as the reseller, and opens an address. */
  open: Open
  /** Opens an address and signs in on the provider's page. */
  signInAt: Open
}

export const test = mergeTests(base, withServices).extend<Fixtures>({
  baseURL: async ({ services }, use) => {
    await use(services.portal)
  },
  signIn: async ({ page, services }, use) => {
    await use(new SignIn(page, services))
  },
  screens: async ({ page, signIn, connect, boarding, activation, wizard }, use) => {
    const pages = { connect, boarding, activation, wizard }
    const [home, list, check] = [
      new HomePage(page),
      new BoardingListPage(page),
      new CheckPage(page),
    ]
    await use({ page, signIn, ...pages, home, list, check })
  },
  open: async ({ screens }, use) => {
    await use(async (address, account) => {
      await screens.signIn.open(address, account)
      return screens
    })
  },
  signInAt: async ({ screens }, use) => {
    await use(async (address, account) => {
      await screens.signIn.through(address, account)
      return screens
    })
  },
})

export { expect }
