import type { Page } from '@playwright/test'

/** What is found on a page: a locator looks anew each time, and can be a field. */
export class OnPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
}
