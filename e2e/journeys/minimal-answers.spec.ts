import { expect, test } from '../fixtures.ts'
import { couple, expectRows, finishWizard, noTemplates, webPrices } from '../journeys.ts'

test.beforeEach(({ sandbox }) => sandbox.changeSettings({ minimalAnswers: true }))

test('from connecting to the customer portal', async ({ screens, sandbox }) => {
  const { page, wizard } = screens
  await couple(screens, 'Oefenwinkel Noord', 'Winkel Noord')
  await expect(wizard.application('Snelstart Web')).toBeChecked()
  await wizard.next.click()
  await finishWizard(wizard)
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  await expectRows(sandbox, 1001, 2001, {
    ...webPrices,
    ...noTemplates,
    // The wizard does not decide write_order for web, and the answer did not say what it was.
    write_as_order: false,
    sync_open_verkoop_factuur: false,
  })
})

test('boarding, to the activated coupling', async ({ open, sandbox }) => {
  const { page, boarding, activation } = await open('/boarding')
  await boarding.fillIn()
  await expect(boarding.plan('Keten')).toContainText('Duur –')
  await boarding.submit.click()
  await activation.answer('Activeren')
  await expect(page).toHaveURL('/wizard?administration=1008&location=2009')
  await expect(page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  const made = await sandbox.rows('registrations')
  expect(made.filter(({ name }) => name === 'Nieuwe Zaak')).toHaveLength(1)
})

test('what is not known is not claimed', async ({ open }) => {
  const { wizard } = await open('/wizard?administration=1006&location=2007')
  await wizard.completeConfigured()
  await expect(wizard.row('Prijzen van verkopen op rekening')).toContainText('geen')
  await expect(wizard.page.locator('main')).not.toContainText(/undefined|null|NaN/)
})
