import { expect, test } from '../fixtures.ts'
import { accountButton, signOutButton } from '../pages/account.ts'
import { focusEnabled } from '../pages/keyboard.ts'

test('the user’s menu opens by keyboard and closes with Escape or a click outside', async ({
  page,
  signIn,
}) => {
  await signIn.open('/connect')
  const [account, way] = [accountButton(page), signOutButton(page)]
  await expect(account).toHaveAccessibleName('Aangemeld als Reseller Oefenaccount')
  await expect(way).toBeHidden()
  await focusEnabled(account)
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

test.use({ expectedErrors: /status of 404 .*\/nope$|ERR_FAILED .*\/openid-configuration$/ })

test.describe('an unreadable configuration', () => {
  test.use({ expectedErrors: /status of 502/ })

  test('shows the reason and recovers after a retry', async ({ page, signIn }) => {
    // Removes the configuration from the page, as if a static server sent the page.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const block = document.getElementById('configuration')
        if (!block) return
        observer.disconnect()
        // Trusted Types forbid changing a script element, so the test replaces the element.
        const empty = document.createElement('data')
        empty.id = block.id
        block.replaceWith(empty)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.route('**/config.json', (route) => route.fulfill({ status: 502, body: '<html>' }))
    await page.goto('/')
    await expect(page.getByRole('alert')).toContainText('Koppelpunt kan niet starten')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByText('Details', { exact: true }).click()
    await expect(page.getByText('Uitkomst: ')).toContainText('502')
    await page.unroute('**/config.json')
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(signIn.heading).toBeVisible()
  })
})

test.describe('a screen whose script cannot be loaded', () => {
  test.use({ expectedErrors: /astro-island|ERR_FAILED|Failed to fetch dynamically/ })

  test('shows a message instead of an empty page', async ({ page, signInAt }) => {
    await page.route('**/assets/ConnectIsland*', (route) => route.abort())
    await signInAt('/connect')
    await expect(page.getByRole('alert')).toContainText('is niet volledig geladen')
  })
})
