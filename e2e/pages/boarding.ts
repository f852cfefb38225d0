import { ApprovalForm } from './page.ts'

export class BoardingPage extends ApprovalForm {
  /** Heading of the current step. */
  readonly step = this.page.locator('.step-panel:not([hidden]) > h2')

  field(name: RegExp) {
    return this.page.getByRole('textbox', { name })
  }

  readonly fullName = this.field(/^(Naam|Name)$/)
  readonly username = this.field(/^Email$/)
  readonly companyName = this.field(/^(Bedrijfsnaam|Company name)$/)
  readonly coc = this.field(/^(KvK|Chamber of commerce number) \((niet verplicht|optional)\)$/)
  readonly website = this.field(/^Website \((niet verplicht|optional)\)$/)
  readonly locationName = this.field(/^(Locatie Naam|Location name)$/)
  readonly next = this.page.getByRole('button', { name: /^(Volgende|Next)$/ })

  private get planChoice() {
    return this.page.getByRole('radiogroup', { name: /abonnement|subscription/ })
  }

  readonly chosenPlan = this.planChoice.getByRole('radio', { checked: true })

  plan(name: string) {
    return this.planChoice.locator('label').filter({ hasText: name })
  }

  async fillMerchant(email = 'nieuw@zaak.test'): Promise<void> {
    await this.fullName.fill('Winkelier Test')
    await this.username.fill(email)
  }

  private async fillCompany(name: string): Promise<void> {
    await this.companyName.fill(name)
    await this.coc.fill('01234567')
    await this.website.fill('https://zaak.test')
    await this.locationName.fill('Hoofdwinkel')
  }

  async fillIn(email?: string, company?: string): Promise<void> {
    await this.fillMerchant(email)
    await this.next.click()
    await this.fillInFromCompany(company)
  }

  async fillInFromCompany(name = 'Nieuwe Zaak'): Promise<void> {
    await this.fillCompany(name)
    await this.next.click()
    await this.plan('Keten').click()
  }
}
