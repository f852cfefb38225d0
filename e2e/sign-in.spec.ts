import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** What a tab's session storage holds. */
function tabStorage(tab: Page): Promise<Record<string, string>> {
  return tab.evaluate(() =>
    Object.fromEntries(
      Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? '']),
    ),
  )
}

function refreshTokenIn(stored: Record<string, string>): string | undefined {
  const user = Object.entries(stored).find(([key]) => key.startsWith('oidc.user'))?.[1] ?? '{}'
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

test('no code, state or token stays in an address or in local storage', async ({
  page,
  signIn,
}) => {
  await signIn.open('/connect')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.url()).not.toMatch(/code=|state=/)
  const stored = JSON.stringify(await page.context().storageState())
  expect(stored).not.toMatch(/access_token|refresh_token|id_token/)
  await page.goBack()
  expect(page.url()).not.toMatch(/code=/)
})

test('signing out ends the session everywhere', async ({ page, signIn }) => {
  await signIn.open('/connect')
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

test('a refusal of the provider: non authenticated, in the language of the page', async ({
  page,
  signIn,
}) => {
  await page.route('**/protocol/openid-connect/auth?**', async (route) => {
    const asked = new URL(route.request().url()).searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    back.searchParams.set('error', 'access_denied')
    await route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await page.goto('/en/connect?reseller=shop-7')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('non authenticated')
  await expect(failure).toContainText('Signing in did not succeed.')
  expect(new URL(page.url()).search).toBe('')
  await page.unrouteAll()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await signIn.as('reseller')
  await expect(page).toHaveURL('/en/connect?reseller=shop-7')
})

test.describe('a provider out of reach', () => {
  test.use({ expectedErrors: /CORS policy|ERR_FAILED/ })

  test('non authenticated, on an otherwise whole page', async ({ page, world }) => {
    const portal = await world.portalWith({
      PORTAL_OIDC_AUTHORITY: `${world.sandbox.url}/nowhere`,
    })
    await page.goto(`${portal}/connect`)
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('non authenticated')
    await expect(failure.getByText('non authenticated')).toHaveAttribute('lang', 'en')
    await expect(failure.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Koppelpunt, naar de startpagina' })).toBeVisible()
  })
})

test('two tabs sign in side by side, each with tokens of its own', async ({
  page,
  signIn,
  context,
}) => {
  await signIn.open('/connect')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/connect')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  const tokens = await Promise.all([tabStorage(page), tabStorage(second)])
  const [first, other] = tokens.map(refreshTokenIn)
  expect(first).toBeDefined()
  expect(other).toBeDefined()
  expect(other).not.toBe(first)
})

test('a duplicated tab does not spend the refresh token of the first', async ({
  page,
  signIn,
  context,
  world,
}) => {
  await signIn.open('/connect')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const copied = await tabStorage(page)
  const duplicate = await context.newPage()
  await duplicate.addInitScript((items) => {
    if (sessionStorage.getItem('copied') !== null) return
    for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
    sessionStorage.setItem('copied', 'yes')
  }, copied)
  await duplicate.goto(`${world.portal}/connect`)
  await expect(duplicate.getByRole('heading', { level: 1 })).toBeVisible()
  const own = refreshTokenIn(await tabStorage(duplicate))
  expect(own).toBeDefined()
  expect(own).not.toBe(refreshTokenIn(copied))
})

test.describe('a session that ends', () => {
  test.use({ expectedErrors: /status of 40[01]/ })

  test('a token about to expire is refreshed before it is used', async ({
    signIn,
    connect,
    world,
  }) => {
    await world.sandbox.changeSettings({ accessTokenLifetime: 20 })
    await signIn.open('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    const tokens = await world.sandbox.requests(
      '/identity/realms/koppelpunt/protocol/openid-connect/token',
    )
    expect(tokens.length).toBeGreaterThan(1)
    expect((await world.sandbox.requests()).filter(({ status }) => status === 401)).toEqual([])
  })

  test('keeps what was chosen, says so, and goes on after signing in again', async ({
    page,
    signIn,
    connect,
    activation,
    world,
  }) => {
    await signIn.open('/connect?reseller=shop-7')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await world.sandbox.revokeSessions({ accessTokens: true })
    await connect.submit.click()
    await expect(connect.dialog).toContainText(
      'Failed to refresh the token, or the session has expired.',
    )
    await connect.dialog.getByRole('button', { name: 'Annuleren' }).click()
    await connect.submit.click()
    await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('reseller')
    await expect(page).toHaveURL('/connect?reseller=shop-7')
    await expect(connect.location).toHaveValue('Markthal')
    await connect.submit.click()
    await expect(activation.button('Activeren')).toBeVisible()
  })

  test('another user finds nothing of the first', async ({ page, signIn, connect, world }) => {
    await signIn.open('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await world.sandbox.revokeSessions({ accessTokens: true })
    await page.reload()
    await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('admin')
    await expect(page.getByText('Beheerder Oefenaccount')).toBeVisible()
    await expect(connect.administration).toHaveValue('')
  })
})

test('the provider’s own frame is asked whether the session still is the user’s', async ({
  page,
  signIn,
  world,
}) => {
  const check = `${world.sandbox.url}/identity/check-session`
  await page.route('**/.well-known/openid-configuration', async (route) => {
    const answer = await route.fetch()
    const metadata = (await answer.json()) as Record<string, unknown>
    await route.fulfill({ response: answer, json: { ...metadata, check_session_iframe: check } })
  })
  await page.route(check, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<script>addEventListener('message', ({ source, origin }) => source.postMessage('changed', origin))</script>`,
    }),
  )
  await signIn.open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const tokenPath = '/identity/realms/koppelpunt/protocol/openid-connect/token'
  const before = (await world.sandbox.requests(tokenPath)).length
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user')) ?? ''
    const user = JSON.parse(sessionStorage.getItem(key) ?? '{}') as object
    sessionStorage.setItem(key, JSON.stringify({ ...user, session_state: 'session-1' }))
  })
  await page.reload()
  await expect.poll(async () => (await world.sandbox.requests(tokenPath)).length).toBe(before + 1)
})
