import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'

/** Expects an element to be completely visible and uncovered. */
const isInSight = (element: Locator) =>
  element.evaluate((found) => {
    const { left, right, top, bottom } = found.getBoundingClientRect()
    return [top + 4, bottom - 4].every((y) =>
      found.contains(document.elementFromPoint((left + right) / 2, y)),
    )
  })

/** Opens a list at the window's edge. Expects field and list to be visible. */
async function expectInSight(field: Locator, ask: () => Promise<void>): Promise<void> {
  await field.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await ask()
  await expect.poll(() => isInSight(field.page().getByRole('listbox'))).toBe(true)
  expect(await isInSight(field)).toBe(true)
  await field.press('Escape')
}

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`an open list is entirely visible at ${width} pixels`, async ({ open, page }) => {
    await page.setViewportSize({ width, height })
    const { wizard } = await open(`${wizardAddresses.desktop}&step=journals`)
    for (const name of ['Contant', 'Emballage (statiegeld)']) {
      const row = await wizard.unfold(name)
      await row.openSearch()
      await expectInSight(row.search, () => row.search.press('ArrowDown'))
      await expectInSight(row.search, async () => {
        await row.search.pressSequentially('4752')
        await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
        await row.search.fill('')
      })
    }
    await page.goto('/connect')
    const field = page.getByRole('combobox', { name: 'Administratie' })
    await expectInSight(field, () => field.click())
  })
}
