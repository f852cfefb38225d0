import { PageObject } from './page.ts'

export class Activation extends PageObject {
  readonly button = this.page.getByRole('button', { name: 'Activeren', exact: true })
}
