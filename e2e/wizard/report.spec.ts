import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places, type WizardPage } from '../pages/wizard.ts'

test.beforeEach(({ sandbox }) => sandbox.setFlag('skip_final_redirect', { enabled: true }))

/** Sends a connection that is complete; ends at the report. */
async function finish(wizard: WizardPage) {
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: /^Bevestigen/ }).click()
  await expect(wizard.heading('SnelStart is ingesteld.')).toBeFocused()
}

/** The downloaded report, in a page of its own. */
async function download(page: Page) {
  const downloads = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Verslag downloaden' }).click()
  const document = await page.context().newPage()
  await document.setContent(await readFile(await (await downloads).path(), 'utf8'))
  return document
}

/** A PDF names each of its pages in the clear. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('a standard report is one sheet, downloaded or printed', async ({ open }) => {
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await finish(wizard)
  const report = page.getByRole('region', { name: 'Verslag van de instellingen' })
  await expect(report.locator('mark').first()).toHaveText('Aangemaakt')
  await expect(report).toContainText('120 Betaalwijze (contant) · Balans')
  expect(await pagesOf(page)).toBe(1)
  const document = await download(page)
  expect(await pagesOf(document)).toBe(1)
})

test('a print of the page has the report once, and nothing else', async ({ open }) => {
  const { page, wizard } = await open(places.configured)
  await wizard.completeConfigured()
  await finish(wizard)
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText('Oefenslijterij Compleet (BE)').filter({ visible: true }),
  ).toHaveCount(1)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('SnelStart is ingesteld.')).toBeHidden()
  await expect(page.getByRole('heading')).toHaveText(['Verslag van de instellingen'])

  // One that is folded away is in nobody's way: then the page itself is printed.
  await page.reload()
  await expect(page.getByText('Verslag van de vorige keer, in deze browser')).toBeVisible()
  await expect(wizard.heading('Samenvatting')).toBeVisible()
})

test('a new tab finds it from Home, until a sign-out', async ({ signInAt, context }) => {
  const { page, signIn, wizard } = await signInAt(places.configured)
  await wizard.completeConfigured()
  await finish(wizard)
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

  await page.getByRole('button', { name: 'Afmelden' }).click()
  await expect(signIn.heading).toBeVisible()
  await signIn.through(`${places.configured}&show=report`)
  await expect(
    page.getByText('Het verslag van deze locatie staat niet in deze browser'),
  ).toBeVisible()
})

test('on a narrow screen nothing scrolls sideways, and words are whole', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { wizard } = await open(places.configured)
  await wizard.completeConfigured()
  await finish(wizard)
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
  const document = await download(page)
  await document.setViewportSize({ width: 360, height: 640 })
  for (const each of [page, document]) {
    expect(await widthOf(each)).toBeLessThanOrEqual(360)
    const longest = each.getByText('Betalingsverschillen', { exact: true }).first()
    const lines = await longest.evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines).toBe(1)
  }
})
