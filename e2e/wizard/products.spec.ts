import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'

test('a product field keeps the focus when its product changes', async ({ open }) => {
  const { page, wizard } = await open(`${wizardAddresses.desktop}&step=import_and_sync`)
  const openInvoices = page.getByRole('group', { name: 'Product voor openstaande facturen' })
  const chosen = openInvoices.getByRole('combobox', { name: 'Product voor openstaande facturen' })
  await wizard.switch('Product voor openstaande facturen gebruiken').check()
  await wizard.unfoldReportOnly()
  await chosen.click()
  await page.getByRole('option', { name: /^Oefenproduct openstaande facturen/ }).click()
  await expect(chosen).toHaveValue('Oefenproduct openstaande facturen (OEF-FACTUUR)')

  await openInvoices.getByRole('switch', { name: /^Nieuw product.*: Product voor open/ }).check()
  const create = openInvoices.getByRole('button', { name: /^Aanmaken.*: Product voor open/ })
  await openInvoices.getByRole('textbox', { name: 'Productnaam' }).fill('Factuur aan de kassa')
  await openInvoices.getByRole('textbox', { name: /^Artikelcode/ }).fill('FACT-KASSA')
  await create.click()
  await expect(chosen).toHaveValue('Factuur aan de kassa (FACT-KASSA)')
  await expect(chosen).toBeFocused()
  await expect(create).toHaveCount(0)

  const emballage = page.getByRole('combobox', { name: 'Emballageproduct (niet verplicht)' })
  await emballage.click()
  await page.getByRole('option', { name: /^Oefenproduct statiegeld krat/ }).click()
  await expect(emballage).toHaveValue('Oefenproduct statiegeld krat (OEF-KRAT)')
  await page.getByRole('button', { name: /^Geen product kiezen.*Emballage/ }).click()
  await expect(emballage).toHaveValue('')
  await expect(emballage).toBeFocused()
})
