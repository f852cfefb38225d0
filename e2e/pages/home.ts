import { PageObject } from './page.ts'

export class HomePage extends PageObject {
  readonly section = this.page.locator('#home')

  title(name: string) {
    return this.section.getByRole('heading', { name })
  }

  /** Returns a tab by its name, ignoring the count in the label. */
  tab(name: string) {
    return this.section.getByRole('navigation').getByRole('link', { name })
  }

  readonly currentTab = this.section.getByRole('navigation').locator('[aria-current]')
  readonly search = this.page.getByRole('searchbox')

  readonly status = this.section.getByRole('status')
  readonly rows = this.page.locator('#home-list > li')

  row(name: string) {
    return this.page.getByRole('listitem').filter({ hasText: name })
  }

  /** Rows whose state is still loading. */
  readonly unknownRows = this.rows.locator('.home-waiting')

  /** Scrolls the list to a fraction of its height, from 0 to 1. */
  async scrollTo(part: number): Promise<void> {
    await this.page.locator('#home-list').evaluate((list, share) => {
      const { top, height } = list.getBoundingClientRect()
      scrollTo(0, scrollY + top + height * share)
    }, part)
  }
}
