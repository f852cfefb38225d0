import type { Page } from '@playwright/test'

/** Base class of all page objects. */
export class PageObject {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
}

/** Form that creates a key for approval. */
export class ApprovalForm extends PageObject {
  readonly submit = this.page.getByRole('button', { name: /^(Versturen|Submit|loading\.\.\.)$/ })
  readonly dialog = this.page.getByRole('alertdialog')

  /** Selects approval by the customer, and submits the form. */
  async handOver(): Promise<void> {
    const customer = { name: /^(Mijn klant keurt goed|My customer approves)$/ }
    await this.page.getByRole('radio', customer).check()
    await this.submit.click()
  }
}
