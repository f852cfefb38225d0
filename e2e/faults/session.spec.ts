import type { Page } from '@playwright/test'
import { realmPath } from '../../sandbox/portal-environment.ts'
import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

const tokenPath = `${realmPath}/protocol/openid-connect/token`
const expired = 'Failed to refresh the token, or the session has expired.'

const signOut = (page: Page) => page.getByRole('button', { name: 'Afmelden' })
const retry = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Opnieuw proberen' })

test.describe('a refresh that is refused', () => {
  test.use({ expectedErrors: /status of 40[01]/ })

  /** Puts signing in off, so that what stands behind the dialog can be looked at. */
  async function putOff(page: Page): Promise<void> {
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(expired)
    await dialog.getByRole('button', { name: 'Annuleren' }).click()
    await expect(dialog).toBeHidden()
  }

  async function signInAgain(page: Page): Promise<void> {
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(expired)
    await dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await page.getByRole('button', { name: 'reseller@koppelpunt.test' }).click()
    await expect(signOut(page)).toBeVisible()
  }

  /** Nothing but the session is said to have failed. */
  async function saysNothingElse(page: Page): Promise<void> {
    await expect(page.getByText(/konden niet|kon niet|Oeps|niet gelukt|fout:/)).toHaveCount(0)
  }

  const twice = [1, 2]

  test('at the start of each screen', async ({ signInAt, sandbox }) => {
    const { page, connect, wizard } = await signInAt('/connect')
    for (const path of ['/connect', places.configured]) {
      await sandbox.revokeSessions({ accessTokens: true })
      await page.goto(path)
      for (const time of twice) {
        await putOff(page)
        await saysNothingElse(page)
        await expect(page.getByRole('main')).toContainText('Meld u opnieuw aan')
        await retry(page).first().click()
        if (time === 2) await signInAgain(page)
      }
      await expect(page).toHaveURL(path)
    }
    await expect(wizard.heading('SnelStart')).toBeVisible()
    await page.goto('/connect')
    await expect(connect.administration).toBeEnabled()
  })

  test('a look-up and a save of /wizard, with what was typed', async ({ signInAt, sandbox }) => {
    const { page, wizard } = await signInAt(places.configured)
    await wizard.goTo('Grootboekrekeningen')
    for (const number of ['8040', '4752']) {
      await sandbox.revokeSessions({ accessTokens: true })
      await (await wizard.unfold('Kasverschillen')).type(number)
      await putOff(page)
      await saysNothingElse(page)
      await retry(page).click()
      await signInAgain(page)
      const ledger = await wizard.unfold('Kasverschillen')
      await expect(ledger.number).toHaveValue(number)
      await ledger.says(number)
    }
  })

  test('a save and an import of /wizard', async ({ signInAt, sandbox }) => {
    const { page, wizard } = await signInAt(places.configured)
    await wizard.completeConfigured()
    // The settings are read first; then they are saved.
    for (const path of ['/api/snelstart/company', '/api/accounting/paymentledgers']) {
      await refuseFrom(path)
      await wizard.submit.click()
      await putOff(page)
      await saysNothingElse(page)
      await sandbox.clearFaults()
      await sandbox.revokeSessions({ accessTokens: true })
      await wizard.submit.click()
      await signInAgain(page)
      await wizard.goTo('Samenvatting')
    }
    await wizard.submit.click()
    const question = wizard.dialog.getByRole('button', { name: 'Bevestigen' })
    for (const time of twice) {
      await refuseFrom('/api/snelstart/product/import')
      if (time === 1) await question.click()
      else await retry(page).click()
      await putOff(page)
      await saysNothingElse(page)
      await sandbox.clearFaults()
    }
    await sandbox.revokeSessions({ accessTokens: true })
    await retry(page).click()
    await signInAgain(page)
    await wizard.goTo('Samenvatting')
    await wizard.submit.click()
    await question.click()
    await expect(page).toHaveURL(`${sandbox.url}/customers`)

    /** From this call on nothing is authorised, and nothing can be refreshed. */
    async function refuseFrom(path: string): Promise<void> {
      const fault = { kind: 'status', status: 401 } as const
      await sandbox.injectFault({ method: 'GET', path, fault })
      const body = { error: 'invalid_grant' }
      const refused = { kind: 'status', status: 400, body } as const
      await sandbox.injectFault({ method: 'POST', path: tokenPath, fault: refused })
    }
  })
})
