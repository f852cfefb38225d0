import { expect, test } from '../fixtures.ts'
import { focusWithTab } from '../pages/keyboard.ts'
import { places } from '../pages/wizard.ts'

test('completes all six steps with the keyboard', async ({ open, sandbox }) => {
  const { page, wizard } = await open(places.configured)
  await expect(wizard.application('Snelstart 12')).toBeChecked()
  await focusWithTab(wizard.application('Snelstart 12'))
  await page.keyboard.press('Enter')
  await expect(wizard.heading('Voorraad')).toBeFocused()
  await focusWithTab(wizard.next)
  await page.keyboard.press('Tab')
  await expect(wizard.heading('Grootboekrekeningen')).toBeFocused()
  const ledger = await wizard.unfold('Kasverschillen')
  await ledger.type('1300')
  await focusWithTab(ledger.accept)
  await page.keyboard.press('Space')
  await expect(ledger.state).toBeFocused()
  await focusWithTab(wizard.next)
  await page.keyboard.press('Enter')
  await expect(wizard.heading('Onbekende klant')).toBeFocused()
  await focusWithTab(wizard.next)
  await page.keyboard.press('Tab')
  await expect(wizard.heading('Import en synchronisatie')).toBeFocused()
  await focusWithTab(wizard.switch('Product voor openstaande facturen gebruiken'))
  await page.keyboard.press('Space')
  await focusWithTab(wizard.next)
  await page.keyboard.press('Enter')
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await focusWithTab(wizard.submit)
  await page.keyboard.press('Enter')
  await focusWithTab(wizard.dialog.getByRole('button', { name: 'Bevestigen' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
})

test('a submit of an incomplete wizard opens the first incomplete step', async ({ open }) => {
  const { page, wizard } = await open(`${places.desktop}&step=summary`)
  await expect(wizard.row('Contant')).toContainText('nog niet aangemaakt')
  await expect(page.locator('del')).toHaveCount(0)
  await wizard.submit.click()
  await expect(wizard.heading('Grootboekrekeningen')).toBeVisible()
  await expect(wizard.errorSummary).toBeFocused()
  await expect(page).toHaveTitle(/^Fout: Grootboekrekeningen/)
  await expect(wizard.errorSummary.getByRole('link')).toHaveCount(7)
  await wizard.errorSummary.getByRole('link', { name: /^Grootboekrekening pin/ }).click()
  await expect(wizard.ledger('Pin').toggle).toBeFocused()
  await expect((await wizard.unfold('Pin')).number).toHaveAttribute('aria-invalid', 'true')

  await wizard.settleLedgers()
  await expect(wizard.errorSummary).toHaveCount(0)
  await expect(page).toHaveTitle(/^Grootboekrekeningen/)
  await page.getByRole('button', { name: 'Terug naar de samenvatting' }).click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
})

test('Wijzig opens the step, and its button and the browser’s Back return to the summary', async ({
  open,
}) => {
  const { page, wizard } = await open(`${places.configured}&step=summary`)
  const wayBack = page.getByRole('button', { name: 'Terug naar de samenvatting' })
  await expect(wizard.row('Voorraadbeheer gebruiken')).toBeHidden()
  await page.getByRole('button', { name: 'Wijzig Voorraad', exact: true }).click()
  await expect(wizard.heading('Voorraad')).toBeFocused()
  await wizard.stock.uncheck()
  await wayBack.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await expect(wizard.row('Voorraadbeheer gebruiken').locator('del')).toHaveText('Was: Ja')
  await expect(page.locator('del').filter({ visible: true })).toHaveCount(4)

  await page.getByRole('button', { name: 'Wijzig Onbekende klant' }).click()
  await expect(wizard.heading('Onbekende klant')).toBeFocused()
  await page.goBack()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await wizard.back.click()
  await expect(wizard.heading('Import en synchronisatie')).toBeFocused()
  await expect(wayBack).toHaveCount(0)
})

test('the English wizard has English headings, labels and buttons', async ({ page, open }) => {
  const names = ['Stock', 'Ledgers', 'Unknown customer', 'Import and sync', 'Summary']
  const dutch =
    /\b(het|een|de|niet|wordt|kies|grootboek\w*|voorraad\w*|volgende|terug|wijzig|omschrijving|sjabloon|openstaande|aanmaken)\b/i
  const words = page
    .locator('main')
    .locator('h1, h2, h3, legend, label, button, th, summary, .help')
    .filter({ visible: true })
  await open(`/en${places.configured}`)
  await expect(page.getByRole('heading', { name: 'SnelStart', level: 2 })).toBeVisible()
  for (const name of names) {
    expect((await words.allInnerTexts()).join('\n')).not.toMatch(dutch)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused()
  }
  expect((await words.allInnerTexts()).join('\n')).not.toMatch(dutch)
})
