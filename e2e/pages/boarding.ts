import { PageObject } from './page.ts'

export class BoardingPage extends PageObject {
  /** Heading of the current step. */
  readonly step = this.page.locator('.step-panel:not([hidden]) > h2')

  field(name: RegExp) {
    return this.page.getByRole('textbox', { name })
  }

  readonly fullName = this.field(/^(Naam|Name)$/)
  readonly username = this.field(/^Email$/)
  readonly companyName = this.field(/^(Bedrijfsnaam|Company name)$/)
  readonly coc = this.field(/^(KvK|Chamber of commerce number) \((niet verplicht|optional)\)$/)
  readonly country = this.page.getByRole('combobox', { name: /^(Land|Country)$/ })
  readonly website = this.field(/^Website \((niet verplicht|optional)\)$/)
  readonly locationName = this.field(/^(Locatie Naam|Location name)$/)
  readonly next = this.page.getByRole('button', { name: /^(Volgende|Next)$/ })
  readonly submit = this.page.getByRole('button', { name: /^(Versturen|Submit)$/ })

  private get planChoice() {
    return this.page.getByRole('radiogroup', { name: /abonnement|subscription/ })
  }

  readonly plans = this.planChoice.getByRole('radio')
  readonly chosenPlan = this.plans.and(this.page.getByRole('radio', { checked: true }))

  async handOver(): Promise<void> {
    await this.page
      .getByRole('radio', { name: /^(Mijn klant keurt goed|My customer approves)$/ })
      .check()
    await this.submit.click()
  }

  readonly dialog = this.page.getByRole('alertdialog')

  plan(name: string) {
    return this.planChoice.locator('label').filter({ hasText: name })
  }

  async fillMerchant(): Promise<void> {
    await this.fullName.fill('Winkelier Test')
    await this.username.fill('nieuw@zaak.test')
  }

  async fillCompany(): Promise<void> {
    await this.companyName.fill('Nieuwe Zaak')
    await this.coc.fill('01234567')
    await this.website.fill('https://zaak.test')
    await this.locationName.fill('Hoofdwinkel')
  }

  async fillIn(): Promise<void> {
    await this.fillMerchant()
    await this.next.click()
    await this.fillInFromCompany()
  }

  async fillInFromCompany(): Promise<void> {
    await this.fillCompany()
    await this.next.click()
    await this.plan('Keten').click()
  }
}
