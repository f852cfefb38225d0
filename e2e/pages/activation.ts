import { OnPage } from './page.ts'

/** The accounting package's coupling-activation page. */
export class Activation extends OnPage {
  /** What approves the coupling. */
  readonly button = this.page.getByRole('button', { name: 'Activeren', exact: true })
}
