import type { Page } from '@playwright/test'
import connectTexts from '../../src/lib/i18n/messages/nl/connect.json' with { type: 'json' }
import shellTexts from '../../src/lib/i18n/messages/nl/shell.json' with { type: 'json' }
import { expect, test } from '../reported.ts'
import { accountButton } from '../pages/account.ts'

/**
 * Prepares a page to throw an error when it renders a given text.
 *
 * @param from text that throws from the start
 */
async function faultIn(page: Page, from?: string) {
  await page.addInitScript((first) => {
    const own = Object.getOwnPropertyDescriptor(String.prototype, 'replace')
    const original = own?.value as (...parameters: unknown[]) => unknown
    let bad: unknown = first
    Object.defineProperty(String.prototype, 'replace', {
      ...own,
      value(this: string, ...parameters: unknown[]): unknown {
        if (this.valueOf() === bad) throw new Error('A fault in the rendering')
        return Reflect.apply(original, this, parameters)
      },
    })
    addEventListener('fault', (event) => {
      bad = (event as CustomEvent<string | null>).detail
    })
  }, from)
  const set = (text: string | null) =>
    page.evaluate((detail) => dispatchEvent(new CustomEvent('fault', { detail })), text)
  return { arm: set, mend: () => set(null) }
}

test.use({ expectedErrors: /A fault in the rendering/ })

test('reports a screen that throws an error, and restores the chosen values on a retry', async ({
  page,
  open,
  reported,
}) => {
  const fault = await faultIn(page)
  const { connect } = await open('/connect')
  const thrown = page.waitForEvent('pageerror')
  await fault.arm(connectTexts.chosenLocation)
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  const failure = page.getByRole('alert').filter({ hasText: 'Op dit scherm is iets misgegaan.' })
  await expect(failure).toContainText(/Referentie [\w-]+, \d\d:\d\d/)
  expect((await thrown).message).toContain('A fault in the rendering')
  const [, reference] = /Referentie ([\w-]+)/.exec((await failure.textContent()) ?? '') ?? []
  await expect(accountButton(page)).toBeVisible()
  await fault.mend()
  await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(failure).toHaveCount(0)
  await expect
    .poll(async () => (await reported.ofType('event')).map(({ payload }) => payload))
    .toMatchObject([{ tags: { reference }, exception: {} }])
  await expect(connect.administration).toHaveValue('Oefenmarkt West (DE)')
  await expect(connect.location).toHaveValue('Markthal')
})

test('hides and reports the list of Home if it throws an error', async ({ open, page }) => {
  await open('/connect')
  await faultIn(page, shellTexts.notCoupled)
  const reported = page.waitForEvent('pageerror')
  await page.goto('/')
  expect((await reported).message).toContain('A fault in the rendering')
  await expect(page.locator('#home').getByRole('alert')).toBeVisible()
  await expect(page.locator('#home-list')).toBeHidden()
  await page.getByRole('link', { name: 'Bestaande administratie koppelen' }).click()
  await expect(page).toHaveURL('/connect')
})
