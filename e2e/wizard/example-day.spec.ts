import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

const day = (page: Page) => page.getByRole('region', { name: 'Voorbeelddag' })
const amount = (page: Page, name: string) => day(page).getByRole('textbox', { name, exact: true })
/** What the table says of an amount or of the register. */
const row = (page: Page, name: string) =>
  day(page)
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${name.replace(/[()]/g, '\\$&')}`) })

test('each amount lands where it will be booked, and differences on one ledger', async ({
  open,
}) => {
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await wizard.unfoldDay()
  await expect(row(page, 'Kassa (ECR)')).toContainText('2050 Kassa')
  await expect(row(page, 'Contant')).toContainText('2200 Contante betalingen')
  await expect(row(page, 'Kassa (ECR)')).toContainText('alle bedragen samen € 1.943,00')
  await expect(row(page, 'Statiegeld')).toContainText('Winst en verlies, in totaal € 40,00')
  await expect(row(page, 'Kasverschil')).toContainText('7980 Betalingsverschillen')
  await amount(page, 'Betalingsverschil').fill('-0,50')
  await expect(row(page, 'Kasverschil')).toContainText('op deze rekening samen € 1,50')
  await expect(row(page, 'Kassa (ECR)')).toContainText('alle bedragen samen € 1.941,50')
  const told = day(page).getByRole('status')
  await expect(told).toBeEmpty()
  // Enter is no submit here.
  await page.keyboard.press('Enter')
  await expect(told).toHaveText(
    'Betalingsverschil: 7980 Betalingsverschillen, Winst en verlies, op deze rekening samen € 1,50',
  )
  await expect(amount(page, 'Betalingsverschil')).toBeFocused()
})

test('what is typed and what becomes of it are in sight together', async ({ open }) => {
  const { page, wizard } = await open(`${places.desktop}&step=summary`)
  await wizard.unfoldDay()
  await page.setViewportSize({ width: 1280, height: 800 })
  await day(page)
    .locator('.day-parts')
    .evaluate((parts) => parts.scrollIntoView())
  // All of it: what stands above it may end within a pixel.
  await expect(day(page).locator('.day-flow')).toBeInViewport({ ratio: 0.99 })
  await expect(day(page).getByRole('table')).toBeInViewport({ ratio: 0.99 })
})

test('a ledger that is missing is seen, and leads to its row and back', async ({ open }) => {
  const { page, wizard } = await open(`${places.desktop}&step=summary`)
  await wizard.unfoldDay()
  await expect(day(page).locator('.day-flow [stroke-dasharray]')).toHaveCount(4)
  await expect(row(page, 'Pin')).toContainText('nog niet aangemaakt')
  await row(page, 'Pin').getByRole('button', { name: 'Wijzig Pin' }).press('Enter')
  await expect(wizard.ledger('Pin').number).toBeFocused()
  await wizard.agree.click()
  await page.getByRole('button', { name: 'Terug naar de samenvatting' }).click()
  await wizard.unfoldDay()
  await expect(row(page, 'Pin')).toContainText('2210 Pinbetalingen')
  await expect(day(page).locator('.day-flow [stroke-dasharray]')).toHaveCount(0)
})
