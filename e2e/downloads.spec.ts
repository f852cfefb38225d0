import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Adds up the JavaScript that the portal's own pages fetch, in bytes of brotli. */
function countScripts(page: Page, portal: string) {
  const fetched = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const url = response.url()
    if (!url.startsWith(portal) || !url.endsWith('.js')) return
    fetched.set(
      url,
      response.body().then((body) => brotliCompressSync(body).length),
    )
  })
  return {
    names: () => [...fetched.keys()],
    bytes: async () => (await Promise.all(fetched.values())).reduce((sum, size) => sum + size, 0),
    forget: () => fetched.clear(),
  }
}

test('a signed-out visitor downloads little, and no React', async ({ page, signIn, world }) => {
  const scripts = countScripts(page, world.portal)
  await page.goto('/connect')
  await expect(signIn.heading).toBeVisible()
  expect(await scripts.bytes()).toBeGreaterThan(5_000)
  expect(await scripts.bytes()).toBeLessThanOrEqual(25_000)
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
    const scripts = countScripts(page, world.portal)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path !== '/') await expect(page.getByRole('main').locator('form')).toBeVisible()
    expect(await scripts.bytes()).toBeGreaterThan(20_000)
    expect(await scripts.bytes()).toBeLessThanOrEqual(limit)
    expect(scripts.names().join()).not.toMatch(/sentry/i)
  })
}
