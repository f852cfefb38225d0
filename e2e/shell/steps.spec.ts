import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'

const phone = { width: 360, height: 640 }

/** Returns the steps whose label wraps or is cut off. */
const listCrampedLabels = (page: Page) =>
  page.locator('.step-list').evaluate((list) =>
    [...list.querySelectorAll('.step-label')]
      .filter(({ scrollWidth, clientWidth, clientHeight }) => {
        return scrollWidth > clientWidth || clientHeight > 30
      })
      .map(({ textContent }) => textContent),
  )

const measureWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

for (const address of ['/en/boarding', wizardAddresses.desktop]) {
  test(`the steps of ${address} are a column, or a bar on narrow screens`, async ({ open }) => {
    const { page } = await open(address)
    const list = page.locator('.step-list')
    const unfold = page.getByRole('button', { name: /^(Alle stappen|All steps)$/ })
    const panel = page.locator('.step-panel:not([hidden])')
    for (const width of [1000, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(list).toBeVisible()
      await expect(unfold).toBeHidden()
      const column = await list.boundingBox()
      expect(column && column.x + column.width).toBeLessThan((await panel.boundingBox())?.x ?? 0)
      expect(await listCrampedLabels(page)).toEqual([])
    }
    for (const width of [320, 360, 768, 999]) {
      await page.setViewportSize({ width, height: 640 })
      await expect(list).toBeHidden()
      await expect(unfold).toHaveAttribute('aria-expanded', 'false')
      await unfold.click()
      await expect(list).toBeVisible()
      expect(await listCrampedLabels(page)).toEqual([])
      expect(await measureWidth(page)).toBeLessThanOrEqual(width)
      await unfold.click()
    }
  })
}

test('on a phone a step starts near the top and shows its name', async ({ page, open }) => {
  await page.setViewportSize(phone)
  const content = page.locator('.step-panel:not([hidden]) > h2 + *')
  const top = async () => (await content.boundingBox())?.y
  const { wizard, boarding } = await open('/boarding')
  await expect(boarding.fullName).toBeVisible()
  expect(await top()).toBeLessThanOrEqual(320)
  await page.goto(wizardAddresses.desktop)
  await expect(wizard.application('Snelstart Web')).toBeChecked()
  expect(await top()).toBeLessThanOrEqual(320)
  await wizard.goTo('Import en synchronisatie')
  const place = page.getByText('Stap 5 van 6').locator('..')
  await expect(place).toHaveText('Stap 5 van 6 – Import en synchronisatie')
  await expect(place).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Alle stappen' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
})

// Window heights of a phone without and with its on-screen keyboard.
for (const height of [phone.height, 340]) {
  test(`on a phone of ${height} pixels the primary action is visible and covers no field`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ ...phone, height })
    const { boarding } = await open('/boarding?step=serial_info')
    await boarding.companyName.focus()
    const next = page.getByRole('button', { name: 'Volgende' })
    /** Returns the pixels between the focused field and the button bar, or null if the focus left the step. */
    const room = () =>
      page.evaluate(() => {
        const field = document.activeElement?.closest('.step-panel input')
        const bar = document.querySelector('.step-actions')
        if (!field || !bar) return null
        return bar.getBoundingClientRect().top - field.getBoundingClientRect().bottom
      })
    const rooms: number[] = []
    for (let left = await room(); left !== null; left = await room()) {
      await expect(next).toBeInViewport({ ratio: 1 })
      rooms.push(left)
      await page.keyboard.press('Tab')
    }
    expect(rooms).toHaveLength(5)
    expect(Math.min(...rooms)).toBeGreaterThan(0)
  })
}

test('in forced colours buttons and notices have borders', async ({ page, open }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const { wizard } = await open(wizardAddresses.desktop)
  const cards = page.locator('.radio-cards-grid > label')
  await expect(cards).toHaveCount(2)
  const edges = await cards.evaluateAll((all) =>
    all.map((card) => getComputedStyle(card).borderTopColor),
  )
  expect(new Set(edges).size).toBe(2)
  await wizard.goTo('Grootboekrekeningen')
  const edgeless = await page.locator(':is(.button, .notice):visible').evaluateAll((all) =>
    all
      .filter((part) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(part)
        return borderTopWidth === '0px' || borderTopColor === backgroundColor
      })
      .map((part) => part.outerHTML.slice(0, 80)),
  )
  expect(edgeless).toEqual([])
})
