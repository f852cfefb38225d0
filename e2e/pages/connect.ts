import { Activation } from './activation.ts'
import { OnPage } from './page.ts'

/** The connect screen, in the words of one language. */
export class ConnectPage extends OnPage {
  readonly administration = this.page.getByRole('combobox', { name: /^Administrati(e|on)$/ })
  readonly location = this.page.getByRole('combobox', { name: /^Locati(e|on)$/ })
  readonly submit = this.page.getByRole('button', { name: /^(Versturen|Submit|loading\.\.\.)$/ })

  /** Sends the form, for the customer to approve. */
  async handOver(): Promise<void> {
    await this.page
      .getByRole('radio', { name: /^(Mijn klant keurt goed|My customer approves)$/ })
      .check()
    await this.submit.click()
  }

  readonly dialog = this.page.getByRole('alertdialog')

  /** An option by its name, whether or not its state is known already. */
  option(name: string) {
    return this.page.getByRole('option').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  async choose(administration: string, location: string): Promise<void> {
    await this.administration.click()
    await this.option(administration).click()
    await this.location.click()
    await this.option(location).click()
  }

  /** Chooses a place, and goes to where its coupling is approved. Returns that address. */
  async requestKey(administration: string, location: string): Promise<string> {
    await this.choose(administration, location)
    await this.submit.click()
    await new Activation(this.page).button.waitFor()
    return this.page.url()
  }
}
