import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test.use({ expectedErrors: /status of 40[01]/ })

test('a reload, language and an expired session keep everything', async ({ open, sandbox }) => {
  const { page, signIn, wizard } = await open(places.desktop)
  await wizard.chooseDesktop()
  await wizard.goTo('Grootboekrekeningen')
  await (await wizard.unfold('Emballage (statiegeld)')).accept.click()
  await (await wizard.unfold('Contant')).type('2201')
  await wizard.goTo('Onbekende klant')
  await wizard.relationCode.fill('100')
  await page.reload()
  await expect(page.getByText('Oefenklant op rekening').filter({ visible: true })).toBeVisible()
  await wizard.goTo('Grootboekrekeningen')
  await (await wizard.unfold('Contant')).field('Omschrijving').fill('Contant in de winkel')

  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`/en${places.desktop}&step=journals`)
  const row = page.getByRole('group', { name: 'Cash', exact: true })
  const unfold = () => row.getByRole('button', { name: /^Change/ }).click()
  await unfold()
  const cash = page.getByRole('textbox', { name: 'Cash ledger' })
  await expect(cash).toHaveValue('2201')
  await sandbox.revokeSessions({ accessTokens: true })
  await cash.fill('2202')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in again' }).click()
  await signIn.as('reseller')

  await expect(page).toHaveURL(`/en${places.desktop}&step=journals`)
  await unfold()
  await expect(cash).toHaveValue('2202')
  const description = row.getByRole('textbox', { name: 'Description' })
  await expect(description).toHaveValue('Contant in de winkel')
  await page.getByRole('link', { name: 'Nederlands' }).click()
  await wizard.ledger('Emballage (statiegeld)').says('Geaccepteerd')
  await wizard.goTo('SnelStart')
  await expect(wizard.application('Snelstart 12')).toBeChecked()
  await expect(wizard.template('Standaard ordersjabloon').locator(':checked')).toHaveText(
    'Standaard verkooporder',
  )
  await wizard.goTo('Onbekende klant')
  await expect(wizard.relationCode).toHaveValue('100')
})
