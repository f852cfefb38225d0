import { expect, test } from '../fixtures.ts'
import { coupleLocation, finishWizard, setUpDesktopWithStock } from '../journeys.ts'

test('couples a location and sets up the desktop application with stock', async ({
  screens,
  sandbox,
}) => {
  await coupleLocation(screens, 'Oefenbakkerij Zuid (NL)', 'Bakkerij Zuid')
  await setUpDesktopWithStock(screens.wizard, sandbox)
})

test('sets up a web administration from boarding to the completed wizard', async ({
  signInAt,
  sandbox,
}) => {
  const { page, boarding, activation, wizard } = await signInAt('/boarding?reseller=shop-7')
  await boarding.fillIn()
  await boarding.submit.click()
  await activation.button.click()
  await expect(page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  expect(await sandbox.rows('registrations')).toContainEqual(
    expect.objectContaining({ name: 'Nieuwe Zaak', reseller_id: 'shop-7' }),
  )
  await expect(wizard.application('Snelstart Web')).toBeChecked()
  await expect(wizard.tab('Voorraad')).toHaveAccessibleName(
    'Voorraad niet van toepassing: alleen met Snelstart 12',
  )
  await wizard.next.click()
  const stored = await finishWizard(wizard, sandbox, 2009)
  expect(stored).toMatchObject({ write_as_order: false, default_cash_payment_ledger: '2200' })
})

test('a polaris user adds a customer and completes the wizard', async ({
  signInAt,
  sandbox,
  services,
}) => {
  await sandbox.changeSettings({ portalUrl: services.portal })
  const { page, boarding, wizard } = await signInAt('/boarding', 'polaris')
  await expect(boarding.step).toHaveAccessibleDescription('Stap 1 van 2')
  await expect(boarding.fullName).toHaveCount(0)
  await boarding.fillInFromCompany()
  await boarding.submit.click()
  await page.getByRole('button', { name: 'Toestaan' }).click()
  await expect(page).toHaveURL('/polaris?administration=1008&location=2009')
  await expect(page.getByText('Polaris werkt altijd met Snelstart Web')).toBeVisible()
  await expect(wizard.application('Snelstart 12')).toHaveCount(0)
  await expect(wizard.tab('SnelStart')).toHaveAccessibleName(
    'SnelStart niet van toepassing: altijd Snelstart Web',
  )
  await wizard.next.click()
  const stored = await finishWizard(wizard, sandbox, 2009)
  expect(stored).toMatchObject({ write_as_order: false, default_cash_payment_ledger: '2200' })
})
