import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

// A clock that is turned forward by hand times out what the flag client sends on the side.
test.use({ expectedErrors: /unable to (?:send feature metrics|fetch feature toggles)/ })

const restart = (page: Page) =>
  page.getByRole('link', { name: /^(Koppeling opnieuw starten|Restart the connection)$/ })

test('a coupling of polaris is restarted in boarding, where everything still stands', async ({
  page,
  signIn,
  boarding,
  wizard,
  services,
}) => {
  await services.sandbox.changeSettings({ portalUrl: services.portal })
  await page.clock.install()
  await signIn.open('/en/boarding', 'polaris')
  await boarding.fillCompany()
  await boarding.next.click()
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await expect(page.getByRole('button', { name: 'Weigeren' })).toBeVisible()

  await page.goto('/en/polaris?administration=1008&location=2009')
  await wizard.waitInVain()
  await restart(page).click()
  await expect(page).toHaveURL('/en/boarding')
  await expect(boarding.companyName).toHaveValue('Nieuwe Zaak')
  await page.getByRole('button', { name: /^Subscription/ }).click()
  await boarding.submit.click()
  await page.getByRole('button', { name: 'Toestaan' }).click()
  await expect(page).toHaveURL(/\/polaris\?administration=1008&location=2009$/)
  expect(
    (await services.sandbox.rows('keys')).filter((key) => key.location_id === 2009),
  ).toHaveLength(1)
})

test('a coupling that boarding began in this tab is restarted there, with its steps as they were', async ({
  page,
  signIn,
  boarding,
  activation,
  wizard,
}) => {
  await page.clock.install()
  await signIn.open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
  await page.goto('/wizard?administration=1008&location=2009')
  await wizard.waitInVain()
  await restart(page).click()
  await expect(page).toHaveURL('/boarding')
  for (const name of ['Persoonlijke gegevens', 'Bedrijfs Informatie', 'Abonnement']) {
    await expect(page.getByRole('button', { name: new RegExp(`^${name}.*ingevuld`) })).toBeVisible()
  }
})

test('an address of polaris that names nothing leads to boarding', async ({ page, signIn }) => {
  await signIn.open('/en/polaris', 'polaris')
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('The link is missing the location.')
  await failure.getByRole('link').click()
  await expect(page).toHaveURL('/en/boarding')
})
