import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /Unleash|ERR_/ })

test('shows an error if Unleash is down at the start and continues once it is back', async ({
  page,
  signIn,
  connect,
  door,
}) => {
  door.shut()
  await signIn.through('/connect')
  await page.locator('#shell-reference summary').click()
  await expect(page.locator('#shell-reference')).toContainText(
    `De feature flags op ${door.url}/api/frontend zijn niet bereikbaar. Controleer de dienst, PORTAL_FLAGS_URL, CORS voor ${new URL(page.url()).origin} en uw adblocker.`,
  )
  door.open()
  await expect(connect.administration).toBeVisible()
})
