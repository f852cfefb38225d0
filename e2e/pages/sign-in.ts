import type { Page } from '@playwright/test'

export type Account = 'reseller' | 'admin' | 'merchant' | 'polaris' | 'norights'

/** The identity provider's sign-in page. */
export class SignIn {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get heading() {
    return this.page.getByRole('heading', { name: 'Inloggen' })
  }

  async as(account: Account): Promise<void> {
    await this.page.getByRole('button', { name: `${account}@koppelpunt.test` }).click()
  }

  /** Opens an address of the portal and signs in on the way. */
  async open(address: string, account: Account = 'reseller'): Promise<void> {
    await this.page.goto(address)
    await this.as(account)
  }
}
