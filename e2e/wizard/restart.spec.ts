import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// A clock that is turned forward by hand times out what the flag client sends on the side.
test.use({ expectedErrors: /unable to (?:send feature metrics|fetch feature toggles)/ })

const restart = (page: Page) =>
  page.getByRole('link', { name: /^(Koppeling opnieuw starten|Restart the connection)$/ })

test.beforeEach(({ page }) => page.clock.install())

test('one of polaris is restarted in boarding', async ({ open, sandbox, services }) => {
  await sandbox.changeSettings({ portalUrl: services.portal })
  const { page, boarding, wizard } = await open('/en/boarding', 'polaris')
  await boarding.fillInFromCompany()
  await boarding.submit.click()
  await expect(page.getByRole('button', { name: 'Weigeren' })).toBeVisible()

  await page.goto('/en/polaris?administration=1008&location=2009')
  await wizard.waitInVain()
  await restart(page).click()
  await expect(page).toHaveURL('/en/boarding')
  await page.reload()
  await expect(boarding.companyName).toHaveValue('Nieuwe Zaak')
  await page.getByRole('button', { name: /^Subscription/ }).click()
  await boarding.submit.click()
  await page.getByRole('button', { name: 'Toestaan' }).click()
  await expect(page).toHaveURL(/\/polaris\?administration=1008&location=2009$/)
  expect((await sandbox.rows('keys')).filter((key) => key.location_id === 2009)).toHaveLength(1)
})

test('one of connect is restarted there, with another key', async ({ open, sandbox }) => {
  const { page, connect, wizard } = await open('/connect')
  const activationPage = await connect.requestKey('Oefenmarkt West (DE)', 'Webshop')
  await page.goto('/wizard?administration=1004&location=2005')
  await wizard.waitInVain()
  await restart(page).click()
  await expect(page).toHaveURL('/connect')
  await page.reload()
  await expect(connect.administration).toHaveValue('Oefenmarkt West (DE)')
  await expect(connect.location).toHaveValue('Webshop')
  await connect.submit.click()
  // The sandbox hands out the same one until it is used.
  await expect(page).toHaveURL(activationPage)
  expect(await sandbox.requests('/api/snelstart/keys/unconnected')).toHaveLength(2)
})
