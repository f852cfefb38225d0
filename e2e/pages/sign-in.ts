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

  /** Opens an address of the portal and signs in on the way; done when the portal knows who it is. */
  async open(address: string, account: Account = 'reseller'): Promise<void> {
    await this.page.goto(address)
    await this.as(account)
    await this.page.getByRole('button', { name: /^(Afmelden|Sign out)$/ }).waitFor()
  }
}
