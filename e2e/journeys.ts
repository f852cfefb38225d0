import { expect } from '@playwright/test'
import type { SandboxControl } from '../test/sandbox.ts'
import type { Activation } from './pages/activation.ts'
import type { ConnectPage } from './pages/connect.ts'
import type { SignIn } from './pages/sign-in.ts'
import type { WizardPage } from './pages/wizard.ts'

/** The ledgers that the wizard makes, as §9 proposes them. */
const madeLedgers = [
  ['2050', 'Kassa', 'DagboekMemoriaal', 'Balans', ''],
  ['2200', 'Contante betalingen', 'ContanteBetaling', 'Balans', 'Tussenrekeningen'],
  ['2210', 'Pinbetalingen', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
  ['2220', 'Webshopbetalingen', 'ElectronischeBetaling', 'Balans', 'Tussenrekeningen'],
]

const ledgerSettings = {
  default_cash_register: '2050',
  default_emballage_ledger: '8040',
  default_cash_payment_ledger: '2200',
  default_eft_payment_ledger: '2210',
  default_webshop_payment_ledger: '2220',
  cash_gap_ledger: '7980',
  default_cash_difference_ledger: '7980',
  write_cash_count: true,
}

/** What stands in the import step when nobody changes anything, but for synchronised products. */
const importSettings = {
  sync_product: true,
  sync_relation: false,
  skip_non_active_artikels: true,
  skip_non_active_relations: true,
  open_invoice_product: true,
}

export const noTemplates = {
  default_verkoop_order_sjabloon: null,
  invoice_verkoop_order_sjabloon: null,
  direct_payment_verkoop_order_sjabloon: null,
}
export const noStock = {
  write_as_order: false,
  write_order: false,
  sync_open_verkoop_factuur: false,
}
export const webPrices = { price_decimals: 2, rounded_prices: true, prices_inclusive_tax: true }
const desktopPrices = {
  price_decimals: 3,
  rounded_prices: false,
  prices_inclusive_tax: false,
}

/** What the sandbox stores of one location, without the ids that it makes up. */
export async function stored(sandbox: SandboxControl, administration: number, location: number) {
  const ofLocation = (row: { location_id: number }) => row.location_id === location
  const ofAdministration = (row: { administration_id: number }) =>
    row.administration_id === administration
  const ledgers = (await sandbox.rows('ledgers')).filter(ofAdministration)
  const templates = await sandbox.rows('order_templates')
  return {
    settings: (await sandbox.rows('company_settings'))
      .filter(ofLocation)
      .map((row) => row.settings),
    made: ledgers
      .filter(({ nummer }) => madeLedgers.some(([number]) => number === nummer))
      .map((row) => [
        row.nummer,
        row.omschrijving,
        row.grootboekfunctie,
        row.rekening_code,
        row.grootboek_rubriek,
      ])
      .sort(),
    ledgerCount: ledgers.length,
    paymentLedgers: (await sandbox.rows('payment_ledgers')).filter(ofLocation),
    keys: (await sandbox.rows('keys')).filter(ofLocation),
    imports: (await sandbox.rows('imports'))
      .filter(ofAdministration)
      .map(({ kind }) => kind)
      .sort(),
    templateOf: (name: string) =>
      templates.find((row) => ofAdministration(row) && row.omschrijving === name)?.id,
  }
}

interface Pages {
  signIn: SignIn
  connect: ConnectPage
  activation: Activation
}

/** Signs in and couples an administration and location that nobody has coupled yet. */
export async function couple(
  { signIn, connect, activation }: Pages,
  administration: string,
  location: string,
): Promise<void> {
  await signIn.through('/connect')
  await connect.choose(administration, location)
  await connect.submit.click()
  await activation.answer('Activeren')
}

/** From the ledgers on: the same for every application. */
export async function finishWizard(wizard: WizardPage): Promise<void> {
  await expect(wizard.heading('Grootboekrekeningen')).toBeFocused()
  await wizard.settleLedgers()
  await wizard.next.click()
  await expect(wizard.page.getByText('Deze relatie bestaat in SnelStart')).toBeVisible()
  await wizard.next.click()
  await wizard.switch('Producten synchroniseren').check()
  await wizard.next.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await wizard.submit.click()
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
}

/** What every application leaves behind. */
export async function expectRows(
  sandbox: SandboxControl,
  administration: number,
  location: number,
  settings: Record<string, unknown>,
): Promise<void> {
  const rows = await stored(sandbox, administration, location)
  expect(rows.settings).toEqual([{ ...ledgerSettings, ...importSettings, ...settings }])
  expect(rows.made).toEqual(madeLedgers)
  expect(rows.ledgerCount).toBe(13 + madeLedgers.length)
  expect(rows.paymentLedgers).toEqual([
    {
      id: rows.paymentLedgers[0]?.id,
      administration_id: administration,
      location_id: location,
      cash_ledger: '2200',
      eft_ledger: '2210',
      webshop_ledger: '2220',
      type: 'SNELSTART',
    },
  ])
  expect(rows.keys).toMatchObject([{ default_no_relation: null }])
  expect(rows.imports).toEqual(['products', 'relations'])
}

/** Sets up the bakery, which is coupled: a desktop administration with stock. */
export async function setUpDesktopWithStock(
  wizard: WizardPage,
  { sandbox }: { sandbox: SandboxControl },
): Promise<void> {
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.chooseStock()
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(wizard.page).toHaveURL(`${sandbox.url}/customers`)
  const { templateOf } = await stored(sandbox, 1002, 2002)
  await expectRows(sandbox, 1002, 2002, {
    ...desktopPrices,
    default_verkoop_order_sjabloon: templateOf('Standaard verkooporder'),
    invoice_verkoop_order_sjabloon: templateOf('Order op rekening (exclusief btw)'),
    direct_payment_verkoop_order_sjabloon: templateOf('Kassa-order (inclusief btw)'),
    write_as_order: true,
    write_order: false,
    sync_open_verkoop_factuur: true,
  })
}

/** The wizard of a web administration, from its first step to the customer portal. */
export async function completeWizard(wizard: WizardPage): Promise<void> {
  await expect(wizard.page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  await wizard.page.getByText('Snelstart Web', { exact: true }).click()
  await wizard.goTo('Grootboekrekeningen')
  await wizard.settleLedgers()
  await wizard.next.click()
  await expect(wizard.page.getByText('Klant onbekend')).toBeVisible()
  await wizard.next.click()
  await wizard.next.click()
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
}
