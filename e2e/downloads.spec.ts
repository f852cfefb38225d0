import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { places } from './pages/wizard.ts'

/**
 * Adds up the JavaScript that the portal's own pages fetch, in bytes of brotli.
 *
 * @param end from a script of that name on nothing is counted: it and what comes with it is fetched
 *   once the page can be used
 */
async function countScripts(page: Page, portal: string, end?: RegExp) {
  const fetched = new Map<string, number>()
  const counted = new Set<string>()
  let isCounting = true
  const isScript = ({ origin, pathname }: URL) => origin === portal && pathname.endsWith('.js')
  page.on('request', (request) => {
    if (!isScript(new URL(request.url()))) return
    if (end?.test(request.url())) isCounting = false
    if (isCounting) counted.add(request.url())
  })
  // Measured on its way: once the page has gone, the browser gives no body any more.
  await page.route(isScript, async (route) => {
    const url = route.request().url()
    const response = await route.fetch()
    if (counted.has(url)) fetched.set(url, brotliCompressSync(await response.body()).length)
    await route.fulfill({ response })
  })
  return {
    names: () => [...fetched.keys()],
    bytes: () => [...fetched.values()].reduce((sum, size) => sum + size, 0),
  }
}

test('a signed-out visitor downloads little, and no React', async ({ page, signIn, world }) => {
  const scripts = await countScripts(page, world.portal)
  await page.goto('/connect')
  await expect(signIn.heading).toBeVisible()
  expect(scripts.bytes()).toBeGreaterThan(5_000)
  expect(scripts.bytes()).toBeLessThanOrEqual(25_000)
  expect(scripts.names().join()).not.toMatch(/react|Island/i)
})

for (const { path, limit } of [
  { path: '/', limit: 30_000 },
  { path: '/connect', limit: 110_000 },
  { path: '/boarding', limit: 115_000 },
]) {
  test(`${path} downloads at most ${limit} bytes`, async ({ page, signIn, world }) => {
    await signIn.open('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const scripts = await countScripts(page, world.portal, /boarding-submit/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path !== '/') await expect(page.getByRole('main').locator('form')).toBeVisible()
    expect(scripts.bytes()).toBeGreaterThan(20_000)
    expect(scripts.bytes()).toBeLessThanOrEqual(limit)
    expect(scripts.names().join()).not.toMatch(/sentry/i)
  })
}

test('/wizard downloads at most 125000 bytes until its first step can be used', async ({
  page,
  signIn,
  wizard,
  world,
}) => {
  await signIn.open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scripts = await countScripts(page, world.portal, /later-steps/)
  const later = Promise.withResolvers<undefined>()
  await page.route(/later-steps.*\.js$/, async (route) => {
    await later.promise
    await route.continue()
  })
  await page.goto(places.desktop)
  await page.getByText('Snelstart 12', { exact: true }).click()
  await expect(wizard.application('Snelstart 12')).toBeChecked()
  expect(scripts.bytes()).toBeGreaterThan(60_000)
  expect(scripts.bytes()).toBeLessThanOrEqual(125_000)
  expect(scripts.names().join()).not.toMatch(/sentry|later-steps/i)

  await wizard.goTo('Voorraad')
  await expect(page.getByRole('tabpanel')).toContainText('Aan het laden...')
  later.resolve(undefined)
  await expect(wizard.stock).toBeVisible()
})
