import type { Page } from '@playwright/test'
import { draftDelay } from '../../src/lib/limits.ts'
import { expect, test } from '../fixtures.ts'

const told = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Wat u eerder hebt ingevuld, staat er nog.' })
const startAnew = (page: Page) => told(page).getByRole('button', { name: 'Opnieuw beginnen' })
const answer = (page: Page, name: 'Opnieuw beginnen' | 'Annuleren') =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

/** What the tab holds. */
const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>)

/** Sums up what moves on each page that is opened from now on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { shifted: () => sum })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifted: () => number }).shifted())
}

test.describe('boarding', () => {
  test('what was filled in is told after a reload, until discarded', async ({ page, open }) => {
    const shifts = await watchShifts(page)
    const { boarding } = await open('/boarding')
    await expect(boarding.fullName).toBeVisible()
    await expect(told(page)).toHaveCount(0)
    await boarding.fillMerchant()
    // At once: what is typed is not lost with the page.
    await page.reload()
    await expect(boarding.fullName).toHaveValue('Winkelier van Test')
    await expect(told(page)).toBeVisible()
    expect(await shifts()).toBe(0)

    await startAnew(page).click()
    await answer(page, 'Annuleren')
    await expect(boarding.fullName).toHaveValue('Winkelier van Test')
    await startAnew(page).click()
    await answer(page, 'Opnieuw beginnen')
    await expect(boarding.fullName).toHaveValue('')
    await expect(boarding.username).toHaveValue('')
    await expect(told(page)).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
    await page.reload()
    await expect(boarding.fullName).toHaveValue('')
    await expect(told(page)).toHaveCount(0)
  })

  test('is stored in time, and there after a crash', async ({ open, context }) => {
    const { page, boarding } = await open('/boarding')
    await boarding.fullName.fill('Winkelier')
    const waited = await page.evaluate(async (limit) => {
      const start = performance.now()
      const isStored = () => Object.values(sessionStorage).join().includes('Winkelier')
      while (!isStored() && performance.now() - start < 10 * limit) {
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return performance.now() - start
    }, draftDelay)
    // A machine that does other things beside may take longer to wake up.
    expect(waited).toBeLessThan(2 * draftDelay)
    const held = await stored(page)

    // A renderer that dies says nothing to its page; the browser gives the tab its storage back.
    const crashed = page.waitForEvent('crash')
    const devtools = await context.newCDPSession(page)
    void devtools.send('Page.crash').catch(() => undefined)
    await crashed
    const restored = await context.newPage()
    await restored.addInitScript((items) => {
      if (sessionStorage.length > 0) return
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
    }, held)
    await restored.goto('/boarding')
    await expect(restored.getByRole('textbox', { name: 'Naam' })).toHaveValue('Winkelier')
    await expect(told(restored)).toBeVisible()
  })
})

test('a choice in connect is told after a reload, and goes at once', async ({ page, open }) => {
  const shifts = await watchShifts(page)
  const { connect } = await open('/connect?reseller=shop-7')
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  await expect(told(page)).toHaveCount(0)
  await page.reload()
  await expect(connect.location).toHaveValue('Markthal')
  await expect(told(page)).toBeVisible()
  expect(await shifts()).toBe(0)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/en/connect?reseller=shop-7')
  await expect(connect.location).toHaveValue('Markthal')
  await page.getByRole('link', { name: 'Nederlands' }).click()
  await startAnew(page).click()
  await expect(connect.administration).toHaveValue('')
  await expect(told(page)).toHaveCount(0)
  await page.reload()
  await expect(connect.administration).toBeEnabled()
  await expect(told(page)).toHaveCount(0)
})
