import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { changeSettings } from '../../test/shops.ts'
import { checks } from '../pages/check.ts'
import { HomePage } from '../pages/home.ts'
import { countPdfPages, places } from '../pages/wizard.ts'
import { signOut } from '../pages/account.ts'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

test('downloads the stored settings with three clicks from Home', async ({ open, sandbox }) => {
  const { page, wizard } = await open(places.configured)
  await wizard.completeConfigured()
  await wizard.finish('Annuleren')
  await changeSettings(sandbox, 2007, { price_decimals: 5 })
  await page.goto('/')
  await sandbox.clearRequests()
  await new HomePage(page).tab('Klaar').click()
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
  const writes = (await sandbox.requests()).filter(({ method }) => method !== 'GET')
  expect(writes.filter(({ path }) => path.startsWith('/api/'))).toEqual([])
})

test('compares the stored settings with the last report until a sign-out', async ({
  signInAt,
  context,
}) => {
  const { page, signIn, wizard } = await signInAt(places.configured)
  await wizard.completeConfigured()
  await wizard.finish('Bevestigen')
  const other = await context.newPage()
  const stored = `${checks.configured}&show=report`
  await other.goto(stored)
  const report = other.getByRole('region', { name: 'Verslag', exact: true })
  await expect(report).toContainText('Vorig verslag')

  await signOut(page)
  await expect(signIn.heading).toBeVisible()
  await signIn.through(stored)
  const after = page.getByRole('region', { name: 'Verslag', exact: true })
  await expect(after).toContainText('Gelezen door')
  await expect(after).not.toContainText('Vorig verslag')
})
