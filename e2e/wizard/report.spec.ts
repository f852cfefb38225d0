import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { pagesOf, places } from '../pages/wizard.ts'
import { signOut } from '../pages/account.ts'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

test('a report is one sheet and nothing else, printed or downloaded', async ({ open }) => {
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await wizard.finish('Bevestigen')
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
  await report.getByRole('link', { name: 'Verslag downloaden' }).click()
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

test('a new tab finds it from Home, until a sign-out', async ({ signInAt, context }) => {
  const { page, signIn, wizard } = await signInAt(places.configured)
  await wizard.completeConfigured()
  await wizard.finish('Bevestigen')
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('link', { name: 'Verslag bekijken: Oefenslijterij Compleet (BE)' }).click()
  await expect(other.getByText('Verslag van de vorige keer, in deze browser')).toBeFocused()
  const report = other.getByRole('region', { name: 'Verslag van de instellingen' })
  await expect(report).toContainText('Import van productengestart')
  await expect(report).toContainText('tot u zich afmeldt')
  // Asked for, it comes first; whoever opens a step is done with it.
  const isFirst = await report.evaluate((element) => {
    const form = document.querySelector('form')
    return !!form && !!(element.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING)
  })
  expect(isFirst).toBe(true)
  await other.getByRole('button', { name: 'Volgende' }).click()
  await expect(report).toBeHidden()

  await signOut(page)
  await expect(signIn.heading).toBeVisible()
  await signIn.through(`${places.configured}&show=report`)
  await expect(page.getByText('Van deze locatie staat geen verslag in deze browser')).toBeVisible()
})
