import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { changeSettings } from '../../test/shops.ts'
import { pagesOf, places } from '../pages/wizard.ts'
import { signOut } from '../pages/account.ts'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

test('a report is one sheet and nothing else, printed or downloaded', async ({ open }) => {
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await wizard.finish('Bevestigen')
  await page.getByText('Verslag van de vorige keer, in deze browser').click()
  const report = page.getByRole('region', { name: 'Verslag van de instellingen' })
  await expect(report.locator('mark').first()).toHaveText('Aangemaakt')
  const isPrinted = page.evaluate(
    () => new Promise((resolve) => (window.print = () => resolve(true))),
  )
  await report.getByRole('button', { name: 'Afdrukken' }).click()
  expect(await isPrinted).toBe(true)
  expect(await pagesOf(page)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading')).toHaveText(['Verslag van de instellingen'])
  await page.emulateMedia({ media: 'screen' })

  const downloads = page.waitForEvent('download')
  await report.getByRole('link', { name: 'Verslag bewaren' }).click()
  const download = await downloads
  expect(download.suggestedFilename()).toMatch(/^koppelpunt-1007-2008-\d{4}-\d\d-\d\d\.html$/)
  const sheet = await page.context().newPage()
  await sheet.setContent(await readFile(await download.path(), 'utf8'))
  expect(await sheet.locator('dl').innerText()).toMatch(/Import van producten\s+gestart/)
  expect(await pagesOf(sheet)).toBe(1)
  await sheet.setViewportSize({ width: 360, height: 640 })
  expect(await sheet.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  // One that is folded away is in nobody's way: then the page itself is printed.
  await page.reload()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Verslag van de vorige keer, in deze browser')).toBeVisible()
  await expect(wizard.heading('Samenvatting')).toBeVisible()
})

test('what is stored is two presses from Home, as a file', async ({ open, sandbox }) => {
  const { page, wizard } = await open(places.configured)
  await wizard.completeConfigured()
  await wizard.finish('Annuleren')
  await changeSettings(sandbox, 2007, { price_decimals: 5 })
  await page.goto('/')
  await sandbox.clearRequests()
  await page.getByRole('link', { name: 'Verslag: Oefenslijterij Compleet (BE)' }).click()
  const report = page.getByRole('region', { name: 'Verslag', exact: true })
  await expect(report.getByRole('heading')).toBeFocused()
  await expect(report).toContainText('2200')
  await expect(report.locator('mark')).toHaveText(['gewijzigd'])
  const downloads = page.waitForEvent('download')
  await report.getByRole('link', { name: 'Verslag bewaren' }).click()
  const sheet = await page.context().newPage()
  await sheet.setContent(await readFile(await (await downloads).path(), 'utf8'))
  await expect(sheet.locator('dl')).toContainText('Gelezen door')
  expect(await pagesOf(sheet)).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading')).toHaveText(['Verslag'])
  expect(await pagesOf(page)).toBe(1)
  const writes = (await sandbox.requests()).filter(({ method }) => method !== 'GET')
  expect(writes.filter(({ path }) => path.startsWith('/api/'))).toEqual([])
})

test('a new tab finds the last one, until a sign-out', async ({ signInAt, context }) => {
  const { page, signIn, wizard } = await signInAt(places.configured)
  await wizard.completeConfigured()
  await wizard.finish('Bevestigen')
  const other = await context.newPage()
  await other.goto(places.configured)
  const last = 'Verslag van de vorige keer, in deze browser'
  await other.getByText(last).click()
  const report = other.getByRole('region', { name: 'Verslag van de instellingen' })
  await expect(report).toContainText('Import van productengestart')
  await expect(report).toContainText('tot u zich afmeldt')
  // Whoever opens a step is done with it.
  await other.getByRole('button', { name: 'Volgende' }).click()
  await expect(report).toBeHidden()

  await signOut(page)
  await expect(signIn.heading).toBeVisible()
  await signIn.through(places.configured)
  await page.locator('form.steps').waitFor()
  await expect(page.getByText(last)).toHaveCount(0)
})
