import type { Page } from '@playwright/test'

type Outcome =
  | 'Activeren'
  | 'Activeren, bevestiging komt later'
  | 'Weigeren: proefadministratie'
  | 'Weigeren: pakket te klein'
  | 'Weigeren: geen rechten'
  | 'Sluiten'

/** The accounting package's coupling-activation page. */
export class Activation {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  button(outcome: Outcome) {
    const isExact = outcome !== 'Activeren, bevestiging komt later'
    return this.page.getByRole('button', { name: outcome, exact: isExact })
  }

  async answer(outcome: Outcome): Promise<void> {
    await this.button(outcome).click()
  }
}
