import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test('Escape does not answer the import question', async ({ open, sandbox }) => {
  const { page, wizard } = await open(places.configured)
  await wizard.submitConfigured()
  await expect(page.getByText('Met Voltooien slaat u deze wijziging op.')).toBeVisible()
  await expect(wizard.row('Product voor openstaande facturen gebruiken')).toContainText(
    'Klanten kunnen openstaande facturen dan niet aan de kassa betalen.',
  )
  await expect(page.getByText('4 ongewijzigd')).toBeVisible()
  const confirm = wizard.dialog.getByRole('button', { name: 'Bevestigen' })
  await expect(wizard.dialog.getByRole('heading')).toHaveText('Do you want to start a import?')
  // The accessible name starts with the Dutch text.
  await expect(wizard.dialog).toHaveAccessibleName(/^Wilt u de import nu starten\? Do you want/)
  await expect(confirm).toBeFocused()
  // Browsers may let a second Escape close a dialog.
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Escape')
    await expect(wizard.dialog).toBeVisible()
  }
  await expect(wizard.dialog.getByRole('button')).toHaveText([/^Bevestigen/, /^Annuleren/])
  expect(await sandbox.rows('imports')).toEqual([])
  await confirm.click()
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  expect(await sandbox.rows('imports')).toHaveLength(2)
})

test('a completion without changes sends nothing and asks about the imports', async ({
  open,
  sandbox,
}) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  const { page, wizard } = await open(places.configured)
  await wizard.goTo('Samenvatting')
  await wizard.finish('Annuleren')
  const end = page.getByRole('region', { name: 'De koppeling staat' })
  await expect(end).toContainText('Alles was al zo ingesteld.')
  await expect(end).toContainText('Import van producten: niet gestart')
  await expect(end).toContainText('U bent klaar.')
  await page.goto(`${places.configured}&step=summary`)
  await wizard.finish('Bevestigen')
  await expect(end).toContainText('Import van producten: gestart')
  await expect(end).not.toContainText('U bent klaar.')
  await page.goto(`${places.configured}&step=summary`)
  await wizard.submit.click()
  await expect(wizard.dialog).toContainText('Producten: laatst gestart op')
  expect(await sandbox.rows('imports')).toHaveLength(2)
})

test.describe('a refused import', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('offers to start it later at the end, not beside the failure', async ({ open, sandbox }) => {
    await sandbox.setFlag('skip_final_redirect', { enabled: true })
    await sandbox.injectFault({
      ...{ method: 'GET', path: '/api/snelstart/relations/import' },
      fault: { kind: 'status', status: 400 },
    })
    const { page, wizard } = await open(places.configured)
    await wizard.submitConfigured()
    await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'Import van relaties: niet gestart' })
    await expect(failure).toBeVisible()
    await expect(page.getByText('U bent klaar.')).toHaveCount(0)
    await failure.getByRole('button', { name: 'Doorgaan zonder import' }).click()
    const end = page.getByRole('region', { name: 'De koppeling is bijgewerkt' })
    await expect(end).toContainText('Import van producten: gestart')
    await expect(end).toContainText('U bent klaar.')
  })
})
