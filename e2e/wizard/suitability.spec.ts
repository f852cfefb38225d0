import { expect, test } from '../fixtures.ts'
import { focusWithTab } from '../pages/keyboard.ts'
import { wizardAddresses } from '../pages/wizard.ts'

test('accepts a ledger with a warning by keyboard', async ({ open, sandbox }) => {
  const body = {
    ...{ nummer: '8040', omschrijving: 'Anders' },
    ...{ grootboekfunctie: 'VerkopenOmzetHoog', rekening_code: 'WinstEnVerlies' },
  }
  await sandbox.answer('GET', '/api/snelstart/journals/grootboeken/8040', body)
  const warning =
    /Let op: boekt als omzet hoog, rubriek 1a van de btw-aangifte\. Hoort het daar niet, dan klopt uw aangifte niet\./
  const { page, wizard } = await open(`${wizardAddresses.desktop}&step=journals`)
  const row = wizard.ledger('Emballage (statiegeld)')
  await expect(row.group).toContainText(warning)
  await expect(wizard.agree).toHaveText('Akkoord met alle 6')
  await expect(wizard.agree).toHaveAccessibleDescription(
    /Zonder Emballage \(statiegeld\) 8040\. Daarover beslist u zelf\.$/,
  )
  await focusWithTab(wizard.agree)
  await page.keyboard.press('Enter')
  await expect(wizard.agreed).toBeFocused()
  await focusWithTab(row.toggle)
  await page.keyboard.press('Enter')
  await expect(row.accept).toHaveAccessibleDescription(warning)
  await focusWithTab(row.accept)
  await page.keyboard.press('Enter')
  await expect(row.state).toBeFocused()
  await expect(row.state).toHaveText('Geaccepteerd')

  await wizard.goTo('Samenvatting')
  const again = page.getByRole('region', { name: 'Nog eens bekijken' })
  await expect(again.getByText(warning)).toHaveCount(1)
  await focusWithTab(again.getByRole('button', { name: 'Wijzig Emballage (statiegeld)' }))
  await page.keyboard.press('Enter')
  await expect(row.number).toBeFocused()
})

test('the final screen names a refused ledger that the user kept', async ({ open, sandbox }) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  const question = 'Kies een andere rekening voor pin: SnelStart weigert boekingen op 2010'
  const { page, wizard } = await open(`${wizardAddresses.desktop}&step=journals`)
  const row = await wizard.unfold('Pin')
  await row.type('2010')
  await row.says(question)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await expect(page.getByRole('link', { name: question })).toBeVisible()
  await row.group.getByRole('button', { name: 'Toch 2010 gebruiken : Pin' }).click()
  await expect(row.state).toHaveText('Toch gebruikt')
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  const end = /^Opgeslagen, maar SnelStart weigert boekingen op 2010 Tussenrekening balans/
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(page.getByRole('region', { name: end })).toBeVisible()
})
