import { readFile } from 'node:fs/promises'
import { listPageRows, listRowLimit } from '../../src/lib/limits.ts'
import customersTexts from '../../src/lib/i18n/messages/nl/customers.json' with { type: 'json' }
import { expect, test } from '../fixtures.ts'
import { BoardingListPage, listOf } from '../pages/boarding-list.ts'

const address = '/boarding/list'

test('customers of a list are told what to mend, also after a reload', async ({ open }) => {
  const { page } = await open(address)
  const list = new BoardingListPage(page)
  await list.load(
    listOf(4, {
      2: 'Bob;nobody;Zaak 2;;Nederland;zaak.nl;Markt;Goud',
      3: ';c@zaak.test;zaak 1;;NL;;Markt;winkel',
    }),
  )
  await expect(list.read).toHaveText('4 klanten ingeladen')
  await expect(list.read).toBeFocused()
  await expect(list.counts).toHaveText(
    '2 klanten kunnen worden aangemeld. 2 klanten hebben fouten.',
  )
  await expect(list.cell('Website', 2)).toHaveValue('https://zaak.nl')
  await expect(list.cell('Email', 2)).toHaveAccessibleDescription('Vul een geldig e-mailadres in.')
  await expect(list.cell('Abonnement', 2)).toHaveAccessibleDescription(/^Goud wordt niet/)
  await expect(list.table).toContainText('Zelfde bedrijf als klant 1')

  await page.getByLabel(customersTexts.onlyWrong).check()
  await expect(list.table.getByRole('row')).toHaveCount(3)
  await list.cell('Email', 2).fill('bob@zaak.test')
  await list.cell('Abonnement', 2).selectOption('Winkel')
  await expect(list.cell('Email', 2)).toHaveAttribute('aria-invalid', 'false')
  await list.tick(3).uncheck()
  await expect(list.counts).toHaveText(
    '3 klanten kunnen worden aangemeld. 1 klant wordt overgeslagen.',
  )
  // Mended rows stay while somebody is at work on them.
  await expect(list.table.getByRole('row')).toHaveCount(3)

  await page.reload()
  await expect(list.counts).toHaveText(
    '3 klanten kunnen worden aangemeld. 1 klant wordt overgeslagen.',
  )
  await expect(list.cell('Email', 2)).toHaveValue('bob@zaak.test')
})

test('what cannot be read says why, and the template can', async ({ open }) => {
  const { page } = await open(address)
  const list = new BoardingListPage(page)
  await list.load(listOf(listRowLimit + 1))
  await expect(list.refusal).toContainText(String(listRowLimit + 1))
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: customersTexts.template }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('klanten-voorbeeld.csv')
  await list.load(await readFile(await download.path()))
  await expect(list.read).toHaveText('1 klant ingeladen')
})

test('a long list is shown in parts', async ({ open }) => {
  const { page } = await open(address)
  const list = new BoardingListPage(page)
  await list.load(listOf(listRowLimit))
  await expect(list.read).toHaveText('2000 klanten ingeladen')
  await expect(list.table.getByRole('row')).toHaveCount(listPageRows + 1)
  await page.getByRole('button', { name: 'Volgende' }).click()
  await expect(
    page.getByRole('heading', { name: 'Klanten 26 tot en met 50 van 2000' }),
  ).toBeFocused()
  await expect(list.cell('Bedrijfsnaam', 26)).toHaveValue('Zaak 26')
})

test('a file may be dropped anywhere, and takes the place of a list that is there once agreed', async ({
  open,
}) => {
  const { page } = await open(address)
  const list = new BoardingListPage(page)
  await list.drop(listOf(2))
  await expect(list.read).toHaveText('2 klanten ingeladen')
  await expect(list.read).toBeFocused()
  await list.drop(listOf(3))
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(list.read).toHaveText('2 klanten ingeladen')
  await list.drop(listOf(3))
  await dialog.getByRole('button', { name: 'Opnieuw beginnen' }).click()
  await expect(list.read).toHaveText('3 klanten ingeladen')
})
