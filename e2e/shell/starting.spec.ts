import type { Page, Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { skipLoadingDelay } from '../loading-patience.ts'
import { recordLayoutShifts } from '../moves.ts'

/** Returns the message of a page that failed to start. */
const loadingMessage = (page: Page) =>
  page
    .getByRole('status')
    .getByText(/laden duurt lang|Loading takes long/)
    .filter({ visible: true })

type RouteAnswer = (route: Route) => Promise<unknown>

/** Makes the request for the page script fail until the returned function is called. */
async function failScript(page: Page, answer: RouteAnswer): Promise<() => void> {
  let isFailing = true
  await page.route('**/assets/Script*.js', (route) =>
    isFailing ? answer(route) : route.continue(),
  )
  return () => {
    isFailing = false
  }
}

const notFound: RouteAnswer = (route) => route.fulfill({ status: 404 })
const block: RouteAnswer = (route) => route.abort()
const hang: RouteAnswer = () => new Promise(() => undefined)

// The flag client logs an error if the storage is blocked.
test.use({ expectedErrors: /status of 404|ERR_|SecurityError|Access is denied/ })

for (const [what, answer] of [
  ['is not found', notFound],
  ['never answers', hang],
] as const) {
  test(`a page whose script ${what} shows the reason and the contact`, async ({ open }) => {
    const { page, connect } = await open('/')
    const release = await failScript(page, answer)
    const moves = await recordLayoutShifts(page)
    await page.goto('/connect?reseller=7', { waitUntil: 'commit' })
    await expect(page.getByText('Aan het laden...')).toBeVisible()
    await expect(loadingMessage(page)).toBeHidden()
    expect(await skipLoadingDelay(page)).toBeLessThanOrEqual(15_000)
    await expect(loadingMessage(page)).toContainText('sta dan scripts en cookies toe')
    await expect(page.getByRole('contentinfo')).toContainText('hulp@koppelpunt.test')
    expect(await moves()).toEqual([])
    release()
    await page.getByRole('link', { name: 'Opnieuw proberen' }).click()
    await expect(connect.administration).toBeVisible()
  })
}

test('the callback page shows a Dutch and an English message if its script is missing', async ({
  page,
  signIn,
  connect,
}) => {
  await page.goto('/connect?reseller=7')
  await expect(signIn.heading).toBeVisible()
  const release = await failScript(page, block)
  await signIn.as('reseller')
  await page.waitForURL('**/callback?*', { waitUntil: 'commit' })
  await expect(page.getByText('Aan het laden...')).toBeVisible()
  await skipLoadingDelay(page)
  await expect(loadingMessage(page)).toHaveText([/laden duurt lang/, /Loading takes long/])
  release()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/connect?reseller=7')
  await expect(connect.administration).toBeVisible()
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

test('a browser that blocks local storage can couple a location', async ({ page, signInAt }) => {
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
