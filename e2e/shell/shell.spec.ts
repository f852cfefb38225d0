import { expect, test } from '../fixtures.ts'
import { accountButton, signOutButton } from '../pages/account.ts'
import { focusEnabledElement } from '../pages/keyboard.ts'

test.use({ expectedErrors: /astro-island|ERR_FAILED|Failed to fetch dynamically/ })

test('opens the user’s menu by keyboard and closes it with Escape', async ({ page, signIn }) => {
  await signIn.open('/connect')
  const [account, way] = [accountButton(page), signOutButton(page)]
  await expect(account).toHaveAccessibleName('Aangemeld als Reseller Oefenaccount')
  await expect(way).toBeHidden()
  await focusEnabledElement(account)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(way).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(way).toBeHidden()
  await expect(account).toBeFocused()
  await account.click()
  await expect(way).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(way).toBeHidden()
})

test('a screen whose script does not load shows a message', async ({ page, signInAt }) => {
  await page.route('**/assets/ConnectIsland*', (route) => route.abort())
  await signInAt('/connect')
  await expect(page.getByRole('alert')).toContainText('is niet volledig geladen')
})
