import { readFile } from 'node:fs/promises'
import { listPageRows, listRowLimit } from '../../src/lib/limits.ts'
import customersTexts from '../../src/lib/i18n/messages/nl/customers.json' with { type: 'json' }
import { createWorkbook } from '../../test/workbook.ts'
import { expect, test } from '../fixtures.ts'
import { customerCsv } from '../pages/boarding-list.ts'

const address = '/boarding/list'

test('shows all errors in the viewport and keeps corrections after a reload', async ({ open }) => {
  const { page, list } = await open(address)
  await list.load(
    customerCsv(4, {
      2: 'Bob;nobody;Zaak 2;;Nederland;zaak.nl;Markt;Goud',
      3: ';c@zaak.test;zaak 1;;NL;;Markt;winkel',
    }),
  )
  await expect(list.read).toBeFocused()
  const errors = list.table.locator('.field-error')
  await expect(errors).toHaveCount(3)
  for (const error of await errors.all()) await expect(error).toBeInViewport({ ratio: 1 })
  await list.cell('Email', 2).fill('bob@zaak.test')
  await page.reload()
  await expect(list.cell('Email', 2)).toHaveValue('bob@zaak.test')
})

test('loads an Excel file with columns that the user assigns and changes', async ({ open }) => {
  const { page, list } = await open(address)
  // The library would unpack a file of this size in a worker, which the policy forbids.
  const note = 'x'.repeat(30_000)
  const rows = Array.from({ length: 20 }, (_, row) => [
    ...['Anna', 'de Vries', `klant${row}@zaak.test`, `Zaak ${row}`, `${row} ${note}`],
  ])
  const cells = [['Voor', 'Achter', 'Email', 'Zaak', 'Notitie'], ...rows]
  await list.load(Buffer.from(createWorkbook({ Klanten: cells })))
  const heading = page.getByRole('heading', { name: 'Kolommen kiezen' })
  const column = (field: string) => page.getByLabel(field, { exact: true })
  const takeIn = page.getByRole('button', { name: 'Lijst inladen' })
  await expect(heading).toBeFocused()
  await takeIn.click()
  await expect(column('Naam')).toBeFocused()
  await expect(column('Naam')).toHaveAccessibleDescription('Naam is verplicht')
  await column('Naam').selectOption('Voor (Anna)')
  for (const field of ['Bedrijfsnaam', 'Locatie Naam']) {
    await column(field).selectOption('Zaak (Zaak 0)')
  }
  await takeIn.click()
  await expect(list.read).toHaveText('20 klanten ingeladen')
  await expect(list.read).toBeFocused()
  await expect(list.status).toContainText('Gelezen als Excel (Klanten).')

  await page.getByRole('button', { name: 'Kolommen kiezen' }).click()
  await expect(heading).toBeFocused()
  await page.getByLabel('Naam (2)').selectOption('Achter (de Vries)')
  await takeIn.click()
  await expect(list.read).toBeFocused()
  await list.tab('Alle').click()
  await expect(list.cell('Naam', 20)).toHaveValue('Anna de Vries')
})

test('on a phone each customer of a list is a card that opens', async ({ open }) => {
  const { page, list } = await open(address)
  await page.setViewportSize({ width: 360, height: 780 })
  await list.load(
    customerCsv(50, {
      29: 'Cleo;cleo@zaak.test;Zaak 29;123456789;NL;zaak.nl;Markt;Winkel',
      30: 'Bob;nobody;Zaak 30;;NL;zaak.nl;Markt;Winkel',
    }),
  )
  const card = page.getByRole('button', { name: 'Zaak 30', exact: true })
  await expect(card).toHaveAttribute('aria-expanded', 'false')
  await expect(list.cell('KvK', 30)).toBeHidden()
  await list.cell('Email', 30).fill('bob@zaak.test')
  await expect(list.cell('Email', 30)).toBeFocused()
  await card.press('Enter')
  await expect(card).toHaveAttribute('aria-expanded', 'true')
  await expect(list.cell('KvK', 30)).toBeVisible()
  await page.getByRole('button', { name: '1 twijfel: bekijk' }).click()
  await expect(list.tab('Twijfel 1')).toHaveAttribute('aria-pressed', 'true')
  await expect(list.cell('KvK', 29)).toBeVisible()
  await list.tab('Alle').click()
  const rowsHigh = await list.table.evaluate((table) => table.scrollHeight / 25)
  expect(rowsHigh).toBeLessThan(6000 / 50)
})

test('the template contains the subscriptions but no customers', async ({ open }) => {
  const { page, list } = await open(address)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: customersTexts.template }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('klanten-voorbeeld.csv')
  const template = await readFile(await download.path(), 'utf8')
  expect(template).toContain('Start / Winkel / Winkel en webshop / Keten')
  await list.load(template)
  await expect(list.refusal).toContainText(customersTexts.headingsOnly)
})

test('asks for the encoding of a list if words look wrong', async ({ open }) => {
  const { page, list } = await open(address)
  await list.load(customerCsv(1, { 1: 'RenÃ©;a@zaak.test;Zaak;;NL;;Markt;Winkel' }))
  await expect(page.getByRole('alert')).toContainText('Gelezen als UTF-8 lijkt dit onjuist: RenÃ©.')
  await expect(page.getByRole('combobox', { name: 'Kies hoe het hoort' })).toHaveValue('UTF-8 (2×)')
  await page.getByRole('button', { name: 'Lijst inladen' }).click()
  await expect(list.status).toContainText('Gelezen als UTF-8 (2×).')
  await expect(list.cell('Naam', 1)).toHaveValue('René')
})

test('offers one subscription for all customers whose subscription is missing or unknown', async ({
  open,
}) => {
  const { page, list } = await open(address)
  const lines = {
    1: 'Ann;a@zaak.test;Zaak 1;;NL;;Markt;',
    2: 'Bob;b@zaak.test;Zaak 2;;NL;;Markt;Goud',
  }
  await list.load(customerCsv(3, lines))
  await page.getByLabel('Abonnement voor alle 2').selectOption('Keten')
  for (const customer of [1, 2]) {
    await expect(list.cell('Abonnement', customer).locator(':checked')).toHaveText('Keten')
  }
})

test('shows a long list in pages without a scroll box', async ({ open }) => {
  const { page, list } = await open(address)
  await list.load(customerCsv(listRowLimit))
  await expect(list.read).toHaveText('2000 klanten ingeladen')
  await expect(list.table.getByRole('row')).toHaveCount(listPageRows + 1)
  const last = list.cell('Bedrijfsnaam', 25)
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await expect(list.table.getByRole('columnheader', { name: 'Bedrijfsnaam' })).toBeInViewport()
  const isScrolled = await last.evaluate((element) => {
    for (let each = element.parentElement; each; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return true
    return false
  })
  expect(isScrolled).toBe(false)
  await page.getByRole('button', { name: 'Volgende' }).click()
  await expect(
    page.getByRole('heading', { name: 'Klanten 26 tot en met 50 van 2000' }),
  ).toBeFocused()
  await expect(list.cell('Bedrijfsnaam', 26)).toHaveValue('Zaak 26')
})

test('the first of two dropped files replaces the list after a confirmation', async ({ open }) => {
  const { page, list } = await open(address)
  await list.drop(customerCsv(1))
  await expect(list.read).toHaveText('1 klant ingeladen')
  await expect(list.read).toBeFocused()
  await list.drop(customerCsv(2), customerCsv(3))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await expect(list.read).toHaveText('2 klanten ingeladen')
  await expect(page.getByText('Alleen klanten.csv is ingeladen.')).toBeVisible()
})
