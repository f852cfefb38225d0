import type { Page } from '@playwright/test'

/** The accounting package's coupling-activation page. */
export class Activation {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** What approves the coupling. */
  get button() {
    return this.page.getByRole('button', { name: 'Activeren', exact: true })
  }
}
