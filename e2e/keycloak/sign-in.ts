import type { Page } from '@playwright/test'
import { password } from '../../sandbox/accounts.ts'
import type { Account } from '../pages/sign-in.ts'

/** Keycloak's own sign-in page, in the words of either language. */
export class KeycloakSignIn {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get heading() {
    return this.page.getByRole('heading', {
      name: /^(Inloggen bij uw account|Sign in to your account)$/,
    })
  }

  /** Where Keycloak knows already who it is, and asks for the password alone. */
  get reauthentication() {
    return this.page.getByRole('heading', { name: /opnieuw|re-authenticate/i })
  }

  get password() {
    return this.page.getByRole('textbox', { name: /^(Wachtwoord|Password)$/ })
  }

  get submit() {
    return this.page.getByRole('button', { name: /^(Inloggen|Sign In)$/ })
  }

  async as(account: Account): Promise<void> {
    await this.page
      .getByRole('textbox', { name: /^E-?mail(adres)?$/i })
      .fill(`${account}@koppelpunt.test`)
    await this.confirm()
  }

  async confirm(): Promise<void> {
    await this.password.fill(password)
    await this.submit.click()
  }

  /** Opens an address of the portal and signs in on the way; done when the portal knows who it is. */
  async open(address: string, account: Account = 'reseller'): Promise<void> {
    await this.page.goto(address)
    await this.as(account)
    await this.page.getByRole('button', { name: /^(Afmelden|Sign out)$/ }).waitFor()
  }
}
