import type { Page } from '@playwright/test'
import type { ConnectPage } from '../pages/connect.ts'
import { expect, tabStorage, test, watchRequests } from './fixtures.ts'

const tokenPath = '/protocol/openid-connect/token'
const reseller = 'reseller@koppelpunt.test'
const expired = 'Failed to refresh the token, or the session has expired.'

/** So short that every call needs another one. */
const shortTokens = { realm: { accessTokenLifespan: 20 } }

async function chooseMarket(connect: ConnectPage): Promise<void> {
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
}

/** Signs in to another client, in a tab of its own, which asks for the password again. */
async function signInElsewhere(page: Page, issuer: string, address: string): Promise<Page> {
  const elsewhere = await page.context().newPage()
  const query = new URLSearchParams({
    client_id: 'elsewhere',
    redirect_uri: address,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login',
  })
  await elsewhere.goto(`${issuer}/protocol/openid-connect/auth?${query}`)
  return elsewhere
}

test.describe('with short tokens', () => {
  test.use({ variant: shortTokens })

  test('a token is refreshed before each use', async ({
    page,
    signIn,
    connect,
    activation,
    services,
  }) => {
    const tokens = watchRequests(page, tokenPath)
    await signIn.open('/connect')
    await chooseMarket(connect)
    await connect.submit.click()
    await expect(activation.button('Activeren')).toBeVisible()
    expect(tokens.length).toBeGreaterThan(2)
    const refused = (await services.sandbox.requests()).filter(({ status }) => status === 401)
    expect(refused).toEqual([])
  })

  test.describe('that are refused', () => {
    test.use({ expectedErrors: /status of 40[01]/ })

    test('a revoked session: signs in again and goes on with what was chosen', async ({
      page,
      signIn,
      connect,
      activation,
      services,
    }) => {
      await signIn.open('/connect?reseller=shop-7')
      await chooseMarket(connect)
      await services.realm.endSessions(reseller)
      await connect.submit.click()
      await expect(connect.dialog).toContainText(expired)
      await connect.dialog.getByRole('button', { name: 'Annuleren' }).click()
      await connect.submit.click()
      await expect(connect.dialog).toContainText(expired)
      await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
      await signIn.as('reseller')
      await expect(page).toHaveURL('/connect?reseller=shop-7')
      await expect(connect.location).toHaveValue('Markthal')
      await connect.submit.click()
      await expect(activation.button('Activeren')).toBeVisible()
    })

    test('a revoked session in the middle of boarding: no other failure is told', async ({
      signIn,
      boarding,
      activation,
      services,
    }) => {
      await signIn.open('/boarding')
      await boarding.fillIn()
      await services.realm.endSessions(reseller)
      await boarding.submit.click()
      await expect(boarding.dialog).toContainText(expired)
      await expect(boarding.page.getByText('Oeps.')).toHaveCount(0)
      await boarding.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
      await signIn.as('reseller')
      await boarding.submit.click()
      await activation.answer('Activeren')
      await expect(boarding.page.getByText('De koppeling is bevestigd.')).toBeVisible()
    })

    test('another user finds nothing of the first', async ({ page, signIn, connect, services }) => {
      await signIn.open('/connect')
      await chooseMarket(connect)
      await services.realm.endSessions(reseller)
      await connect.submit.click()
      await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
      await signIn.as('admin')
      await expect(page.getByText('Beheerder Oefenaccount')).toBeVisible()
      await expect(connect.administration).toBeEnabled()
      await expect(connect.administration).toHaveValue('')
    })

    test('a disabled user: the session ends, and Keycloak says why there is no other', async ({
      page,
      signIn,
      connect,
      services,
    }) => {
      await signIn.open('/connect')
      await chooseMarket(connect)
      await services.realm.updateUser(reseller, { enabled: false })
      await connect.submit.click()
      await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
      await signIn.as('reseller')
      await expect(page.getByText(/Account is geblokkeerd/)).toBeVisible()
    })

    test('signed out in another tab: this one is at its end at once', async ({
      page,
      signIn,
      connect,
      context,
    }) => {
      await signIn.open('/connect')
      await chooseMarket(connect)
      const other = await context.newPage()
      await other.goto('/connect')
      await other.getByRole('button', { name: 'Afmelden' }).click()
      await other.getByRole('heading', { name: 'Inloggen bij uw account' }).waitFor()
      await expect(page.getByRole('alert')).toContainText('in een ander tabblad afgemeld')
      await page.bringToFront()
      await page.getByRole('main').getByRole('button', { name: 'Opnieuw aanmelden' }).click()
      await signIn.as('reseller')
      await expect(connect.administration).toHaveValue('')
    })
  })

  test('a duplicated tab and the first one both go on', async ({
    page,
    signIn,
    connect,
    context,
  }) => {
    await signIn.open('/connect')
    await expect(connect.administration).toBeEnabled()
    const copied = await tabStorage(page)
    const duplicate = await context.newPage()
    await duplicate.addInitScript((items) => {
      if (sessionStorage.getItem('copied') !== null) return
      for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
      sessionStorage.setItem('copied', 'yes')
    }, copied)
    await duplicate.goto('/connect')
    for (const tab of [duplicate, page, duplicate]) {
      await tab.reload()
      await expect(tab.getByRole('combobox', { name: 'Administratie' })).toBeEnabled()
      await expect(tab.getByRole('alertdialog')).toHaveCount(0)
    }
  })

  for (const rotates of [true, false]) {
    test.describe(rotates ? 'and rotation' : 'and no rotation', () => {
      test.use({ variant: { realm: { ...shortTokens.realm, revokeRefreshToken: rotates } } })

      test('a sign-in elsewhere in the same session does not disturb the tab', async ({
        page,
        signIn,
        connect,
        activation,
        services,
      }) => {
        await services.realm.addClient('elsewhere', `${services.sandbox.url}/customers`)
        await signIn.open('/connect')
        await chooseMarket(connect)
        const address = `${services.sandbox.url}/customers`
        const elsewhere = await signInElsewhere(page, services.issuer, address)
        await elsewhere.getByRole('textbox', { name: 'Password' }).fill('koppelpunt')
        await elsewhere.getByRole('button', { name: 'Sign In' }).click()
        await elsewhere.waitForURL(`${address}?**`)
        await page.bringToFront()
        await connect.submit.click()
        await expect(activation.button('Activeren')).toBeVisible()
      })
    })
  }
})

