import type { Page, Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { skipLoadingDelay } from '../loading-patience.ts'
import { watchMoves } from '../moves.ts'

/** Returns the message of a page that failed to start. */
const stuck = (page: Page) =>
  page
    .getByRole('status')
    .getByText(/laden duurt lang|Loading takes long/)
    .filter({ visible: true })

type Strike = (route: Route) => Promise<unknown>

/** Makes the request for the page script fail until the returned function is called. */
async function hinder(page: Page, strike: Strike): Promise<() => void> {
  let isHindered = true
  await page.route('**/assets/Script*.js', (route) =>
    isHindered ? strike(route) : route.continue(),
  )
  return () => {
    isHindered = false
  }
}

const notFound: Strike = (route) => route.fulfill({ status: 404 })
const block: Strike = (route) => route.abort()
const hang: Strike = () => new Promise(() => undefined)

test.describe('a page whose script does not load', () => {
  test.use({ expectedErrors: /status of 404|ERR_/ })

  for (const [what, strike] of [
    ['is not found', notFound],
    ['never answers', hang],
  ] as const) {
    test(`shows the reason and the contact: ${what}`, async ({ open }) => {
      const { page, connect } = await open('/')
      const release = await hinder(page, strike)
      const moves = await watchMoves(page)
      await page.goto('/connect?reseller=7', { waitUntil: 'commit' })
      await expect(page.getByText('Aan het laden...')).toBeVisible()
      await expect(stuck(page)).toBeHidden()
      expect(await skipLoadingDelay(page)).toBeLessThanOrEqual(15_000)
      await expect(stuck(page)).toContainText('sta dan scripts en cookies toe')
      await expect(page.getByRole('contentinfo')).toContainText('hulp@koppelpunt.test')
      expect(await moves()).toEqual([])
      release()
      await page.getByRole('link', { name: 'Opnieuw proberen' }).click()
      await expect(connect.administration).toBeVisible()
    })
  }

  test('shows the message in both languages on the callback page', async ({
    page,
    signIn,
    connect,
  }) => {
    await page.goto('/connect?reseller=7')
    await expect(signIn.heading).toBeVisible()
    const release = await hinder(page, block)
    await signIn.as('reseller')
    await page.waitForURL('**/callback?*', { waitUntil: 'commit' })
    await expect(page.getByText('Aan het laden...')).toBeVisible()
    await skipLoadingDelay(page)
    await expect(stuck(page)).toHaveText([/laden duurt lang/, /Loading takes long/])
    release()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page).toHaveURL('/connect?reseller=7')
    await expect(connect.administration).toBeVisible()
  })
})

test('says what to allow in a browser that blocks the storage of a tab', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', { value: null })
  })
  for (const [address, text] of [
    ['/en/connect', 'Allow cookies and site data'],
    ['/callback?code=a&state=b', 'Sta cookies en sitegegevens toe'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText(text)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test.describe('a browser that blocks local storage', () => {
  // The flag client logs an error if the storage is blocked.
  test.use({ expectedErrors: /SecurityError|Access is denied/ })

  test('can be used to couple a location', async ({ page, signInAt }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    })
    const { connect, activation, wizard } = await signInAt('/connect')
    await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
    await connect.submit.click()
    await activation.button.click()
    await expect(wizard.application('Snelstart Web')).toBeChecked()
    await page.getByRole('link', { name: /startpagina/ }).click()
    const shop = page.getByRole('listitem').filter({ hasText: 'Oefenwinkel Noord' })
    await expect(shop).toContainText('Gekoppeld, nog niet ingesteld')
  })
})
