import type { Page } from '@playwright/test'
import { sessionCheckIntervalSeconds } from '../../src/lib/limits.ts'
import { expect, test } from '../fixtures.ts'
import { changeConfiguration } from '../page-configuration.ts'
import { places } from '../pages/wizard.ts'

const expired = 'Failed to refresh the token, or the session has expired.'

/** The refresh token that a tab holds. */
async function refreshTokenOf(tab: Page): Promise<string | undefined> {
  const items = await tab.evaluate(() => Object.entries(sessionStorage) as [string, string][])
  const [, user = '{}'] = items.find(([key]) => key.startsWith('oidc.user')) ?? []
  return (JSON.parse(user) as { refresh_token?: string }).refresh_token
}

test('asks to sign in, and comes back to the page with its query', async ({ page, signIn }) => {
  await page.goto('/en/connect?reseller=shop-7')
  await expect(signIn.heading).toBeVisible()
  await signIn.as('reseller')
  await expect(page).toHaveURL('/en/connect?reseller=shop-7')
  await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('the browser’s history', () => {
  // The sandbox's sign-in page is for one sign-in.
  test.use({ expectedErrors: /status of (?:400 .*\/identity\/sign-in\/|404 .*\/nope)/ })

  test('no code, state or token stays in an address or in local storage', async ({ signInAt }) => {
    const { page } = await signInAt('/connect')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.url()).not.toMatch(/code=|state=/)
    const stored = JSON.stringify(await page.context().storageState())
    expect(stored).not.toMatch(/access_token|refresh_token|id_token/)
    await page.goBack()
    expect(page.url()).not.toMatch(/code=/)
  })

  test('three times Back leave the portal', async ({ signInAt, sandbox }) => {
    const start = `${sandbox.url}/customers`
    const { page } = await signInAt('/')
    await page.goto(start)
    await page.evaluate(() => sessionStorage.clear())
    // Another tab, as far as sign-in goes.
    await page.goto('/nope')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(start)
    await page.goto('/connect?reseller=7')
    await expect(page).toHaveURL('/connect?reseller=7')
    await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
    for (let backs = 1; backs <= 3 && page.url() !== start; backs += 1) {
      await page.goBack()
      await expect(page.getByRole('heading').first()).toBeVisible()
    }
    await expect(page).toHaveURL(start)
  })
})

test('signing out ends the session everywhere', async ({ signInAt }) => {
  const { page, signIn } = await signInAt('/connect')
  await page.getByRole('button', { name: 'Afmelden' }).click()
  await expect(signIn.heading).toBeVisible()
  await page.goBack()
  await expect(signIn.heading).toBeVisible()
  await page.goto('/connect')
  await expect(signIn.heading).toBeVisible()
})

test('a reload of the callback page signs in afresh, once', async ({ page, signIn }) => {
  await page.goto('/callback?code=stale&state=unknown')
  await expect(signIn.heading).toBeVisible()
  await signIn.as('reseller')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('a provider out of reach', () => {
  test.use({ expectedErrors: /CORS policy|ERR_FAILED/ })

  test('non authenticated, on an otherwise whole page', async ({ page, sandbox, services }) => {
    const portal = await services.portalWith({
      PORTAL_OIDC_AUTHORITY: `${sandbox.url}/nowhere`,
    })
    await page.goto(`${portal}/connect`)
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('non authenticated')
    await expect(failure.getByText('non authenticated')).toHaveAttribute('lang', 'en')
    await failure.getByText('Details', { exact: true }).click()
    await expect(failure).toContainText(
      `${sandbox.url} moet bereikbaar zijn en ${portal} als web origin toestaan`,
    )
    await expect(failure.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Koppelpunt, naar de startpagina' })).toBeVisible()
  })
})

test('two tabs sign in side by side, each with its own tokens', async ({ signInAt, context }) => {
  const { page } = await signInAt('/connect')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/connect')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  const [first, other] = await Promise.all([page, second].map(refreshTokenOf))
  expect(first).toBeDefined()
  expect(other).toBeDefined()
  expect(other).not.toBe(first)
})

test.describe('a session that ends', () => {
  test.use({ expectedErrors: /status of 40[01]|^Unleash: / })

  test('keeps what was chosen, and goes on after a new sign-in', async ({ signInAt, sandbox }) => {
    const { page, signIn, connect, activation } = await signInAt('/connect?reseller=shop-7')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await sandbox.revokeSessions({ accessTokens: true })
    await connect.submit.click()
    await expect(connect.dialog).toContainText(expired)
    await connect.dialog.getByRole('button', { name: 'Annuleren' }).click()
    await connect.submit.click()
    await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('reseller')
    await expect(page).toHaveURL('/connect?reseller=shop-7')
    await expect(connect.location).toHaveValue('Markthal')
    await connect.submit.click()
    await expect(activation.button('Activeren')).toBeVisible()
  })

  /** Nothing but the session is said to have failed; then it is put off, so that this can be seen. */
  async function putOff(page: Page): Promise<void> {
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(expired)
    await dialog.getByRole('button', { name: 'Annuleren' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/konden niet|kon niet|Oeps|niet gelukt|fout:/)).toHaveCount(0)
  }

  test('as a screen opens is asked about there alone', async ({ signInAt, sandbox }) => {
    const { page, signIn, wizard } = await signInAt('/')
    await sandbox.revokeSessions({ accessTokens: true })
    await page.goto(places.configured)
    await putOff(page)
    await expect(page.getByRole('main')).toContainText('Meld u opnieuw aan')
    await page.getByRole('main').getByRole('button', { name: 'Opnieuw proberen' }).first().click()
    await wizard.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('reseller')
    await expect(page).toHaveURL(places.configured)
    await expect(wizard.heading('SnelStart')).toBeVisible()
  })

  test('in the wizard leaves a look-up and a submit to go on with', async ({
    signInAt,
    sandbox,
  }) => {
    const { page, signIn, wizard } = await signInAt(places.configured)
    await wizard.goTo('Grootboekrekeningen')
    await sandbox.revokeSessions({ accessTokens: true })
    await (await wizard.unfold('Kasverschillen')).type('4752')
    await putOff(page)
    await page.getByRole('main').getByRole('button', { name: 'Opnieuw proberen' }).click()
    await wizard.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('reseller')
    const ledger = await wizard.unfold('Kasverschillen')
    await expect(ledger.number).toHaveValue('4752')
    await ledger.says('4752')
    await wizard.completeConfigured()
    await sandbox.revokeSessions({ accessTokens: true })
    await wizard.submit.click()
    await putOff(page)
    await wizard.submit.click()
    await wizard.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('reseller')
    await wizard.goTo('Samenvatting')
    await wizard.submit.click()
    await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(page).toHaveURL(`${sandbox.url}/customers`)
  })
})

test.describe('the provider’s own frame', () => {
  // The flags' client does not know that its clock is moved.
  test.use({ expectedErrors: /^Unleash: / })

  /** Adds the session check, which the sandbox's provider does not offer: a frame that answers "error". */
  async function addSessionCheck(page: Page, sandboxUrl: string) {
    const check = `${sandboxUrl}/identity/check-session`
    const extend = (url: string, more: object) =>
      page.route(url, async (route) => {
        const response = await route.fetch()
        const json = (await response.json()) as object
        await route.fulfill({ response, json: { ...json, ...more } })
      })
    const add = (text: string, frame: string) => {
      const { discovered, ...rest } = JSON.parse(text) as { discovered: object }
      return JSON.stringify({ ...rest, discovered: { ...discovered, check_session_iframe: frame } })
    }
    await changeConfiguration(page, add, check)
    await extend('**/protocol/openid-connect/token', { session_state: 'session-1' })
    await page.route(check, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>addEventListener('message', ({ source, origin }) => {
          console.log('asked')
          source.postMessage('error', origin)
        })</script>`,
      }),
    )
    let asked = 0
    page.on('console', (message) => {
      if (message.text() === 'asked') asked += 1
    })
    return () => asked
  }

  test('is left alone after its first error', async ({ page, signInAt, sandbox }) => {
    const framed: string[] = []
    page.on('frameattached', () => framed.push(new URL(page.url()).pathname))
    const asked = await addSessionCheck(page, sandbox.url)
    await page.clock.install()
    await signInAt('/connect')
    await page.clock.runFor(sessionCheckIntervalSeconds * 1000)
    await expect.poll(asked).toBe(1)
    await page.clock.runFor(4 * sessionCheckIntervalSeconds * 1000)
    // A message to the frame and its word on the console come in order.
    await page.frames()[1]?.evaluate(() => {
      console.log('the last')
    })
    expect(asked()).toBe(1)
    expect(framed).toEqual(['/connect'])
  })
})
