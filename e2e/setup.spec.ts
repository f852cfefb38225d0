import type { SandboxControl } from '../test/sandbox.ts'
import { expect, test } from './fixtures.ts'
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

const noTemplates = {
  default_verkoop_order_sjabloon: null,
  invoice_verkoop_order_sjabloon: null,
  direct_payment_verkoop_order_sjabloon: null,
}
const noStock = { write_as_order: false, write_order: false, sync_open_verkoop_factuur: false }
const webPrices = { price_decimals: 2, rounded_prices: true, prices_inclusive_tax: true }
const desktopPrices = { price_decimals: 3, rounded_prices: false, prices_inclusive_tax: false }

/** What the sandbox stores of one location, without the ids that it makes up. */
async function stored(sandbox: SandboxControl, administration: number, location: number) {
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

/** Signs in and couples the desktop administration that nobody has coupled yet. */
async function coupleBakery(pages: {
  signIn: SignIn
  connect: ConnectPage
  activation: Activation
}): Promise<void> {
  await pages.signIn.open('/connect')
  await pages.connect.choose('Oefenbakkerij Zuid (NL)', 'Bakkerij Zuid')
  await pages.connect.submit.click()
  await pages.activation.answer('Activeren')
}

/** From the ledgers on: the same for every application. */
async function finishWizard(wizard: WizardPage): Promise<void> {
  await expect(wizard.heading('Grootboeken')).toBeFocused()
  await wizard.settleLedgers()
  await wizard.next.click()
  await expect(wizard.page.getByText('Klant onbekend')).toBeVisible()
  await wizard.next.click()
  await wizard.switch('Producten synchroniseren').check()
  await wizard.next.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await wizard.submit.click()
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
}

/** What every application leaves behind. */
async function expectRows(
  sandbox: SandboxControl,
  administration: number,
  location: number,
  settings: Record<string, unknown>,
): Promise<void> {
  const rows = await stored(sandbox, administration, location)
  expect(rows.settings).toEqual([{ ...ledgerSettings, ...importSettings, ...settings }])
  expect(rows.made).toEqual(madeLedgers)
  expect(rows.ledgerCount).toBe(6 + madeLedgers.length)
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

test('desktop with stock, from connecting to the customer portal', async ({
  page,
  signIn,
  connect,
  activation,
  wizard,
  world,
}) => {
  await coupleBakery({ signIn, connect, activation })
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.chooseStock()
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(page).toHaveURL(`${world.sandbox.url}/customers`)
  const { templateOf } = await stored(world.sandbox, 1002, 2002)
  await expectRows(world.sandbox, 1002, 2002, {
    ...desktopPrices,
    default_verkoop_order_sjabloon: templateOf('Standaard verkooporder'),
    invoice_verkoop_order_sjabloon: templateOf('Order op rekening (exclusief btw)'),
    direct_payment_verkoop_order_sjabloon: templateOf('Kassa-order (inclusief btw)'),
    write_as_order: true,
    write_order: false,
    sync_open_verkoop_factuur: true,
  })
})

test('desktop without stock, from connecting to the customer portal', async ({
  page,
  signIn,
  connect,
  activation,
  wizard,
  world,
}) => {
  await coupleBakery({ signIn, connect, activation })
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(page).toHaveURL(`${world.sandbox.url}/customers`)
  const { templateOf } = await stored(world.sandbox, 1002, 2002)
  await expectRows(world.sandbox, 1002, 2002, {
    ...desktopPrices,
    ...noTemplates,
    ...noStock,
    default_verkoop_order_sjabloon: templateOf('Standaard verkooporder'),
  })
})

test('web, from boarding to the customer portal', async ({
  page,
  signIn,
  boarding,
  activation,
  wizard,
  world,
}) => {
  await signIn.open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await activation.answer('Activeren')
  await expect(wizard.application('Snelstart Web')).toBeChecked()
  await wizard.next.click()
  await expect(wizard.stock).toBeDisabled()
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(page).toHaveURL(`${world.sandbox.url}/customers`)
  await expectRows(world.sandbox, 1008, 2009, { ...webPrices, ...noTemplates, ...noStock })
})

test('polaris, from boarding to the customer portal', async ({
  page,
  signIn,
  boarding,
  wizard,
  world,
}) => {
  await world.sandbox.changeSettings({ portalUrl: world.portal })
  await signIn.open('/boarding', 'polaris')
  await boarding.fillCompany()
  await boarding.next.click()
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await page.getByRole('button', { name: 'Toestaan' }).click()
  await expect(page).toHaveURL('/polaris?administration=1008&location=2009')
  await expect(page.getByText('Via Polaris wordt altijd Snelstart Web gekoppeld.')).toBeVisible()
  await expect(wizard.application('Snelstart 12')).toHaveCount(0)
  await wizard.next.click()
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(page).toHaveURL(`${world.sandbox.url}/customers`)
  await expectRows(world.sandbox, 1008, 2009, { ...webPrices, ...noTemplates, ...noStock })
})

test('a configured administration shows its choices, and is only updated', async ({
  page,
  signIn,
  wizard,
  world,
}) => {
  const before = await stored(world.sandbox, 1006, 2007)
  await signIn.open('/wizard?administration=1006&location=2007')
  await expect(wizard.application('Snelstart 12')).toBeChecked()
  await wizard.next.click()
  await expect(wizard.stock).toBeChecked()
  await wizard.next.click()
  for (const name of [
    'Contant',
    'Pin',
    'Webshop',
    'Kassa (ECR)',
    'Betalingsverschillen',
    'Emballage',
  ])
    await wizard.ledger(name).says('Staat al zo in de koppeling')
  await wizard.ledger('Kasverschillen').accept.click()
  await wizard.next.click()
  await expect(page.getByText('Klant onbekend')).toBeVisible()
  await wizard.next.click()
  await expect(wizard.switch('Producten synchroniseren')).toBeChecked()
  await expect(wizard.switch('Product voor openstaande facturen gebruiken')).toBeChecked()
  await wizard.switch('Product voor openstaande facturen gebruiken').uncheck()
  await wizard.next.click()
  await expect(page.getByText('wijzigt', { exact: true })).toHaveCount(1)
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(page).toHaveURL(`${world.sandbox.url}/customers`)

  const after = await stored(world.sandbox, 1006, 2007)
  expect(after.ledgerCount).toBe(before.ledgerCount)
  expect(after.paymentLedgers).toEqual(before.paymentLedgers)
  expect(after.keys).toEqual(before.keys)
  expect(after.imports).toEqual([])
  expect(after.settings).toEqual([{ ...before.settings[0], open_invoice_product: true }])
  const written = (await world.sandbox.requests())
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api'))
    .map(({ method, path }) => `${method} ${path}`)
  expect(written.sort()).toEqual([
    expect.stringMatching(/^POST \/api\/snelstart\/company\//),
    'PUT /api/accounting/paymentledgers/1',
    'PUT /api/snelstart/keys/7d1c9a40-0000-4b52-8e11-000000002007',
  ])
})
