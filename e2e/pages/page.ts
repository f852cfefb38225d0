import type { Page } from '@playwright/test'

/** Base class of all page objects. */
export class PageObject {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
}
