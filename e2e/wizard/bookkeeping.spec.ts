import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

test('looks up a typed ledger number and accepts it only by its button', async ({ open }) => {
  const { wizard } = await open(`${places.desktop}&step=journals`)
  const ledger = await wizard.unfold('Contant')
  await ledger.says('Grootboekrekening 2200 bestaat nog niet.')
  await ledger.type('1000')
  await ledger.says('1000 Kas')
  await expect(ledger.number).toHaveAccessibleDescription('')
  await ledger.number.blur()
  await expect(ledger.number).toHaveAccessibleDescription('')
  await wizard.goTo('Onbekende klant')
  await wizard.goTo('Grootboekrekeningen')
  await expect(ledger.number).toHaveAccessibleDescription('Accepteer de grootboekrekening contant.')
  await ledger.type('1300')
  await ledger.says('1300 Debiteuren')
  await ledger.number.blur()
  await expect(ledger.number).toHaveAccessibleDescription('')
  await ledger.type('1000')
  await ledger.says('1000 Kas')

  await ledger.accept.focus()
  await ledger.accept.press('Enter')
  await ledger.says('Geaccepteerd')
  await expect(ledger.state).toBeFocused()
  await expect(ledger.number).toHaveAttribute('aria-invalid', 'false')
})
