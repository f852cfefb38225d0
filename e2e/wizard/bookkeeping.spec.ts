import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test('a number that is typed is looked up, and accepted by its button only', async ({ open }) => {
  const { wizard } = await open(`${places.desktop}&step=journals`)
  const ledger = await wizard.unfold('Contant')
  await ledger.says('Grootboekrekening 2200 bestaat nog niet.')
  await ledger.type('1000')
  await ledger.says('Grootboekrekening 1000 bestaat al.')
  await expect(ledger.number).toHaveAccessibleDescription('')
  // Nobody is urged to accept what is still to be judged; but to leave it so is told.
  await ledger.number.blur()
  await expect(ledger.number).toHaveAccessibleDescription('')
  await wizard.goTo('Onbekende klant')
  await wizard.goTo('Grootboekrekeningen')
  await expect(ledger.number).toHaveAccessibleDescription('Accepteer de grootboekrekening contant.')
  await ledger.type('1300')
  await ledger.says('Grootboekrekening 1300 bestaat al.')
  await ledger.number.blur()
  await expect(ledger.number).toHaveAccessibleDescription('')
  await ledger.type('1000')
  await ledger.says('Grootboekrekening 1000 bestaat al.')

  await ledger.accept.focus()
  await ledger.accept.press('Enter')
  await ledger.says('Geaccepteerd')
  await expect(ledger.state).toBeFocused()
  await expect(ledger.number).toHaveAttribute('aria-invalid', 'false')
})

test.describe('a new ledger', () => {
  test.use({ expectedErrors: /status of 400 .*grootboeken$/ })

  test('that is refused says why, and is made once it is put right', async ({ open }) => {
    const { wizard } = await open(`${places.desktop}&step=journals`)
    const ledger = await wizard.unfold('Pin')
    await expect(ledger.field('Omschrijving')).toHaveAttribute('aria-required', 'true')
    await ledger.field('Omschrijving').fill('o'.repeat(51))
    await ledger.openDetails()
    await ledger.field('Functie').fill('Onzin')
    await ledger.create.click()
    await expect(ledger.group.getByRole('alert').getByRole('listitem')).toHaveText([
      /^De omschrijving is te lang: .* Maak de omschrijving korter\.$/,
      /^SnelStart kent deze grootboekfunctie niet\./,
    ])
    await expect(ledger.create).toBeFocused()
    await ledger.field('Omschrijving').fill('Pin en tikken')
    await ledger.field('Functie').fill('ElectronischeBetaling')
    await ledger.field('Functie').press('Enter')
    await ledger.says('Aangemaakt')
    await expect(ledger.state).toBeFocused()
  })
})

test('many are accepted at once, and what carries a warning by itself', async ({ open }) => {
  const { page, wizard } = await open(`${places.web}&step=journals`)
  const cash = await wizard.unfold('Contant')
  await cash.type('1300')
  await cash.says('Grootboekrekening 1300 bestaat al.')
  await expect(wizard.acceptAll).toHaveText('3 bestaande accepteren')
  await expect(wizard.acceptAll).toHaveAccessibleDescription(/8040 .*Winst en verlies/)
  await expect(wizard.acceptAll).not.toHaveAccessibleDescription(/1300/)
  await wizard.acceptAll.click()
  await expect(wizard.acceptAll).toBeHidden()
  // One that carries a warning has a button of its own there, and nothing has to be unfolded.
  const anyway = page
    .locator('.ledger-batch')
    .getByRole('button', { name: /^Accepteren ?: Contant/ })
  await expect(anyway).toHaveAccessibleDescription(/1300 .*Let op: deze rekening houdt SnelStart/)
  await anyway.click()
  await expect(page.getByText('1 geaccepteerd.')).toBeFocused()
  await cash.says('Geaccepteerd')
})