// A browser whose clock is turned: requests under way then seem to take for ever.
test.describe('as time goes by', () => {
  test.use({ expectedErrors: /Unleash|status of 400/ })

  test('a token is refreshed ahead of time for somebody who is busy', async ({
    page,
    signIn,
    connect,
  }) => {
    await page.clock.install()
    await signIn.open('/connect')
    await expect(connect.administration).toBeEnabled()
    const tokens = watchRequests(page, tokenPath)
    await connect.administration.press('ArrowDown')
    await page.clock.runFor('04:32')
    await expect.poll(() => tokens.length).toBe(1)
  })

  test.describe('with sessions that end after a minute of idleness', () => {
    test.use({ variant: { realm: { ssoSessionIdleTimeout: 60 } } })

    test('the one of somebody who is busy without a call is kept alive', async ({
      page,
      signIn,
      connect,
      services,
    }) => {
      await page.clock.install()
      await signIn.open('/connect')
      await expect(connect.administration).toBeEnabled()
      const [before] = await services.realm.sessions(reseller)
      const tokens = watchRequests(page, tokenPath)
      // Keycloak counts in seconds.
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

    test('the one of somebody who left ends, and who comes back is asked to sign in', async ({
      page,
      signIn,
      connect,
      services,
    }) => {
      await page.clock.install()
      await signIn.open('/connect')
      await chooseMarket(connect)
      const tokens = watchRequests(page, tokenPath)
      await page.clock.runFor('00:32')
      await expect.poll(() => tokens.length).toBe(1)
      expect((await tokens[0]?.response())?.status()).toBe(200)
      await page.clock.runFor('10:00')
      expect(tokens).toHaveLength(1)
      // What Keycloak does by itself after as long.
      await services.realm.endSessions(reseller)
      await page.mouse.move(200, 200)
      await page.mouse.down()
      await expect(connect.dialog).toContainText(expired)
    })
  })
})

test('signing out ends the session at Keycloak', async ({ page, signIn, services }) => {
  await signIn.open('/connect')
  await page.getByRole('button', { name: 'Afmelden' }).click()
  await expect(signIn.heading).toBeVisible()
  expect(await services.realm.sessions(reseller)).toEqual([])
  await page.goto('/connect')
  await expect(signIn.heading).toBeVisible()
})

test.describe('a sign-out at Keycloak itself', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('is noticed within seconds, without a press', async ({
    page,
    signIn,
    connect,
    context,
    services,
  }) => {
    await signIn.open('/connect')
    await chooseMarket(connect)
    const account = await context.newPage()
    await account.goto(`${services.issuer}/protocol/openid-connect/logout`)
    await account.getByRole('button', { name: /^(Logout|Uitloggen|Log ?uit)$/i }).click()
    await page.bringToFront()
    await expect(connect.dialog).toContainText(expired)
  })
})
