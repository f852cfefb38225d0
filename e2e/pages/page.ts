import type { Page } from '@playwright/test'

/** Base class of page objects. Locators find their elements again at each use. */
export class PageObject {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }
}
