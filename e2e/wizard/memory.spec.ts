import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test.use({ expectedErrors: /status of 40[01]/ })

test('a reload, language and an expired session keep everything', async ({ open, sandbox }) => {
  const { page, signIn, wizard } = await open(places.desktop)
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.chooseStock()
  await wizard.goTo('Grootboekrekeningen')
  await (await wizard.unfold('Emballage (statiegeld)')).accept.click()
  await (await wizard.unfold('Contant')).type('2201')
  await wizard.goTo('Onbekende klant')
  await wizard.relationCode.fill('100')
  await page.reload()

  await expect(page.getByText('Oefenklant op rekening')).toBeVisible()
  await expect(wizard.relationCode).toHaveValue('100')
  await wizard.goTo('Grootboekrekeningen')
  await wizard.ledger('Emballage (statiegeld)').says('Geaccepteerd')
  await (await wizard.unfold('Contant')).says('Grootboekrekening 2201 bestaat nog niet.')
  await expect((await wizard.unfold('Contant')).number).toHaveValue('2201')
  await (await wizard.unfold('Contant')).field('Omschrijving').fill('Contant in de winkel')

  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`/en${places.desktop}&step=journals`)
  const row = page.getByRole('group', { name: 'Cash', exact: true })
  const unfold = () => row.getByRole('button', { name: /^Change/ }).click()
  await unfold()
  const cash = page.getByRole('textbox', { name: 'Cash ledger' })
  await expect(cash).toHaveValue('2201')
  const description = row.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue('Contant in de winkel')
  await sandbox.revokeSessions({ accessTokens: true })
  await cash.fill('2202')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in again' }).click()
  await signIn.as('reseller')

  await expect(page).toHaveURL(`/en${places.desktop}&step=journals`)
  await unfold()
  await expect(cash).toHaveValue('2202')
  await expect(description).toHaveValue('Contant in de winkel')
  await page.getByRole('link', { name: 'Nederlands' }).click()
  await wizard.ledger('Emballage (statiegeld)').says('Geaccepteerd')
  await wizard.goTo('SnelStart')
  await expect(wizard.application('Snelstart 12')).toBeChecked()
  await expect(wizard.template('Standaard ordersjabloon').locator(':checked')).toHaveText(
    'Standaard verkooporder',
  )
  await wizard.goTo('Voorraad')
  await expect(wizard.stock).toBeChecked()
  await expect(wizard.template('Ordersjabloon op rekening').locator(':checked')).toHaveText(
    'Order op rekening (exclusief btw)',
  )
  await wizard.goTo('Onbekende klant')
  await expect(wizard.relationCode).toHaveValue('100')
})

test('visited steps come back with the rest', async ({ open }) => {
  const { page, wizard } = await open(places.desktop)
  await wizard.goTo('Onbekende klant')
  await expect(page.getByText('Klant onbekend')).toBeVisible()
  await wizard.goTo('SnelStart')
  await page.reload()
  await expect(wizard.tab('Onbekende klant')).toContainText('ingevuld')
  await expect(wizard.tab('SnelStart')).toContainText('ingevuld')
  await expect(wizard.tab('Import en synchronisatie')).not.toContainText('ingevuld')
})

test('what was told to be incomplete is told after a reload', async ({ open }) => {
  const { page, wizard } = await open(places.desktop)
  await wizard.chooseDesktop()
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await wizard.goTo('Samenvatting')
  const told = page.getByText('Nog niet compleet')
  await expect(told).toBeVisible()
  await page.reload()
  await expect(wizard.tab('SnelStart')).toContainText('ingevuld')
  await expect(wizard.tab('Grootboekrekeningen')).toContainText('7 fouten')
  await expect(told).toBeVisible()
})

test('a later visit shows nothing of the books before it has read them again', async ({
  open,
  sandbox,
}) => {
  const { page, wizard } = await open(places.desktop)
  await wizard.application('Snelstart Web').waitFor()
  const held = Promise.withResolvers<undefined>()
  await page.route('**/api/snelstart/company?*', async (route) => {
    await held.promise
    const response = await route.fetch()
    const settings = (await response.json()) as object
    await route.fulfill({ response, json: { ...settings, sync_product: true } })
  })
  await sandbox.clearRequests()
  await page.reload()
  await expect.poll(() => sandbox.requests('/api/snelstart/company/info')).toHaveLength(1)
  await expect(page.locator('form.steps')).toHaveCount(0)
  held.resolve(undefined)
  await wizard.goTo('Import en synchronisatie')
  await expect(page.getByRole('switch', { name: 'Producten synchroniseren' })).toBeChecked()
})
