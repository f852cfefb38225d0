import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { countPdfPages, wizardAddresses } from '../pages/wizard.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const title = 'Kloppen deze grootboekrekeningen?'
const rowOf = (sheet: Locator, purpose: string) => {
  const name = sheet.page().getByRole('rowheader', { name: purpose, exact: true })
  return sheet.getByRole('table').first().getByRole('row').filter({ has: name })
}
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('updates the visible question to the bookkeeper when a ledger changes', async ({ open }) => {
  const { page, wizard } = await open(`${wizardAddresses.web}&step=journals`)
  const sheet = await wizard.askBookkeeper()
  await expect(rowOf(sheet, 'Pin')).toContainText('nog niet aangemaakt')
  await sheet.getByRole('button', { name: 'Kopiëren' }).click()
  await expect(sheet.getByRole('status')).toHaveText('✓ Gekopieerd.')
  expect(await copied(page)).toContain('Pin: ')

  await wizard.agree.click()
  await expect(rowOf(sheet, 'Pin')).toContainText(/2210.*past/)
  // The confirmation of a copy disappears when the copied text is outdated.
  await expect(sheet.getByRole('status')).toBeEmpty()
  const mail = sheet.getByRole('link', { name: 'In een e-mail zetten' })
  const address = new URL((await mail.getAttribute('href')) ?? '')
  expect(address.searchParams.get('body')).toContain('Pin: 2210, Pinbetalingen, ')
})

test('prints only the bookkeeper’s sheet, on one page', async ({ open }) => {
  const { page, wizard } = await open(`${wizardAddresses.desktop}&step=journals`)
  const sheet = await wizard.askBookkeeper()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading')).toHaveText([title])
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(sheet.getByRole('columnheader', { name: 'Klopt dit?' })).toBeVisible()
  await expect(sheet.getByRole('table', { name: 'Voorbeelddag' })).toBeVisible()
  expect((await rowOf(sheet, 'Pin').boundingBox())?.height).toBeGreaterThan(40)
  expect(await countPdfPages(page)).toBe(1)

  // If the open sheet belongs to a hidden step, the page itself is printed.
  await page.emulateMedia({ media: 'screen' })
  await wizard.goTo('Samenvatting')
  await page.emulateMedia({ media: 'print' })
  await expect(wizard.heading('Samenvatting')).toBeVisible()
})
