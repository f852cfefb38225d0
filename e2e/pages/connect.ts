import type { Page } from '@playwright/test'

/** The connect screen, in the words of one language. */
export class ConnectPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get administration() {
    return this.page.getByRole('combobox', { name: /^Administrati(e|on)$/ })
  }

  get location() {
    return this.page.getByRole('combobox', { name: /^Locati(e|on)$/ })
  }

  get submit() {
    return this.page.getByRole('button', { name: /^(Versturen|Submit|loading\.\.\.)$/ })
  }

  get dialog() {
    return this.page.getByRole('alertdialog')
  }

  option(name: string) {
    return this.page.getByRole('option', { name, exact: true })
  }

  async choose(administration: string, location: string): Promise<void> {
    await this.administration.click()
    await this.option(administration).click()
    await this.location.click()
    await this.option(location).click()
  }
}
