import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { reach } from '../pages/keyboard.ts'

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(target)
  await page.keyboard.type(text)
}

/** From the first step to the customer portal, as recommended. */
async function finishWizard(page: Page): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await press(page, button('Zo doen'))
  await reach(button('Voltooien'))
  await expect(page.getByRole('main')).not.toContainText(/undefined|null|NaN/)
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: /^Bevestigen/ }))
  await expect(page).toHaveURL(/\/customers$/)
}

test('a new customer, from Home to the customer portal, where answers have no more than is needed', async ({
  page,
  sandbox,
  signIn,
  boarding,
  activation,
}) => {
  await sandbox.changeSettings({ minimalAnswers: true })
  await signIn.open('/')
  await press(page, page.getByRole('link', { name: 'Nieuwe klant aanmelden' }))
  await type(page, boarding.fullName, 'Winkelier van Test')
  await type(page, boarding.username, 'nieuw@zaak.test')
  await page.keyboard.press('Enter')
  await type(page, boarding.companyName, 'Nieuwe Zaak')
  await type(page, boarding.locationName, 'Hoofdwinkel')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('radio').first(), 'Space')
  await press(page, boarding.submit)
  await press(page, activation.button('Activeren'))
  await finishWizard(page)
})
