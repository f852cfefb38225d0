import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { SignIn } from '../pages/sign-in.ts'
import { wizardAddresses, WizardPage } from '../pages/wizard.ts'

test('only one tab at a time can complete the wizard of a location', async ({ open, services }) => {
  const { page, wizard: here } = await open(wizardAddresses.configured)
  const otherPage = await page.context().newPage()
  await new SignIn(otherPage, services).open(wizardAddresses.configured)
  const there = new WizardPage(otherPage)
  const otherTabNotice = (page: Page) =>
    page.getByText('Deze instellingen staan ook in een ander tabblad open')
  await expect(otherTabNotice(otherPage)).toBeVisible()
  await expect(otherTabNotice(page)).toHaveCount(0)
  for (const wizard of [here, there]) await wizard.completeConfigured()
  await here.submit.click()
  await expect(here.dialog).toContainText('Do you want to start a import?')
  await there.submit.click()
  await expect(there.dialog).toContainText('In een ander tabblad wordt deze locatie ingesteld.')
  await there.dialog.getByRole('button', { name: 'Sluiten' }).click()

  await here.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await here.page.waitForURL(`${services.sandbox.url}/customers`)
  expect(await services.sandbox.rows('imports')).toHaveLength(2)
  await otherPage.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(otherTabNotice(otherPage)).toHaveCount(0)
  await there.submit.click()
  await expect(there.dialog).toContainText('Do you want to start a import?')
})
