import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'
import { accountButton } from '../pages/account.ts'

const offlineNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^(U bent offline|You are offline)/ })

// The flag client logs failed requests as console errors.
test.use({
  expectedErrors: /ERR_INTERNET_DISCONNECTED|^Unleash: .*(?:fetch|ok response)/,
})

for (const address of ['/en', '/connect', places.desktop]) {
  test(`${address} shows the offline notice without a layout shift`, async ({ open, context }) => {
    const { page } = await open(address)
    await expect(accountButton(page)).toBeVisible()
    await expect(offlineNotice(page)).toHaveCount(0)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeInViewport()
    const before = await heading.boundingBox()
    await context.setOffline(true)
    await expect(offlineNotice(page)).toBeInViewport({ ratio: 1 })
    expect(await heading.boundingBox()).toEqual(before)
    await context.setOffline(false)
    await expect(offlineNotice(page)).toHaveCount(0)
  })
}

test('repeats failed reads once the network is back', async ({ open, context }) => {
  const { page, connect } = await open('/connect')
  await connect.administration.click()
  await connect.option('Oefenmarkt West (DE)').waitFor()
  await context.setOffline(true)
  await connect.option('Oefenmarkt West (DE)').click()
  await expect(
    page.getByText('De locaties konden niet worden geladen.', { exact: true }),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(
    page.getByText('De locaties konden niet worden geladen.', { exact: true }),
  ).toHaveCount(0)
  await connect.location.click()
  await connect.option('Markthal').click()
  await expect(connect.location).toHaveValue('Markthal')
})
