import { readFile } from 'node:fs/promises'
import customersTexts from '../../src/lib/i18n/messages/nl/customers.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { BoardingListPage, listOf } from '../pages/boarding-list.ts'

const button = (name: string) => ({ name, exact: true })

test('fifty customers are made once, and each has its link', async ({ open, sandbox }) => {
  test.setTimeout(120_000)
  await sandbox.changeSettings({ userAppearance: 0 })
  const { page } = await open('/')
  // The first press; the file is the second, and the third sends.
  await page.getByRole('link', { name: customersTexts.title }).click()
  const list = new BoardingListPage(page)
  await list.load(listOf(50))
  const before = Date.now()
  await page.getByRole('button', button('50 klanten aanmelden')).click()
  await expect(page.getByText('De lijst is klaar.')).toBeVisible({ timeout: 90_000 })
  const seconds = Math.round((Date.now() - before) / 1000)
  test.info().annotations.push({ type: 'seconds for 50 customers', description: String(seconds) })
  await expect(page.getByText('50 van 50 klanten klaar.')).toBeVisible()
  const made = (await sandbox.rows('administrations')).filter(({ name }) => /^Zaak \d/.test(name))
  expect(made).toHaveLength(50)
  expect(new Set(made.map(({ name }) => name)).size).toBe(50)

  const waiting = page.waitForEvent('download')
  await page.getByRole('link', button(customersTexts.download)).click()
  const text = await readFile(await (await waiting).path(), 'utf8')
  expect(text.match(/approved%3Dcustomer/g)).toHaveLength(50)
  await expect(
    page.getByRole('link', { name: /^In een e-mail zetten ?: Zaak 1$/ }),
  ).toHaveAttribute('href', /^mailto:klant1@zaak\.test\?.*referenceKey/)
})

test('questions wait in their rows, and are answered alike, also after a reload', async ({
  open,
  sandbox,
}) => {
  await sandbox.changeSettings({ userAppearance: 'never' })
  const { page } = await open('/boarding/list')
  const list = new BoardingListPage(page)
  await list.load(listOf(4))
  await page.getByRole('button', button('4 klanten aanmelden')).click()
  await expect(page.getByText('4 klanten wachten op een antwoord.')).toBeVisible()
  const first = page.getByRole('group', { name: 'Klant 1, Zaak 1' })
  await first.getByRole('button', { name: /^Bevestigen/ }).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(1)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(1)
  await expect(list.counts).toHaveText('4 kunnen worden aangemeld. ')
  await page.getByRole('button', button(customersTexts.goOn)).click()
  await page.getByRole('button', button('Alle 3 bevestigen')).click()
  await expect(list.table.getByText('Wacht op goedkeuring')).toHaveCount(4)
  await expect(page.getByText('De lijst is klaar.')).toBeVisible()
  const made = (await sandbox.rows('administrations')).filter(({ name }) => /^Zaak \d/.test(name))
  expect(made).toHaveLength(4)
})
