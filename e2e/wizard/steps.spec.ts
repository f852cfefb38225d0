import { expect, test } from '../fixtures.ts'
import { tabTo } from '../pages/keyboard.ts'
import { places } from '../pages/wizard.ts'

test('the keyboard alone leads through all six steps', async ({ open, sandbox }) => {
  const { page, wizard } = await open(places.configured)
  await expect(wizard.application('Snelstart 12')).toBeChecked()
  await tabTo(wizard.application('Snelstart 12'))
  await page.keyboard.press('Enter')
  await expect(wizard.heading('Voorraad')).toBeFocused()
  await tabTo(wizard.next)
  await page.keyboard.press('Tab')
  await expect(wizard.heading('Grootboekrekeningen')).toBeFocused()
  const ledger = await wizard.unfold('Kasverschillen')
  await ledger.type('1300')
  await tabTo(ledger.accept)
  await page.keyboard.press('Space')
  await expect(ledger.state).toBeFocused()
  await tabTo(wizard.next)
  await page.keyboard.press('Enter')
  await expect(wizard.heading('Onbekende klant')).toBeFocused()
  await tabTo(wizard.next)
  await page.keyboard.press('Tab')
  await expect(wizard.heading('Import en synchronisatie')).toBeFocused()
  await tabTo(wizard.switch('Product voor openstaande facturen gebruiken'))
  await page.keyboard.press('Space')
  await tabTo(wizard.next)
  await page.keyboard.press('Enter')
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await tabTo(wizard.submit)
  await page.keyboard.press('Enter')
  await tabTo(wizard.dialog.getByRole('button', { name: 'Bevestigen' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  expect(await sandbox.rows('imports')).toHaveLength(2)
})

test('required templates are missed once left, and web has no stock', async ({ open }) => {
  const { wizard } = await open(places.desktop)
  const standard = wizard.template('Standaard ordersjabloon')
  await expect(wizard.application('Snelstart Web')).toBeChecked()
  await expect(standard).toHaveCount(0)
  // There is nothing to do in it: it is passed both ways, and opened from the list.
  await wizard.next.click()
  await expect(wizard.heading('Grootboekrekeningen')).toBeFocused()
  await expect(wizard.page.getByText('Stap 3 van 6')).toBeVisible()
  await wizard.back.click()
  await expect(wizard.heading('SnelStart')).toBeFocused()
  await wizard.goTo('Voorraad')
  await expect(wizard.stock).toBeDisabled()
  await expect(wizard.stock).toHaveAccessibleDescription(
    'Voorraadbeheer kan alleen met Snelstart 12. Kies dat programma in de eerste stap.',
  )

  await wizard.goTo('SnelStart')
  await wizard.page.getByText('Snelstart 12', { exact: true }).click()
  await expect(standard).toHaveAccessibleDescription('')
  await standard.selectOption('Standaard verkooporder')
  await expect(standard).toHaveAccessibleDescription('')
  await standard.selectOption('Kies een ordersjabloon')
  await expect(standard).toHaveAccessibleDescription('Standaard ordersjabloon is verplicht')
  await standard.selectOption('Standaard verkooporder')
  await expect(standard).toHaveAccessibleDescription('')

  await expect(wizard.tab('Voorraad')).not.toHaveAccessibleName(/niet van toepassing/)
  await wizard.next.click()
  await expect(wizard.heading('Voorraad')).toBeFocused()
  await expect(wizard.stock).toBeEnabled()
  await wizard.stock.check()
  for (const name of ['Ordersjabloon kassa (ECR)', 'Ordersjabloon op rekening'] as const) {
    await expect(wizard.template(name)).toHaveAccessibleDescription('')
    await wizard.template(name).focus()
    await wizard.template(name).blur()
    await expect(wizard.template(name)).toHaveAccessibleDescription(`${name} is verplicht`)
  }
})

test('an incomplete wizard leads to its first incomplete step', async ({ open, sandbox }) => {
  const { page, wizard } = await open(`${places.desktop}&step=summary`)
  await wizard.unfoldSummary()
  await expect(wizard.row('Programma')).toBeVisible()
  await wizard.submit.click()
  await expect(wizard.heading('Grootboekrekeningen')).toBeVisible()
  await expect(wizard.errorSummary).toBeFocused()
  await expect(page).toHaveTitle(/^Fout: Grootboekrekeningen/)
  await expect(wizard.errorSummary.getByRole('link')).toHaveCount(7)
  await wizard.errorSummary.getByRole('link', { name: /^Grootboekrekening pin/ }).click()
  await expect(wizard.ledger('Pin').toggle).toBeFocused()
  await expect((await wizard.unfold('Pin')).number).toHaveAttribute('aria-invalid', 'true')
  const written = (await sandbox.requests()).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api'),
  )
  expect(written).toEqual([])

  await wizard.settleLedgers()
  await expect(wizard.errorSummary).toHaveCount(0)
  await expect(page).toHaveTitle(/^Grootboekrekeningen/)
  await page.getByRole('button', { name: 'Terug naar de samenvatting' }).click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
})

test('Wijzig leads to the step, and its button and the browser lead back', async ({ open }) => {
  const { page, wizard } = await open(`${places.configured}&step=summary`)
  const wayBack = page.getByRole('button', { name: 'Terug naar de samenvatting' })
  await expect(page.getByText('Wat is aangemaakt, staat al in')).toBeVisible()
  await wizard.unfoldSummary()
  await page.getByRole('button', { name: 'Wijzig Voorraad' }).first().click()
  await expect(wizard.heading('Voorraad')).toBeFocused()
  await wizard.stock.uncheck()
  await wayBack.click()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await expect(wizard.row('Voorraadbeheer gebruiken')).toContainText('wijzigt')
  // What changes and what does not are two lists with groups of the same names.
  for (const [role, name] of [
    ['table', 'Voorraad'],
    ['table', /^Voorraad Overige keuzes/],
    ['button', 'Wijzig Voorraad'],
    ['button', /^Wijzig Voorraad, Overige keuzes/],
  ] as const) {
    await wizard.unfoldSummary()
    await expect(page.getByRole(role, { name, exact: true })).toHaveCount(1)
  }

  await wizard.unfoldSummary()
  await page.getByRole('button', { name: 'Wijzig Onbekende klant' }).first().click()
  await expect(wizard.heading('Onbekende klant')).toBeFocused()
  await page.goBack()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await wizard.back.click()
  await expect(wizard.heading('Import en synchronisatie')).toBeFocused()
  await expect(wayBack).toHaveCount(0)
})

test('in English, every heading, label and button is English', async ({ page, open, sandbox }) => {
  const names = ['Stock', 'Ledgers', 'Unknown customer', 'Import and sync', 'Summary']
  const dutch =
    /\b(het|een|de|niet|wordt|kies|grootboek\w*|voorraad\w*|volgende|terug|wijzig|omschrijving|sjabloon|openstaande|aanmaken)\b/i
  const words = page
    .locator('main')
    .locator('h1, h2, h3, legend, label, button, th, summary, .help')
  await open(`/en${places.configured}`)
  await expect(page.getByRole('heading', { name: 'SnelStart', level: 2 })).toBeVisible()
  await page.getByRole('tab', { name: /^Import/ }).click()
  await page.getByRole('switch', { name: /^Use a product/ }).uncheck()
  await page.getByRole('tab', { name: /^SnelStart/ }).click()
  for (const name of names) {
    expect((await words.filter({ visible: true }).allInnerTexts()).join('\n')).not.toMatch(dutch)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused()
  }
  expect((await words.filter({ visible: true }).allInnerTexts()).join('\n')).not.toMatch(dutch)
  await page.getByRole('button', { name: 'Accept 1 existing ledger' }).click()
  await page.getByRole('button', { name: /^(Finish|Complete|Submit)/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm and import' }).click()
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
})

test.describe('order templates that cannot be loaded', () => {
  test.use({ expectedErrors: /status of 500/ })

  test('are said in the summary, which waits for them', async ({ open, sandbox }) => {
    await sandbox.failNext('GET', '/api/snelstart/salesorder/template')
    const { page, wizard } = await open(places.configured)
    await wizard.completeConfigured()
    const notice = page.getByRole('alert').filter({ hasText: 'De ordersjablonen konden niet' })
    await notice.getByText('Details', { exact: true }).click()
    await expect(notice).toContainText('status 500')
    const cells = (name: string) => wizard.row(name).getByRole('cell')
    await expect(cells('Standaard ordersjabloon')).toHaveText(['niet geladen', 'niet geladen'])
    await expect(cells('Prijzen van verkopen op rekening').first()).toHaveText('niet geladen')

    await wizard.submit.click()
    await expect(wizard.heading('Samenvatting')).toBeVisible()
    await expect(wizard.errorSummary).toBeFocused()
    await wizard.errorSummary.getByRole('link').click()
    await expect(notice.locator('..')).toBeFocused()
    await notice.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(cells('Standaard ordersjabloon').first()).toHaveText('Standaard verkooporder')
    await expect(cells('Prijzen van kassaverkopen').first()).toHaveText('inclusief btw')
    await expect(wizard.errorSummary).toHaveCount(0)
    await wizard.submit.click()
    await expect(wizard.dialog).toContainText('Do you want to start a import?')
  })
})
