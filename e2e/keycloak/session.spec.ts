import type { ConnectPage } from '../pages/connect.ts'
import { expect, test, watchRequests } from './fixtures.ts'

const tokenPath = '/protocol/openid-connect/token'
const reseller = 'reseller@koppelpunt.test'
const expired = 'Failed to refresh the token, or the session has expired.'

// Advancing the clock makes the flag client's pending requests time out.
test.use({ expectedErrors: /Unleash|status of 400/ })

/** Realm with a token lifetime so short that every call refreshes the token. */
const shortTokens = { realm: { accessTokenLifespan: 20 } }

async function chooseMarket(connect: ConnectPage): Promise<void> {
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
}

test.describe(() => {
  test.use({ variant: shortTokens })

  test('refreshes access tokens with a short lifetime before each use', async ({
    open,
    page,
    services,
  }) => {
    const tokens = watchRequests(page, tokenPath)
    const { connect, activation } = await open('/connect')
    await chooseMarket(connect)
    await connect.submit.click()
    await expect(activation.button).toBeVisible()
    expect(tokens.length).toBeGreaterThan(2)
    const refused = (await services.sandbox.requests()).filter(({ status }) => status === 401)
    expect(refused).toEqual([])
  })

  test.describe(() => {
    test.use({ variant: { realm: { ...shortTokens.realm, revokeRefreshToken: true } } })

    test('rotating refresh tokens stay valid after the user signs in at another client', async ({
      open,
      services,
    }) => {
      await services.realm.addClient('elsewhere', `${services.sandbox.url}/customers`)
      const { page, connect, activation } = await open('/connect')
      await chooseMarket(connect)
      const address = `${services.sandbox.url}/customers`
      const elsewhere = await page.context().newPage()
      const query = new URLSearchParams({
        client_id: 'elsewhere',
        redirect_uri: address,
        response_type: 'code',
        scope: 'openid',
        prompt: 'login',
      })
      await elsewhere.goto(`${services.issuer}/protocol/openid-connect/auth?${query}`)
      await elsewhere.getByRole('textbox', { name: 'Password' }).fill('koppelpunt')
      await elsewhere.getByRole('button', { name: 'Sign In' }).click()
      await elsewhere.waitForURL(`${address}?**`)
      await page.bringToFront()
      await connect.submit.click()
      await expect(activation.button).toBeVisible()
    })
  })
})

test.describe(() => {
  test.use({ variant: { realm: { ssoSessionIdleTimeout: 60 } } })

  test('activity keeps the session alive without API calls', async ({ open, page, services }) => {
    await page.clock.install()
    const { connect } = await open('/connect')
    await expect(connect.administration).toBeEnabled()
    const [before] = await services.realm.sessions(reseller)
    const tokens = watchRequests(page, tokenPath)
    await expect.poll(() => Date.now() - (before?.lastAccess ?? 0)).toBeGreaterThan(1000)
    for (let refreshed = 1; refreshed <= 3; refreshed += 1) {
      await connect.administration.press('ArrowDown')
      await page.clock.runFor('00:32')
      await expect.poll(() => tokens.length).toBe(refreshed)
      expect((await tokens.at(-1)?.response())?.status()).toBe(200)
    }
    const [after] = await services.realm.sessions(reseller)
    expect(after?.id).toBe(before?.id)
    expect(after?.lastAccess).toBeGreaterThan(before?.lastAccess ?? 0)
  })
})

test('notices a sign-out at Keycloak within seconds', async ({ open, context, services }) => {
  const { page, connect } = await open('/connect')
  await chooseMarket(connect)
  const account = await context.newPage()
  await account.goto(`${services.issuer}/protocol/openid-connect/logout`)
  await account.getByRole('button', { name: /^(Logout|Uitloggen|Log ?uit)$/i }).click()
  await page.bringToFront()
  await expect(connect.dialog).toContainText(expired)
})
