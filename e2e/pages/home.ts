import { OnPage } from './page.ts'

/** Home of somebody with several customers, in Dutch. */
export class HomePage extends OnPage {
  readonly section = this.page.locator('#home')

  title(name: string) {
    return this.section.getByRole('heading', { name })
  }

  /** A tab, by its name; it begins its link, which ends in a count. */
  tab(name: string) {
    return this.section.getByRole('navigation').getByRole('link', { name })
  }

  readonly currentTab = this.section.getByRole('navigation').locator('[aria-current]')
  readonly search = this.page.getByRole('searchbox')

  /** How many a search has found, or that there are none. */
  readonly said = this.section.getByRole('status')
  readonly rows = this.page.locator('#home-list > li')

  row(name: string) {
    return this.page.getByRole('listitem').filter({ hasText: name })
  }

  /** All rows that there are say how they are. */
  readonly unknownRows = this.rows.locator('.home-waiting')

  /** Scrolls so that this part of the list begins at the top of the window. */
  async scrollTo(part: number): Promise<void> {
    await this.page.locator('#home-list').evaluate((list, share) => {
      const { top, height } = list.getBoundingClientRect()
      scrollTo(0, scrollY + top + height * share)
    }, part)
  }
}
