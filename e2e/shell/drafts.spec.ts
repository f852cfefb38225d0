import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { watchMoves } from '../moves.ts'

const draftNotice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Wat u eerder hebt ingevuld, staat er nog.' })
const startAnew = (page: Page) =>
  draftNotice(page).getByRole('button', { name: 'Opnieuw beginnen' })
const answer = (page: Page, name: 'Opnieuw beginnen' | 'Annuleren') =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

test('announces restored input after a reload until it is discarded', async ({ page, open }) => {
  const moves = await watchMoves(page)
  const { boarding } = await open('/boarding')
  await expect(boarding.fullName).toBeVisible()
  await expect(draftNotice(page)).toHaveCount(0)
  await boarding.fillMerchant()
  // Input is stored at each key press, so the page can reload immediately.
  await page.reload()
  await expect(boarding.fullName).toHaveValue('Winkelier Test')
  await expect(draftNotice(page)).toBeVisible()
  expect(await moves()).toEqual([])

  await startAnew(page).click()
  await answer(page, 'Annuleren')
  await expect(boarding.fullName).toHaveValue('Winkelier Test')
  await startAnew(page).click()
  await answer(page, 'Opnieuw beginnen')
  await expect(boarding.fullName).toHaveValue('')
  await expect(boarding.username).toHaveValue('')
  await expect(draftNotice(page)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
  await page.reload()
  await expect(boarding.fullName).toHaveValue('')
  await expect(draftNotice(page)).toHaveCount(0)
})
