import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { focusEnabledElement } from '../pages/keyboard.ts'

/** Maximum number of key presses from the coupling to the import question. */
const mostKeys = 30
const phone = { width: 360, height: 740 }

/** Buttons to press up to the import question, in order. */
const toImportQuestion = ['Zo doen', 'Voltooien']

/** Counts the events of a type on all pages of the portal. */
async function countEvents(page: Page, event: 'pointerdown' | 'keydown'): Promise<() => number> {
  let count = 0
  await page.exposeFunction('countOne', () => {
    count += 1
  })
  await page.addInitScript((type) => {
    const { countOne } = window as unknown as { countOne: () => Promise<void> }
    addEventListener(type, ({ isTrusted }) => void (isTrusted && countOne()), true)
  }, event)
  return () => count
}

test('goes from Home to the customer portal by keyboard', async ({ page, sandbox, open }) => {
  const keys = await countEvents(page, 'keydown')
  await sandbox.changeSettings({ minimalAnswers: true })
  const { boarding, activation, wizard } = await open('/')
  const press = async (target: Locator, key = 'Enter') => {
    await focusEnabledElement(target)
    await page.keyboard.press(key)
  }
  const type = async (target: Locator, text: string) => {
    await focusEnabledElement(target)
    await page.keyboard.type(text)
  }
  await press(page.getByRole('link', { name: 'Nieuwe klant aanmelden' }))
  await type(boarding.fullName, 'Winkelier Test')
  await type(boarding.username, 'nieuw@zaak.test')
  await page.keyboard.press('Enter')
  await type(boarding.companyName, 'Nieuwe Zaak')
  await type(boarding.locationName, 'Hoofdwinkel')
  await page.keyboard.press('Enter')
  await press(page.getByRole('radio').first(), 'Space')
  await press(boarding.submit)
  await press(activation.button)

  await page.waitForURL('/wizard?**')
  const before = keys()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (const name of toImportQuestion) {
    await focusEnabledElement(page.getByRole('button', { name, exact: true }))
    await expect(page.getByRole('main')).not.toContainText(/undefined|null|NaN/)
    await page.keyboard.press('Enter')
  }
  await expect(wizard.dialog).toContainText('Do you want to start a import?')
  const pressed = keys() - before
  console.log(`keys from the coupling to the import question: ${pressed}`)
  expect(pressed).toBeGreaterThan(toImportQuestion.length)
  expect(pressed).toBeLessThanOrEqual(mostKeys)
  await press(wizard.dialog.getByRole('button', { name: /^Bevestigen/ }))
  await expect(page).toHaveURL(/\/customers$/)
})

test('adds and sets up fifty customers with few clicks', async ({ page, open }) => {
  const presses = await countEvents(page, 'pointerdown')
  const { boarding, activation, wizard } = await open('/')
  const perCustomer: number[] = []
  for (const name of ['Eerste', 'Volgende']) {
    const before = presses()
    await page.goto('/')
    await page.getByRole('link', { name: 'Nieuwe klant aanmelden' }).click()
    await boarding.fullName.fill(`Winkelier ${name}`)
    await boarding.username.fill(`${name}@zaak.test`)
    await boarding.next.click()
    await boarding.companyName.fill(`${name} Zaak`)
    await boarding.locationName.fill('Hoofdwinkel')
    await boarding.next.click()
    // Chooses a subscription for the first customer only. The portal preselects the last choice.
    if (name === 'Eerste') await boarding.plan('Keten').click()
    await boarding.submit.click()
    await activation.button.click()
    for (const label of toImportQuestion) {
      await page.locator('button:not([aria-disabled=true])', { hasText: label }).click()
    }
    await expect(wizard.dialog).toContainText('Do you want to start a import?')
    perCustomer.push(presses() - before)
    await wizard.dialog.getByRole('button', { name: /^Annuleren/ }).click()
    await page.waitForURL(/\/customers$/)
  }
  const [first = 0, next = 0] = perCustomer
  console.log(`presses for 50 new customers: ${first} + 49 × ${next} = ${first + 49 * next}`)
  expect(perCustomer).toEqual([8, 7])
})

test('the summary of a new coupling fits in 2.5 phone screens', async ({ page, open, sandbox }) => {
  await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
  await page.setViewportSize(phone)
  const { wizard } = await open('/wizard?administration=1001&location=2001')
  await wizard.doAsPlanned()
  await expect(wizard.heading('Samenvatting')).toBeFocused()
  await expect(page.getByRole('button', { name: /aanmaken|accepteren/ })).toHaveCount(0)
  // The sticky button is always in view, so the test measures its position in the document.
  const height = await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    const end = document.querySelector('.step-actions')?.getBoundingClientRect().bottom ?? Infinity
    return Math.round(end + scrollY)
  })
  console.log(`height of the summary on a phone: ${height}`)
  expect(height).toBeLessThanOrEqual(2.5 * phone.height)
})
