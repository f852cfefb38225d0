import { OnPage } from './page.ts'

export class Activation extends OnPage {
  readonly button = this.page.getByRole('button', { name: 'Activeren', exact: true })
}
