import type { Page } from '@playwright/test'

/** Base of page objects. Locators search again at each use. */
export class PageObject {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
}
