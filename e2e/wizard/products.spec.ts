import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test('products are chosen, made, and taken back', async ({ open, sandbox }) => {
  const { page, wizard } = await open(`${places.desktop}&step=import_and_sync`)
  const openInvoices = page.getByRole('group', { name: 'Product voor openstaande facturen' })
  const chosen = openInvoices.getByRole('combobox', { name: 'Product voor openstaande facturen' })
  await wizard.switch('Product voor openstaande facturen gebruiken').check()
  await wizard.unfoldReportOnly()
  await chosen.click()
  await page.getByRole('option', { name: /^Oefenproduct openstaande facturen/ }).click()
  await expect(chosen).toHaveValue('Oefenproduct openstaande facturen (OEF-FACTUUR)')

  await openInvoices.getByRole('switch', { name: /^Nieuw product.*: Product voor open/ }).check()
  const create = openInvoices.getByRole('button', { name: /^Aanmaken.*: Product voor open/ })
  await create.click()
  await expect(openInvoices.getByRole('alert')).toHaveText(
    'Vul een productnaam en een artikelcode in.',
  )
  await openInvoices.getByRole('textbox', { name: 'Productnaam' }).fill('Factuur aan de kassa')
  await openInvoices.getByRole('textbox', { name: /^Artikelcode/ }).fill('FACT-KASSA')
  await openInvoices
    .getByRole('combobox', { name: 'Artikelomzetgroep' })
    .selectOption('2 Omzet laag')
  await create.click()
  await expect(chosen).toHaveValue('Factuur aan de kassa (FACT-KASSA)')
  await expect(chosen).toBeFocused()
  await expect(create).toHaveCount(0)
  expect(
    (await sandbox.rows('products')).filter(({ sku_code }) => sku_code === 'FACT-KASSA'),
  ).toMatchObject([
    { administration_id: 1007, name: 'Factuur aan de kassa', artikelomzetgroep: '2' },
  ])

  const emballage = page.getByRole('combobox', { name: 'Emballageproduct (niet verplicht)' })
  await emballage.click()
  await page.getByRole('option', { name: /^Oefenproduct statiegeld krat/ }).click()
  await expect(emballage).toHaveValue('Oefenproduct statiegeld krat (OEF-KRAT)')
  await page.getByRole('button', { name: /^Geen product kiezen.*Emballage/ }).click()
  await expect(emballage).toHaveValue('')
  await expect(emballage).toBeFocused()
})

const asked = (requests: readonly { path: string }[]) =>
  requests
    .filter(({ path }) => /product|artikelomzetgroep/.test(path))
    .map(({ path }) => path.replace('/api/snelstart/', ''))
    .sort()

test('products and groups are asked for once, as soon as they are shown', async ({
  open,
  sandbox,
}) => {
  const { page, wizard } = await open(`${places.desktop}&step=import_and_sync`)
  await expect(wizard.switch('Producten synchroniseren')).toBeVisible()
  expect(asked(await sandbox.requests())).toEqual([])
  await wizard.unfoldReportOnly()
  const emballage = page.getByRole('group', { name: 'Emballage (statiegeld)' })
  await emballage.getByRole('combobox').click()
  await page.getByRole('option', { name: /^Oefenproduct statiegeld krat/ }).click()
  await emballage.getByRole('switch', { name: 'Nieuw product aanmaken' }).check()
  await expect(emballage.getByRole('option', { name: '2 Omzet laag' })).toBeAttached()

  await wizard.goTo('SnelStart')
  await sandbox.clearRequests()
  await page.reload()
  await expect(wizard.application('Snelstart Web')).toBeChecked()
  await wizard.goTo('Grootboekrekeningen')
  await wizard.ledger('Emballage (statiegeld)').says('Nog te accepteren')
  await wizard.goTo('Samenvatting')
  await expect(wizard.row('Emballageproduct')).toContainText('statiegeld krat (OEF-KRAT)')
  expect(asked(await sandbox.requests())).toEqual([])

  await wizard.goTo('Import en synchronisatie')
  await expect(emballage.getByRole('combobox', { name: 'Emballageproduct' })).toHaveValue(
    'Oefenproduct statiegeld krat (OEF-KRAT)',
  )
  await expect(emballage.getByRole('option', { name: '2 Omzet laag' })).toBeAttached()
  await wizard.goTo('Onbekende klant')
  await wizard.goTo('Import en synchronisatie')
  await wizard.switch('Product voor openstaande facturen gebruiken').check()
  await expect(
    page.getByRole('combobox', { name: 'Product voor openstaande facturen' }),
  ).toBeVisible()
  expect(asked(await sandbox.requests())).toEqual([
    'journals/artikelomzetgroep/list',
    'product/list',
  ])
})

test('a product that is filled in but not made is a problem of its step', async ({ open }) => {
  const { page, wizard } = await open(places.configured)
  await wizard.goTo('Grootboekrekeningen')
  await wizard.acceptAll.click()
  await wizard.goTo('Import en synchronisatie')
  await wizard.switch('Product voor openstaande facturen gebruiken').uncheck()
  await wizard.unfoldReportOnly()
  const emballage = page.getByRole('group', { name: 'Emballage (statiegeld)' })
  const isNew = emballage.getByRole('switch', { name: 'Nieuw product aanmaken' })
  const name = emballage.getByRole('textbox', { name: 'Productnaam' })
  await isNew.check()
  await name.fill('Krat')
  await expect(emballage.getByText('is nog niet aangemaakt')).toHaveCount(0)
  await wizard.next.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await expect(wizard.tab('Import en synchronisatie')).toContainText('1 fout')

  await wizard.submit.click()
  await expect(wizard.heading('Import en synchronisatie')).toBeVisible()
  await expect(wizard.errorSummary).toBeFocused()
  await wizard.errorSummary.getByRole('link', { name: /^Emballageproduct/ }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/is nog niet aangemaakt/)
  await emballage.getByRole('textbox', { name: /^Artikelcode/ }).fill('KRAT-1')
  await emballage.getByRole('button', { name: 'Aanmaken' }).click()
  await expect(wizard.errorSummary).toHaveCount(0)
})
