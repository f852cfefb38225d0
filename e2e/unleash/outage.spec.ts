import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /Unleash|ERR_/ })

test('continues once Unleash is reachable', async ({ page, signIn, connect, door }) => {
  door.shut()
  await signIn.through('/connect')
  await page.locator('#shell-reference summary').click()
  await expect(page.locator('#shell-reference')).toContainText(
    `De feature flags op ${door.url}/api/frontend zijn niet bereikbaar. Controleer de dienst, PORTAL_FLAGS_URL, CORS voor ${new URL(page.url()).origin} en uw adblocker.`,
  )
  door.open()
  await expect(connect.administration).toBeVisible()
})
