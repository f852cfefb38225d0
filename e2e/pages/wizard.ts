import type { Locator, Page } from '@playwright/test'

/** The ledgers that a fresh accounting administration lacks, and those that it has (§9). */
const missingLedgers = ['Contant', 'Pin', 'Webshop', 'Kassa (ECR)']
const existingLedgers = ['Betalingsverschillen', 'Kasverschillen', 'Emballage']

/** The setup wizard, in Dutch. */
export class WizardPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get next() {
    return this.page.getByRole('button', { name: 'Volgende' })
  }

  get submit() {
    return this.page.getByRole('button', { name: 'Voltooien' })
  }

  get dialog() {
    return this.page.getByRole('alertdialog')
  }

  get lines() {
    return this.page.getByRole('region', { name: 'Voortgang van het opslaan' })
  }

  heading(name: string) {
    return this.page.getByRole('heading', { name, level: 2 })
  }

  application(name: 'Snelstart 12' | 'Snelstart Web') {
    return this.page.getByRole('radio', { name })
  }

  template(
    name: 'Standaard ordersjabloon' | 'Ordersjabloon kassa (ECR)' | 'Ordersjabloon op rekening',
  ) {
    return this.page.getByRole('combobox', { name })
  }

  get stock() {
    return this.page.getByRole('switch', { name: 'Voorraadbeheer gebruiken' })
  }

  ledger(name: string): Ledger {
    return new Ledger(
      this.page.getByRole('group', { name, exact: true }).and(this.page.locator('.ledger')),
    )
  }

  switch(name: string) {
    return this.page.getByRole('switch', { name })
  }

  async chooseDesktop(): Promise<void> {
    await this.page.getByText('Snelstart 12', { exact: true }).click()
    await this.template('Standaard ordersjabloon').selectOption('Standaard verkooporder')
  }

  async chooseStock(): Promise<void> {
    await this.stock.check()
    await this.template('Ordersjabloon kassa (ECR)').selectOption('Kassa-order (inclusief btw)')
    await this.template('Ordersjabloon op rekening').selectOption(
      'Order op rekening (exclusief btw)',
    )
  }

  /** Makes the ledgers that lack and accepts those that exist. */
  async settleLedgers(): Promise<void> {
    for (const name of missingLedgers) {
      const ledger = this.ledger(name)
      await ledger.create.click()
      await ledger.says('Aangemaakt')
    }
    for (const name of existingLedgers) {
      const ledger = this.ledger(name)
      await ledger.accept.click()
      await ledger.says('Geaccepteerd')
    }
  }
}

/** One ledger of the wizard. */
class Ledger {
  readonly group: Locator

  constructor(group: Locator) {
    this.group = group
  }

  get number() {
    return this.group.getByRole('textbox', { name: /^Grootboekrekening/ })
  }

  get accept() {
    return this.group.getByRole('button', { name: 'Accepteren' })
  }

  get create() {
    return this.group.getByRole('button', { name: 'Aanmaken' })
  }

  get state() {
    return this.group.locator('.ledger-state')
  }

  async says(text: string): Promise<void> {
    await this.state.getByText(text).waitFor()
  }
}
