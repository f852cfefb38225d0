import { expect } from '@playwright/test'
import type { SandboxControl } from '../test/sandbox.ts'
import type { Activation } from './pages/activation.ts'
import type { ConnectPage } from './pages/connect.ts'
import type { SignIn } from './pages/sign-in.ts'
import type { WizardPage } from './pages/wizard.ts'

/** Recommended settings of the wizard for Snelstart Web. */
const webSettings = {
  default_cash_register: '2050',
  default_emballage_ledger: '8040',
  default_cash_payment_ledger: '2200',
  default_eft_payment_ledger: '2210',
  default_webshop_payment_ledger: '2220',
  cash_gap_ledger: '7980',
  default_cash_difference_ledger: '7980',
  write_cash_count: true,
  sync_product: true,
  sync_relation: true,
  skip_non_active_artikels: true,
  skip_non_active_relations: true,
  open_invoice_product: true,
  price_decimals: 2,
  rounded_prices: true,
  prices_inclusive_tax: true,
  default_verkoop_order_sjabloon: null,
  invoice_verkoop_order_sjabloon: null,
  direct_payment_verkoop_order_sjabloon: null,
  write_as_order: false,
  write_order: false,
  sync_open_verkoop_factuur: false,
}

interface Pages {
  signIn: SignIn
  connect: ConnectPage
  activation: Activation
}

/** Signs in and couples a location. */
export async function couple(
  { signIn, connect, activation }: Pages,
  administration: string,
  location: string,
): Promise<void> {
  await signIn.through('/connect')
  await connect.choose(administration, location)
  await connect.submit.click()
  await activation.button.click()
}

/**
 * Completes the wizard from the ledger step.
 *
 * @param differences settings that differ from the defaults for Snelstart Web
 */
export async function finishWizard(
  wizard: WizardPage,
  sandbox: SandboxControl,
  location: number,
  otherwise: Record<string, unknown> = {},
): Promise<void> {
  await expect(wizard.heading('Grootboekrekeningen')).toBeFocused()
  await wizard.settleLedgers()
  await wizard.next.click()
  await expect(wizard.page.getByText('Deze relatie bestaat in SnelStart')).toBeVisible()
  await wizard.next.click()
  await wizard.next.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await wizard.submit.click()
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(wizard.page).toHaveURL(`${sandbox.url}/customers`)
  const stored = await sandbox.rows('company_settings')
  expect(stored.find((row) => row.location_id === location)?.settings).toEqual({
    ...webSettings,
    ...otherwise,
  })
}

/** Completes the wizard of the coupled bakery, a desktop administration with stock management. */
export async function setUpDesktopWithStock(
  wizard: WizardPage,
  sandbox: SandboxControl,
): Promise<void> {
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.chooseStock()
  await wizard.next.click()
  const templates = await sandbox.rows('order_templates')
  const templateOf = (name: string) =>
    templates.find((row) => row.administration_id === 1002 && row.omschrijving === name)?.id
  await finishWizard(wizard, sandbox, 2002, {
    price_decimals: 3,
    rounded_prices: false,
    prices_inclusive_tax: false,
    default_verkoop_order_sjabloon: templateOf('Standaard verkooporder'),
    invoice_verkoop_order_sjabloon: templateOf('Order op rekening (exclusief btw)'),
    direct_payment_verkoop_order_sjabloon: templateOf('Kassa-order (inclusief btw)'),
    write_as_order: true,
    sync_open_verkoop_factuur: true,
  })
}

/** Completes the wizard of a web administration. */
export async function completeWizard(wizard: WizardPage): Promise<void> {
  await expect(wizard.page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  await wizard.page.getByText('Snelstart Web', { exact: true }).click()
  await wizard.goTo('Grootboekrekeningen')
  await wizard.settleLedgers()
  await wizard.next.click()
  await expect(wizard.page.getByText('Klant onbekend').filter({ visible: true })).toBeVisible()
  await wizard.next.click()
  await wizard.next.click()
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
}
