import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { changeSettings } from '../../test/shops.ts'
import { countPdfPages, wizardAddresses } from '../pages/wizard.ts'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

test('downloads the stored settings with three clicks from Home', async ({ open, sandbox }) => {
  const { page, home, wizard } = await open(wizardAddresses.configured)
  await wizard.completeConfigured()
  await wizard.finish('Annuleren')
  await changeSettings(sandbox, 2007, { price_decimals: 5 })
  await page.goto('/')
  await home.tab('Klaar').click()
  await page.getByRole('link', { name: 'Verslag: Oefenslijterij Compleet (BE)' }).click()
  const report = page.getByRole('region', { name: 'Verslag', exact: true })
  await expect(report.getByRole('heading')).toBeFocused()
  await expect(report).toContainText('2200')
  await expect(report.locator('mark')).toHaveText(['gewijzigd'])
  const downloads = page.waitForEvent('download')
  await report.getByRole('link', { name: 'Verslag bewaren' }).click()
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^koppelpunt-1006-2007-\d{4}-\d\d-\d\d\.html$/)
  const sheet = await page.context().newPage()
  await sheet.setContent(await readFile(await download.path(), 'utf8'))
  await expect(sheet.locator('html')).toHaveAttribute('lang', 'nl')
  await expect(sheet.locator('dl')).toContainText('Gelezen door')
  expect(await countPdfPages(sheet)).toBe(1)
  await sheet.setViewportSize({ width: 360, height: 640 })
  expect(await sheet.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  const isPrinted = page.evaluate(
    () => new Promise((resolve) => (window.print = () => resolve(true))),
  )
  await report.getByRole('button', { name: 'Afdrukken' }).click()
  expect(await isPrinted).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading')).toHaveText(['Verslag'])
  expect(await countPdfPages(page)).toBe(1)
})
