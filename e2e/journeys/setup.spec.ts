import { expect, test } from '../fixtures.ts'
import {
  couple,
  expectRows,
  finishWizard,
  noStock,
  noTemplates,
  setUpDesktopWithStock,
  stored,
  webPrices,
} from '../journeys.ts'

/** The desktop administration that nobody has coupled yet. */
const bakery = ['Oefenbakkerij Zuid (NL)', 'Bakkerij Zuid'] as const

test('desktop with stock, from connect to the customer portal', async ({ screens, services }) => {
  await couple(screens, ...bakery)
  await setUpDesktopWithStock(screens.wizard, services)
})

test('web, from boarding to the customer portal', async ({ signInAt, sandbox }) => {
  const { page, boarding, activation, wizard } = await signInAt('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await activation.answer('Activeren')
  await expect(wizard.application('Snelstart Web')).toBeChecked()
  await expect(wizard.tab('Voorraad')).toHaveAccessibleName(
    'Voorraad niet van toepassing: alleen met Snelstart 12',
  )
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  await expectRows(sandbox, 1008, 2009, { ...webPrices, ...noTemplates, ...noStock })
})

test('polaris, from boarding to the customer portal', async ({ signInAt, sandbox, services }) => {
  await sandbox.changeSettings({ portalUrl: services.portal })
  const { page, boarding, wizard } = await signInAt('/boarding', 'polaris')
  await expect(page.getByText('Stap 1 van 2')).toBeVisible()
  await expect(boarding.fullName).toHaveCount(0)
  await boarding.fillInFromCompany()
  await boarding.submit.click()
  await page.getByRole('button', { name: 'Toestaan' }).click()
  await expect(page).toHaveURL('/polaris?administration=1008&location=2009')
  await expect(page.getByText('Via Polaris wordt altijd Snelstart Web gekoppeld.')).toBeVisible()
  await expect(wizard.application('Snelstart 12')).toHaveCount(0)
  await expect(wizard.tab('SnelStart')).toHaveAccessibleName(
    'SnelStart niet van toepassing: altijd Snelstart Web',
  )
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  await expectRows(sandbox, 1008, 2009, { ...webPrices, ...noTemplates, ...noStock })
})

test('a configured administration is shown, and only updated', async ({ signInAt, sandbox }) => {
  const before = await stored(sandbox, 1006, 2007)
  const { page, wizard } = await signInAt('/wizard?administration=1006&location=2007')
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
    'Emballage (statiegeld)',
  ])
    await wizard.ledger(name).says('Was al ingesteld')
  // No setting names it: whoever sets it up in this browser accepts it.
  await wizard.ledger('Kasverschillen').says('Nog te accepteren')
  await expect(page.getByText('bevestigt u alleen dat ze bestaat')).toBeVisible()
  await wizard.acceptAll.click()
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
  await expect(page).toHaveURL(`${sandbox.url}/customers`)

  const after = await stored(sandbox, 1006, 2007)
  expect(after.ledgerCount).toBe(before.ledgerCount)
  expect(after.paymentLedgers).toEqual(before.paymentLedgers)
  expect(after.keys).toEqual(before.keys)
  expect(after.imports).toEqual([])
  expect(after.settings).toEqual([{ ...before.settings[0], open_invoice_product: true }])
  const written = (await sandbox.requests())
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api'))
    .map(({ method, path }) => `${method} ${path}`)
  expect(written.sort()).toEqual([
    expect.stringMatching(/^POST \/api\/snelstart\/company\//),
    'PUT /api/accounting/paymentledgers/1',
    'PUT /api/snelstart/keys/7d1c9a40-0000-4b52-8e11-000000002007',
  ])
})
