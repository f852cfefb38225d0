import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'
import { accountButton } from '../pages/account.ts'

const offlineNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^(U bent offline|You are offline)/ })

// The flag client logs failed requests as console errors.
test.use({
  expectedErrors: /ERR_INTERNET_DISCONNECTED|^Unleash: .*(?:fetch|ok response)/,
})

for (const address of ['/en', wizardAddresses.desktop]) {
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

for (const width of [360, 1280]) {
  test(`the offline notice covers no actions, ${width} px wide`, async ({
    page,
    open,
    context,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { wizard } = await open(wizardAddresses.web)
    await wizard.planned('4 rekeningen worden aangemaakt').waitFor()
    await context.setOffline(true)
    const notice = page.getByText('U bent offline.')
    await expect(notice).toBeVisible()
    const coveredBy = async (action: Locator) => {
      const [above, below] = await Promise.all([action.boundingBox(), notice.boundingBox()])
      return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0)
    }
    await expect.poll(() => coveredBy(wizard.doPlan)).toBeLessThanOrEqual(0)
    await wizard.goTo('Onbekende klant')
    await expect.poll(() => coveredBy(wizard.back)).toBeLessThanOrEqual(0)
  })
}

test('repeats failed reads once the network is back', async ({ open, context }) => {
  const { page, connect } = await open('/connect')
  await connect.administration.click()
  await connect.option('Oefenmarkt West (DE)').waitFor()
  await context.setOffline(true)
  await connect.option('Oefenmarkt West (DE)').click()
  const failure = page.getByText('De locaties konden niet worden geladen.', { exact: true })
  await expect(failure).toBeVisible()
  await context.setOffline(false)
  await expect(failure).toHaveCount(0)
  await connect.location.click()
  await connect.option('Markthal').click()
  await expect(connect.location).toHaveValue('Markthal')
})
