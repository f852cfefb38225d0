import { expect } from '@playwright/test'
import type { SandboxControl } from '../test/sandbox.ts'
import type { Activation } from './pages/activation.ts'
import type { ConnectPage } from './pages/connect.ts'
import type { SignIn } from './pages/sign-in.ts'
import type { WizardPage } from './pages/wizard.ts'

interface Pages {
  signIn: SignIn
  connect: ConnectPage
  activation: Activation
}

/** Signs in and couples a location. */
export async function coupleLocation(
  { signIn, connect, activation }: Pages,
  administration: string,
  location: string,
): Promise<void> {
  await signIn.through('/connect')
  await connect.choose(administration, location)
  await connect.submit.click()
  await activation.button.click()
}

/** Completes the wizard from the ledger step and returns its settings. */
export async function finishWizard(
  wizard: WizardPage,
  sandbox: SandboxControl,
  location: number,
): Promise<object | undefined> {
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
  return stored.find((row) => row.location_id === location)?.settings
}

/** Completes the wizard of location 2002, which is already coupled. */
export async function setUpDesktopWithStock(
  wizard: WizardPage,
  sandbox: SandboxControl,
): Promise<void> {
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.chooseStock()
  await wizard.next.click()
  const stored = await finishWizard(wizard, sandbox, 2002)
  expect(stored).toMatchObject({ write_as_order: true, default_cash_payment_ledger: '2200' })
}

/** Completes the wizard of a web administration with the recommended settings. */
export async function completeWizard(wizard: WizardPage): Promise<void> {
  await wizard.doAsPlanned()
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
}
