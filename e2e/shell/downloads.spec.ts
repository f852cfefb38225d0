import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'

// Console errors of the script that a test blocks.
test.use({ expectedErrors: /ERR_FAILED/ })

/**
 * Sums the bytes of JavaScript (brotli) that pages download.
 *
 * @param end first script that is not counted, because it loads after the page is usable
 */
function countScripts(page: Page, portal: string, end?: RegExp) {
  const fetched = new Set<string>()
  let isCounting = true
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(portal) || !url.endsWith('.js')) return
    if (end?.test(url)) isCounting = false
    if (isCounting) fetched.add(url)
  })
  const weigh = async (url: string) => {
    const answer = await page.request.head(url, { headers: { 'accept-encoding': 'br' } })
    return Number(answer.headers()['content-length'])
  }
  return {
    names: () => [...fetched],
    bytes: async () => {
      const sizes = await Promise.all([...fetched].map(weigh))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
  }
}

for (const { path, limit } of [
  { path: '/', limit: 40_000 },
  { path: '/connect', limit: 118_000 },
  { path: '/boarding', limit: 126_000 },
  { path: wizardAddresses.desktop, limit: 142_000 },
]) {
  test(`${path} downloads at most ${limit} bytes`, async ({ open, services }) => {
    const { page } = await open('/')
    // Waits for late scripts, which must not count for the next page.
    await expect(page.getByRole('heading', { name: 'Uw klanten' })).toBeVisible()
    const scripts = countScripts(
      page,
      services.portal,
      /session-check|board-customer|later-steps|home-list/,
    )
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path !== '/') await expect(page.getByRole('main').locator('form')).toBeVisible()
    expect(await scripts.bytes()).toBeGreaterThan(10_000)
    expect(await scripts.bytes()).toBeLessThanOrEqual(limit)
    expect(scripts.names().join()).not.toMatch(/sentry/i)
  })
}

test('later steps that do not load show a message and keep the choices', async ({ open }) => {
  const { page, wizard } = await open('/')
  const held = Promise.withResolvers<undefined>()
  await page.route(/later-steps.*\.js$/, async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto(wizardAddresses.desktop)
  await page.getByText('Snelstart 12', { exact: true }).click()
  await wizard.goTo('Voorraad')
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText('Aan het laden...')
  held.resolve(undefined)
  await expect(panel.getByRole('alert')).toContainText('is niet volledig geladen')

  await page.unroute(/later-steps.*\.js$/)
  await panel.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(wizard.stock).toBeVisible()
  await wizard.goTo('SnelStart')
  await expect(wizard.application('Snelstart 12')).toBeChecked()
})
