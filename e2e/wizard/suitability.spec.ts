import type { SandboxControl } from '../../test/sandbox.ts'
import { expect, test } from '../fixtures.ts'
import { focusWithTab } from '../pages/keyboard.ts'
import { places } from '../pages/wizard.ts'

/** Replaces the ledger function in all lookups of a ledger number. */
const withFunction = (sandbox: SandboxControl, nummer: string, grootboekfunctie: string) =>
  sandbox.injectFault({
    method: 'GET',
    path: `/api/snelstart/journals/grootboeken/${nummer}`,
    fault: {
      kind: 'answer',
      body: { nummer, omschrijving: 'Anders', grootboekfunctie, rekening_code: 'WinstEnVerlies' },
    },
  })

test('shows a ledger’s effect on the books wherever it is chosen, by keyboard', async ({
  open,
  sandbox,
}) => {
  await withFunction(sandbox, '8040', 'VerkopenOmzetHoog')
  const warning =
    /Let op: boekt als omzet hoog, rubriek 1a van de btw-aangifte\. Hoort het daar niet, dan klopt uw aangifte niet\./
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  const row = wizard.ledger('Emballage (statiegeld)')
  await expect(row.group).toContainText(warning)
  await expect(row.group).not.toContainText('12 Verkopen/omzet hoog')
  await expect(page.getByText(warning).filter({ visible: true })).toHaveCount(1)
  await expect(wizard.agree).toHaveText('Akkoord met alle 6')
  await expect(wizard.agree).toHaveAccessibleDescription(
    /^4 worden aangemaakt, 2 bestaan al\. .*komen nieuwe boekingen\. Zonder Emballage \(statiegeld\) 8040\. Daarover beslist u zelf\.$/,
  )

  await focusWithTab(wizard.agree)
  await page.keyboard.press('Enter')
  await expect(wizard.agreed).toHaveText(
    '4 rekeningen aangemaakt in SnelStart. 2 bestaande rekeningen geaccepteerd.',
  )
  await expect(wizard.agreed).toBeFocused()
  await focusWithTab(row.toggle)
  await page.keyboard.press('Enter')
  await expect(row.accept).toHaveAccessibleDescription(warning)
  await row.openDetails()
  await expect(row.group.getByText('12 Verkopen/omzet hoog, rubriek 1a')).toBeVisible()
  await focusWithTab(row.accept)
  await page.keyboard.press('Enter')
  await expect(row.state).toBeFocused()
  await expect(row.state).toHaveText('Geaccepteerd')
  await expect(row.group).toContainText(warning)
  await expect(row.group.locator('.chip')).toHaveAttribute('data-kind', 'warning')

  await wizard.goTo('Samenvatting')
  const again = page.getByRole('region', { name: 'Nog eens bekijken' })
  await expect(again.getByText(warning)).toHaveCount(1)
  await focusWithTab(again.getByRole('button', { name: 'Wijzig Emballage (statiegeld)' }))
  await page.keyboard.press('Enter')
  await expect(row.number).toBeFocused()
})

test('judges a new ledger while it is filled in', async ({ open, sandbox }) => {
  const { wizard } = await open(`${places.desktop}&step=journals`)
  const ledger = await wizard.unfold('Contant')
  await ledger.says('Grootboekrekening 2200 bestaat nog niet.')
  const verdict = ledger.group.locator('.create-form').getByRole('status')
  await expect(verdict).toBeEmpty()
  await expect(wizard.agree).toHaveText('Akkoord met alle 7')
  await ledger.openDetails()
  const typed = ledger.field('Functie')
  await expect(typed).toHaveAccessibleDescription('120 Betaalwijze (contant)')
  await typed.fill('')
  await expect(typed).toHaveAccessibleDescription(/weet niet welke functie SnelStart dan kiest/)
  await typed.fill('12')
  await expect(verdict).toContainText('Let op: boekt als omzet hoog, rubriek 1a')
  await expect(wizard.agree).toHaveText('Akkoord met alle 6')
  await typed.fill('0')
  await expect(verdict).toBeEmpty()
  await typed.press('Enter')
  await expect(ledger.state).toHaveText('Aangemaakt')
  await expect(ledger.state).toBeFocused()
  const created = (await sandbox.rows('ledgers')).filter(({ nummer }) => nummer === '2200')
  expect(created.find((each) => each.administration_id === 1007)).toMatchObject({
    grootboekfunctie: 'Diversen',
  })
})

test('replaces a refused ledger, or keeps it by a choice that the end names', async ({
  open,
  sandbox,
}) => {
  await sandbox.setFlag('skip_final_redirect', { enabled: true })
  const question = 'Kies een andere rekening voor pin: SnelStart weigert boekingen op 2010'
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  const row = await wizard.unfold('Pin')
  await row.type('2010')
  await row.says(question)
  await expect(row.accept).toHaveCount(0)
  await expect(wizard.agree).toHaveText('Akkoord met alle 6')
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await expect(page.getByRole('link', { name: question })).toBeVisible()
  await expect(page.getByText(/Accepteer de/)).toHaveCount(0)

  await row.group.getByRole('button', { name: 'Toch 2010 gebruiken : Pin' }).click()
  await expect(row.state).toHaveText('Toch gebruikt')
  await wizard.goTo('Samenvatting')
  await expect(page.getByRole('region', { name: 'Nog eens bekijken' })).toContainText(
    'SnelStart weigert boekingen: op de functie Dagboek balans',
  )
  await wizard.submit.click()
  const end = /^Opgeslagen, maar SnelStart weigert boekingen op 2010 Tussenrekening balans/
  await expect(wizard.dialog).toContainText(/SnelStart weigert boekingen op 2010/)
  await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
  await expect(page.getByRole('region', { name: end })).toBeVisible()
  await expect(page.getByText('boekt voortaan')).toHaveCount(0)
})
