import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

const ledgersStep = `${places.desktop}&step=journals`

/** Nothing lies over what is asked, from its first line to its last, nor does the window end before. */
const isInSight = (element: Locator) =>
  element.evaluate((found) => {
    const { left, right, top, bottom } = found.getBoundingClientRect()
    return [top + 4, bottom - 4].every((y) =>
      found.contains(document.elementFromPoint((left + right) / 2, y)),
    )
  })

test('of 5,000 ledgers those that suit come first, and each is found', async ({
  open,
  sandbox,
}) => {
  await sandbox.reset({ ledgers: 5000 })
  const { page, wizard } = await open(ledgersStep)
  const row = await wizard.unfold('Kasverschillen')
  await row.openSearch()
  await row.search.press('ArrowDown')
  await expect(page.getByText('De eerste 1000 van 5013 worden getoond.')).toBeVisible()
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText('4752 Kasverschillen')
  expect(await options.count()).toBeLessThan(25)
  await row.search.fill('15000')
  await expect(options).toHaveText(['15000 Oefenrekening 15000 let op'])
  await row.search.press('Enter')
  await expect(row.number).toHaveValue('15000')
})

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`a list opens where all of it is seen, ${width} pixels wide`, async ({ open, page }) => {
    await page.setViewportSize({ width, height })
    const { wizard } = await open(ledgersStep)
    const list = page.getByRole('listbox')
    for (const name of ['Contant', 'Emballage (statiegeld)']) {
      const row = await wizard.unfold(name)
      await row.openSearch()
      // At the very edge.
      await row.search.evaluate((field) => field.scrollIntoView({ block: 'end' }))
      await row.search.press('ArrowDown')
      await expect.poll(() => isInSight(list)).toBe(true)
      expect(await isInSight(row.search)).toBe(true)
      await row.search.press('Escape')
      // What is found by few letters has room where all of it has none.
      await row.search.evaluate((field) => field.scrollIntoView({ block: 'end' }))
      await row.search.pressSequentially('4752')
      await expect(list.getByRole('option')).toHaveCount(1)
      await row.search.fill('')
      await expect.poll(() => isInSight(list)).toBe(true)
      expect(await isInSight(row.search)).toBe(true)
      await row.search.press('Escape')
    }

    await page.goto('/connect')
    const field = page.getByRole('combobox', { name: 'Administratie' })
    await field.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await field.click()
    await expect.poll(() => isInSight(list)).toBe(true)
    expect(await isInSight(field)).toBe(true)
  })
}
