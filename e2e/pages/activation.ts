import { OnPage } from './page.ts'

/** SnelStart's activation page. */
export class Activation extends OnPage {
  /** Button that approves the coupling. */
  readonly button = this.page.getByRole('button', { name: 'Activeren', exact: true })
}
