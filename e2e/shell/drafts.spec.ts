import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { recordLayoutShifts } from '../moves.ts'

const draftNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Wat u eerder hebt ingevuld, staat er nog.' })

test('announces restored input until the user discards it', async ({ page, open }) => {
  const moves = await recordLayoutShifts(page)
  const { boarding } = await open('/boarding')
  await expect(boarding.fullName).toBeVisible()
  await expect(draftNotice(page)).toHaveCount(0)
  await boarding.fillMerchant()
  // Input is stored at each key press, so the page can reload immediately.
  await page.reload()
  await expect(boarding.fullName).toHaveValue('Winkelier Test')
  await expect(draftNotice(page)).toBeVisible()
  expect(await moves()).toEqual([])

  const startAnew = { name: 'Opnieuw beginnen' }
  await draftNotice(page).getByRole('button', startAnew).click()
  await page.getByRole('alertdialog').getByRole('button', startAnew).click()
  await expect(boarding.fullName).toHaveValue('')
  await expect(draftNotice(page)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
})
