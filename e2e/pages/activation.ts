import type { Page } from '@playwright/test'

type Outcome =
  | 'Activeren'
  | 'Activeren, bevestiging komt later'
  | 'Weigeren: proefadministratie'
  | 'Weigeren: pakket te klein'
  | 'Sluiten'

/** The accounting package's coupling-activation page. */
export class Activation {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  button(outcome: Outcome) {
    return this.page.getByRole('button', { name: outcome, exact: true })
  }

  async answer(outcome: Outcome): Promise<void> {
    await this.button(outcome).click()
  }
}
