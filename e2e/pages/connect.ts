import { Activation } from './activation.ts'
import { ApprovalForm } from './page.ts'

export class ConnectPage extends ApprovalForm {
  readonly administration = this.page.getByRole('combobox', { name: /^Administrati(e|on)$/ })
  readonly location = this.page.getByRole('combobox', { name: /^Locati(e|on)$/ })

  /** Returns an option by name, ignoring the state in its label. */
  option(name: string) {
    return this.page.getByRole('option').filter({ has: this.page.getByText(name, { exact: true }) })
  }

  async choose(administration: string, location: string): Promise<void> {
    await this.administration.click()
    await this.option(administration).click()
    await this.location.click()
    await this.option(location).click()
  }

  /** Submits the form and returns the address of the activation page. */
  async requestKey(administration: string, location: string): Promise<string> {
    await this.choose(administration, location)
    await this.submit.click()
    await new Activation(this.page).button.waitFor()
    return this.page.url()
  }
}
