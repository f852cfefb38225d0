import type { Locator, Page } from '@playwright/test'
import { mailAddressLimit } from '../../src/lib/limits.ts'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const title = 'Kloppen deze grootboekrekeningen?'
const copy = (sheet: Locator) => sheet.getByRole('button', { name: 'Kopiëren' })
const rowOf = (sheet: Locator, purpose: string) => {
  const name = sheet.page().getByRole('rowheader', { name: purpose, exact: true })
  return sheet.getByRole('table').first().getByRole('row').filter({ has: name })
}
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** What the mail program gets. */
async function mailOf(sheet: Locator): Promise<{ subject: string; body: string }> {
  const link = sheet.getByRole('link', { name: 'In een e-mail zetten' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect([address.protocol, address.pathname]).toEqual(['mailto:', ''])
  expect(address.href.length).toBeLessThanOrEqual(mailAddressLimit)
  const [subject, body] = ['subject', 'body'].map((name) => address.searchParams.get(name) ?? '')
  return { subject: subject ?? '', body: body ?? '' }
}

test('both steps have the sheet, each as things are, to copy and to mail', async ({
  page,
  open,
  sandbox,
}) => {
  const { wizard } = await open(`${places.web}&step=journals`)
  const cash = await wizard.unfold('Contant')
  await cash.type('1300')
  await cash.says('Grootboekrekening 1300 bestaat al.')
  await sandbox.clearRequests()
  const sheet = await wizard.askBookkeeper()
  await expect(sheet.getByRole('table').first().getByRole('row')).toHaveCount(8)
  await expect(rowOf(sheet, 'Contant')).toContainText(/1300.*Debiteuren.*4 Dagboek verkoop/)
  await expect(rowOf(sheet, 'Contant')).toContainText(
    /let op \(Nog te accepteren\)Deze rekening houdt SnelStart zelf bij/,
  )
  await expect(rowOf(sheet, 'Pin')).toContainText('nog niet aangemaakt')

  await copy(sheet).click()
  await expect(sheet.getByRole('status')).toHaveText('✓ Gekopieerd.')
  const text = await copied(page)
  expect(text).toContain(
    'Contant: 1300 Debiteuren\n4 Dagboek verkoop, Balans, Vorderingen: let op (Nog te accepteren)\n',
  )
  const { subject, body } = await mailOf(sheet)
  expect(subject).toMatch(/^Kloppen deze grootboekrekeningen van Oefen.* \(\w\w\)\?$/)
  // The example day would be too long for some mail programs, and that is said.
  expect(text).toMatch(
    /\n\nVoorbeelddag\nKassa \(ECR\), alle bedragen samen: 2050\nContant, €\s400,00: 1300\n/,
  )
  expect(body).not.toContain('alle bedragen samen')
  // What is to be looked at comes first in both.
  expect(text.split('\n\n')[1]).toMatch(/^Contant: 1300 .*Klopt dit\? Ja \/ Nee \/ Opmerking:$/s)
  expect(body.split('\r\n\r\n')[1]).toMatch(/^Contant: 1300, .*Klopt dit\?$/)
  expect(body).toMatch(/\r\n\r\nDit paste niet in deze e-mail: .*Voorbeelddag\.$/)
  await expect(sheet).toContainText('De e-mail krijgt niet alles')
  // No name of whoever is signed in, and nothing was sent.
  expect(text).not.toMatch(/@|Reseller/)
  const sent = (await sandbox.requests()).filter((each) => each.path.startsWith('/api'))
  expect(sent).toEqual([])

  // It follows what is done while it is open.
  await wizard.createAll.click()
  await expect(rowOf(sheet, 'Pin')).toContainText(/2210.*past/)
  expect((await mailOf(sheet)).body).toContain('Pin: 2210, Pinbetalingen, ')
  // What was copied is no longer what stands here.
  await expect(sheet.getByRole('status')).toBeEmpty()

  await wizard.goTo('Samenvatting')
  await expect(sheet).toBeHidden()
  await wizard.askBookkeeper()
  await expect(sheet).toHaveCount(1)
  await expect(rowOf(sheet, 'Pin')).toContainText(/2210.*past/)
  await copy(sheet).click()
  await expect(sheet.getByRole('status')).toHaveText('✓ Gekopieerd.')
  expect(await copied(page)).toContain('Pin: 2210 Pinbetalingen\n')
})

test('a print has the sheet alone, with room to answer, on one page', async ({ page, open }) => {
  const { wizard } = await open(`${places.desktop}&step=journals`)
  const sheet = await wizard.askBookkeeper()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading')).toHaveText([title])
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(page.getByText('Vraag het uw boekhouder').filter({ visible: true })).toHaveCount(0)
  await expect(sheet.getByRole('columnheader', { name: 'Klopt dit?' })).toBeVisible()
  await expect(sheet.getByRole('table', { name: 'Voorbeelddag' })).toBeVisible()
  expect((await rowOf(sheet, 'Pin').boundingBox())?.height).toBeGreaterThan(40)
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)

  // Open in a step that is not shown, it is in nobody's way: then the page itself is printed.
  await page.emulateMedia({ media: 'screen' })
  await wizard.goTo('Samenvatting')
  await page.emulateMedia({ media: 'print' })
  await expect(wizard.heading('Samenvatting')).toBeVisible()
})

test('beside the last report, that of both is printed which was opened last', async ({
  page,
  open,
  sandbox,
}) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  const { wizard } = await open(places.configured)
  await wizard.submitConfigured()
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(wizard.heading('SnelStart is ingesteld.')).toBeFocused()
  await page.goto(`${places.configured}&show=report&step=summary`)
  await expect(page.getByRole('region', { name: 'Verslag van de instellingen' })).toBeVisible()
  await wizard.askBookkeeper()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading')).toHaveText([title])
  await expect(page.getByText('Verslag van de vorige keer')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByText('Verslag van de vorige keer').click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading')).toHaveText(['Verslag van de instellingen'])
})
