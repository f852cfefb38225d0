import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'

/** Maximum number of visible words in the example day. */
const mostWords = 60

const day = (page: Page) => page.getByRole('region', { name: 'Voorbeelddag' })
const amount = (page: Page, name: string) => day(page).getByRole('textbox', { name, exact: true })
/** Returns the picture's ledger for an amount. */
const ledger = (page: Page, name: string) =>
  day(page).getByRole('listitem').filter({ hasText: name })
const row = (page: Page, name: string) => day(page).getByRole('row').filter({ hasText: name })

test('the example bookings show payment and cash differences on the same ledger', async ({
  open,
}) => {
  const { page, wizard } = await open(`${wizardAddresses.desktop}&step=journals`)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await wizard.unfoldDay()
  await expect(ledger(page, 'Kasverschil')).toHaveText(
    'Betalingsverschil€ 1,00Kasverschil€ 2,007980 Betalingsverschillen',
  )
  const words = (await day(page).innerText()).match(/\S+/g)?.length
  console.log(`words of the example day: ${words}`)
  expect(words).toBeLessThanOrEqual(mostWords)

  await wizard.ownAmounts.check()
  await expect(row(page, 'Totaal contant, pin en webshop')).toContainText('€ 1.900,00')
  await amount(page, 'Betalingsverschil').fill('-0,50')
  const status = day(page).getByRole('status')
  await expect(status).toBeEmpty()
  // The Enter key must not submit the form.
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('Betalingsverschil: € -0,50, 7980 Betalingsverschillen')
  await expect(amount(page, 'Betalingsverschil')).toBeFocused()
  const table = day(page).getByRole('table')
  await table.evaluate((element) => element.scrollIntoView())
  // The element above may cover part of the table's first pixel.
  await expect(table).toBeInViewport({ ratio: 0.99 })
  await wizard.ownAmounts.uncheck()
  await expect(ledger(page, 'Kasverschil')).toContainText('Betalingsverschil€ -0,50')
})

test('links a missing ledger to the ledger’s row, and the row to the summary', async ({ open }) => {
  const { page, wizard } = await open(`${wizardAddresses.desktop}&step=summary`)
  await wizard.unfoldDay()
  const missing = day(page).getByText('nog niet aangemaakt')
  await expect(missing).toHaveCount(4)
  await ledger(page, 'Pin').getByRole('button', { name: 'Wijzig Pin' }).press('Enter')
  await expect(wizard.ledger('Pin').number).toBeFocused()
  await wizard.agree.click()
  await page.getByRole('button', { name: 'Terug naar de samenvatting' }).click()
  await wizard.unfoldDay()
  await expect(ledger(page, 'Pin')).toContainText('2210 Pinbetalingen')
  await expect(missing).toHaveCount(0)
})
