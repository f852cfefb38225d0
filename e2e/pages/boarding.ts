import type { Page } from '@playwright/test'

/** The boarding screen, in the words of either language. */
export class BoardingPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The heading of the step, which is described by its place among the others. */
  get step() {
    return this.page.locator('.step-panel:not([hidden]) > h2')
  }

  field(name: RegExp) {
    return this.page.getByRole('textbox', { name })
  }

  get fullName() {
    return this.field(/^(Naam|Name)$/)
  }

  get username() {
    return this.field(/^Email$/)
  }

  get companyName() {
    return this.field(/^(Bedrijfsnaam|Company name)$/)
  }

  get coc() {
    return this.field(/^(KvK|Chamber of commerce number) \((niet verplicht|optional)\)$/)
  }

  get country() {
    return this.page.getByRole('combobox', { name: /^(Land|Country)$/ })
  }

  get website() {
    return this.field(/^Website \((niet verplicht|optional)\)$/)
  }

  get locationName() {
    return this.field(/^(Locatie Naam|Location name)$/)
  }

  get next() {
    return this.page.getByRole('button', { name: /^(Volgende|Next)$/ })
  }

  get submit() {
    return this.page.getByRole('button', { name: /^(Versturen|Submit)$/ })
  }

  private get planChoice() {
    return this.page.getByRole('radiogroup', { name: /abonnement|subscription/ })
  }

  get plans() {
    return this.planChoice.getByRole('radio')
  }

  get chosenPlan() {
    return this.plans.and(this.page.getByRole('radio', { checked: true }))
  }

  /** Sends the form, for the customer to approve. */
  async handOver(): Promise<void> {
    await this.page
      .getByRole('radio', { name: /^(Mijn klant keurt goed|My customer approves)$/ })
      .check()
    await this.submit.click()
  }

  get dialog() {
    return this.page.getByRole('alertdialog')
  }

  plan(name: string) {
    return this.planChoice.locator('label').filter({ hasText: name })
  }

  async fillMerchant(): Promise<void> {
    await this.fullName.fill('Winkelier van Test')
    await this.username.fill('nieuw@zaak.test')
  }

  async fillCompany(): Promise<void> {
    await this.companyName.fill('Nieuwe Zaak')
    await this.coc.fill('01234567')
    await this.website.fill('https://zaak.test')
    await this.locationName.fill('Hoofdwinkel')
  }

  /** Fills in everything; ends on the last step. */
  async fillIn(): Promise<void> {
    await this.fillMerchant()
    await this.next.click()
    await this.fillInFromCompany()
  }

  /** Fills in all but the merchant, whom the polaris flow does not ask for. */
  async fillInFromCompany(): Promise<void> {
    await this.fillCompany()
    await this.next.click()
    await this.plan('Keten').click()
  }
}
