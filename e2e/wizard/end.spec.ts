import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'

test.use({ expectedErrors: /status of 400/ })

test('ignores Escape in the dialog that asks whether to start the imports', async ({
  open,
  sandbox,
}) => {
  const { page, wizard } = await open(wizardAddresses.configured)
  await wizard.submitConfigured()
  const confirm = wizard.dialog.getByRole('button', { name: 'Bevestigen' })
  await expect(confirm).toBeFocused()
  // Browsers may let a second Escape close a dialog.
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Escape')
    await expect(wizard.dialog).toBeVisible()
  }
  expect(await sandbox.rows('imports')).toEqual([])
  await confirm.click()
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  expect(await sandbox.rows('imports')).toHaveLength(2)
})

test('the user can finish the wizard after an import is refused', async ({ open, sandbox }) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  await sandbox.failNext('GET', '/api/snelstart/relations/import', 400)
  const { page, wizard } = await open(wizardAddresses.configured)
  await wizard.submitConfigured()
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'Import van relaties: niet gelukt' })
  await expect(page.getByText('U bent klaar.')).toHaveCount(0)
  await failure.getByRole('button', { name: 'Doorgaan zonder import' }).click()
  const end = page.getByRole('region', { name: 'De koppeling is bijgewerkt' })
  await expect(end).toContainText('Import van producten: gestart')
  await expect(end).toContainText('U bent klaar.')
})
