import type { Page } from '@playwright/test'
import connectTexts from '../../src/lib/i18n/messages/nl/connect.json' with { type: 'json' }
import wizardTexts from '../../src/lib/i18n/messages/nl/wizard.json' with { type: 'json' }
import shellTexts from '../../src/lib/i18n/messages/nl/shell.json' with { type: 'json' }
import { expect, test } from '../reported.ts'
import { places } from '../pages/wizard.ts'
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

const failureOn = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Op dit scherm is iets misgegaan.' })
const retryOn = (page: Page) =>
  failureOn(page).getByRole('button', { name: 'Opnieuw proberen' }).click()

type Fault = Awaited<ReturnType<typeof faultIn>>

/**
 * Makes the screen throw an error, expects an error message, then retries without the error. Returns the
 * reference of the message.
 */
async function failAndRetry(page: Page, text: string, run: () => Promise<unknown>, fault: Fault) {
  const thrown = page.waitForEvent('pageerror')
  await fault.arm(text)
  await run()
  await expect(failureOn(page)).toContainText(/Referentie [\w-]+, \d\d:\d\d/)
  expect((await thrown).message).toContain('A fault in the rendering')
  const failureText = await failureOn(page).textContent()
  await expect(accountButton(page)).toBeVisible()
  await fault.mend()
  await retryOn(page)
  await expect(failureOn(page)).toHaveCount(0)
  return /Referentie ([\w-]+)/.exec(failureText ?? '')?.[1]
}

test.use({ expectedErrors: /A fault in the rendering/ })

test('reports a wizard step that throws and restores it', async ({ page, open }) => {
  const fault = await faultIn(page)
  const { wizard } = await open(places.desktop)
  await wizard.chooseDesktop()
  await wizard.goTo('Voorraad')
  await expect(wizard.stock).toBeVisible()
  const show = async () => {
    await wizard.tab('Grootboekrekeningen').click()
    await wizard.ledger('Contant').toggle.click()
  }
  await failAndRetry(page, wizardTexts.ledgerSearch, show, fault)
  await expect(wizard.heading('Grootboekrekeningen')).toBeVisible()
  await wizard.goTo('SnelStart')
  await expect(wizard.application('Snelstart 12')).toBeChecked()
})

test('reports a connect screen that throws once and restores it', async ({
  page,
  open,
  reported,
}) => {
  const fault = await faultIn(page)
  const { connect } = await open('/connect')
  const choose = () => connect.choose('Oefenmarkt West (DE)', 'Markthal')
  const reference = await failAndRetry(page, connectTexts.chosenLocation, choose, fault)
  await expect
    .poll(async () => (await reported.ofType('event')).map(({ payload }) => payload))
    .toMatchObject([{ tags: { reference }, exception: {} }])
  await expect(connect.administration).toHaveValue('Oefenmarkt West (DE)')
  await expect(connect.location).toHaveValue('Markthal')
  await connect.submit.click()
  await expect(page.getByRole('button', { name: 'Activeren', exact: true })).toBeVisible()
})

test('hides and reports Home’s list if it throws', async ({ open, page }) => {
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
