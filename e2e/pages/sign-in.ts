import type { Page } from '@playwright/test'
import { createSessionEntry } from '../../test/code-flow.ts'
import { accountButton } from './account.ts'

export type Account = 'reseller' | 'admin' | 'merchant' | 'polaris' | 'norights'

interface Services {
  portal: string
  sandbox: { url: string }
}

const emailOf = (account: Account) => `${account}@koppelpunt.test`

/** Sign-in page of the identity provider. */
export class SignIn {
  private readonly page: Page
  private readonly services: Services

  constructor(page: Page, services: Services) {
    this.page = page
    this.services = services
  }

  get heading() {
    return this.page.getByRole('heading', { name: 'Inloggen' })
  }

  async as(account: Account): Promise<void> {
    await this.page.getByRole('button', { name: emailOf(account) }).click()
  }

  /** Opens an address, signs in and waits for the user's name. */
  async through(address: string, account: Account = 'reseller'): Promise<void> {
    await this.page.goto(address)
    await this.as(account)
    await this.isDone()
  }

  /** Opens an address as a signed-in user, without showing the sign-in page. */
  async open(address: string, account: Account = 'reseller'): Promise<void> {
    const { portal, sandbox } = this.services
    const [key, user] = await createSessionEntry(sandbox.url, emailOf(account))
    await this.page.addInitScript(
      ([origin, name, value]) => {
        const isNewTab = location.origin === origin && sessionStorage.length === 0
        if (isNewTab) sessionStorage.setItem(name, value)
      },
      [new URL(address, portal).origin, key, user] as const,
    )
    await this.page.goto(address)
    await this.isDone()
  }

  private async isDone(): Promise<void> {
    await accountButton(this.page).waitFor()
  }
}
