import type { Page } from '@playwright/test'
import { realmPath } from '../../sandbox/portal-environment.ts'
import { sessionCheckIntervalSeconds } from '../../src/lib/limits.ts'
import { expect, test } from '../fixtures.ts'

const tokenPath = `${realmPath}/protocol/openid-connect/token`

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

  for (const isKnown of [false, true]) {
    test(`three times Back leave the portal, provider's session before: ${isKnown}`, async ({
      page,
      signIn,
      sandbox,
    }) => {
      const start = `${sandbox.url}/customers`
      const heading = page.getByRole('heading').first()
      if (isKnown) await signIn.through('/')
      await page.goto(start)
      await page.evaluate(() => sessionStorage.clear())
      if (isKnown) {
        // Another tab, as far as sign-in goes.
        await page.goto('/nope')
        await page.evaluate(() => sessionStorage.clear())
        await page.goto(start)
        await page.goto('/connect?reseller=7')
      } else {
        await signIn.through('/connect?reseller=7')
      }
      await expect(page).toHaveURL('/connect?reseller=7')
      await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
      for (let backs = 1; backs <= 3 && page.url() !== start; backs += 1) {
        await page.goBack()
        await expect(heading).toBeVisible()
      }
      await expect(page).toHaveURL(start)
    })
  }
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

test('the callback page reloaded, and its address opened elsewhere, do no harm', async ({
  page,
  signInAt,
  services,
  browser,
}) => {
  const answer = page.waitForRequest(/\/callback\?.*code=/)
  await signInAt('/connect?reseller=7')
  const shared = (await answer).url()
  await expect(page).toHaveURL('/connect?reseller=7')
  await page.goto(shared)
  await expect(page).toHaveURL('/connect?reseller=7')
  await page.goto('/callback')
  await expect(page).toHaveURL('/connect?reseller=7')
  await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
  const stranger = await browser.newContext({ baseURL: services.portal })
  const tab = await stranger.newPage()
  await tab.goto(shared)
  await expect(tab.getByRole('heading', { name: 'Inloggen' })).toBeVisible()
  await stranger.close()
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
  sandbox,
}) => {
  await page.route('**/protocol/openid-connect/auth?**', async (route) => {
    const asked = new URL(route.request().url()).searchParams
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('state', asked.get('state') ?? '')
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('iss', `${sandbox.url}${realmPath}`)
    await route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await page.goto('/en/connect?reseller=shop-7')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('non authenticated')
  await expect(failure).toContainText('Permission to sign in was not given (access_denied).')
  expect(new URL(page.url()).search).toBe('')
  await page.unrouteAll()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await signIn.as('reseller')
  await expect(page).toHaveURL('/en/connect?reseller=shop-7')
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
    await expect(failure).toContainText(
      `${sandbox.url} moet bereikbaar zijn en ${portal} als web origin toestaan`,
    )
    await expect(failure.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Koppelpunt, naar de startpagina' })).toBeVisible()
  })
})

test.describe('a token endpoint that does not allow the portal’s origin', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('is told, with what the operator can do, and trying again helps', async ({
    page,
    signIn,
    services,
  }) => {
    await page.route('**/protocol/openid-connect/token', (route) => route.abort())
    await page.goto('/connect?reseller=7')
    await signIn.as('reseller')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText(`${services.portal} als web origin toestaan`)
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
    await expect(page).toHaveURL('/connect?reseller=7')
  })
})

test.describe('signing out while the provider is down', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('stays on our page and can be tried again', async ({ signInAt }) => {
    const { page, signIn } = await signInAt('/connect')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.route('**/identity/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Afmelden' }).click()
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('U bent afgemeld van Koppelpunt.')
    await expect(failure).toContainText('De aanmelddienst is niet te bereiken')
    await expect(page.getByText('Reseller Oefenaccount')).toBeHidden()
    await expect(page).toHaveURL('/connect')
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(signIn.heading).toBeVisible()
  })
})

test('two tabs sign in side by side, each with tokens of its own', async ({
  signInAt,
  context,
}) => {
  const { page } = await signInAt('/connect')
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
  signInAt,
  context,
}) => {
  const { page } = await signInAt('/connect')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const copied = await tabStorage(page)
  const duplicate = await context.newPage()
  await duplicate.addInitScript((items) => {
    if (sessionStorage.getItem('copied') !== null) return
    for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value)
    sessionStorage.setItem('copied', 'yes')
  }, copied)
  await duplicate.goto('/connect')
  await expect(duplicate.getByRole('heading', { level: 1 })).toBeVisible()
  const own = refreshTokenIn(await tabStorage(duplicate))
  expect(own).toBeDefined()
  expect(own).not.toBe(refreshTokenIn(copied))
})

test.describe('a session that ends', () => {
  test.use({ expectedErrors: /status of 40[01]|^Unleash: / })

  test('a token about to expire is refreshed before it is used', async ({ signInAt, sandbox }) => {
    await sandbox.changeSettings({ accessTokenLifetime: 20 })
    const { connect } = await signInAt('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    const tokens = await sandbox.requests(tokenPath)
    expect(tokens.length).toBeGreaterThan(1)
    expect((await sandbox.requests()).filter(({ status }) => status === 401)).toEqual([])
  })

  test('is kept alive for somebody who is busy with the page, without a call', async ({
    page,
    signInAt,
    sandbox,
  }) => {
    const refreshes = async () => (await sandbox.requests(tokenPath)).length - 1
    await page.clock.install()
    await signInAt('/connect')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.runFor(275_000)
    expect(await refreshes()).toBe(0)
    await page.keyboard.press('Tab')
    await expect.poll(refreshes).toBe(1)
    await page.clock.runFor(10_000)
    await page.mouse.move(10, 10)
    await page.clock.runFor(265_000)
    await expect.poll(refreshes).toBe(2)
  })

  test('keeps what was chosen, says so, and goes on after signing in again', async ({
    signInAt,
    sandbox,
  }) => {
    const { page, signIn, connect, activation } = await signInAt('/connect?reseller=shop-7')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await sandbox.revokeSessions({ accessTokens: true })
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

  test('another user finds nothing of the first', async ({ signInAt, sandbox }) => {
    const { page, signIn, connect } = await signInAt('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await sandbox.revokeSessions({ accessTokens: true })
    await page.reload()
    await connect.dialog.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('admin')
    await expect(page.getByText('Beheerder Oefenaccount')).toBeVisible()
    await expect(connect.administration).toHaveValue('')
  })
})

test.describe('the provider’s own frame', () => {
  // The flags' client does not know that its clock is moved.
  test.use({ expectedErrors: /^Unleash: / })

  /** Adds the session check, which the sandbox's provider does not offer: a frame that gives this answer. */
  async function addSessionCheck(
    page: Page,
    services: { sandbox: { url: string } },
    answer: string,
  ) {
    const check = `${services.sandbox.url}/identity/check-session`
    await page.route('**/.well-known/openid-configuration', async (route) => {
      const response = await route.fetch()
      const metadata = (await response.json()) as Record<string, unknown>
      await route.fulfill({ response, json: { ...metadata, check_session_iframe: check } })
    })
    await page.route('**/protocol/openid-connect/token', async (route) => {
      const response = await route.fetch()
      const tokens = (await response.json()) as Record<string, unknown>
      await route.fulfill({ response, json: { ...tokens, session_state: 'session-1' } })
    })
    await page.route(check, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>addEventListener('message', ({ source, origin }) => {
          console.log('asked')
          source.postMessage('${answer}', origin)
        })</script>`,
      }),
    )
    let asked = 0
    page.on('console', (message) => {
      if (message.text() === 'asked') asked += 1
    })
    return { asked: () => asked }
  }

  test('is asked whether the session still is the user’s, which a refresh finds out', async ({
    page,
    signInAt,
    sandbox,
    services,
  }) => {
    const { asked } = await addSessionCheck(page, services, 'changed')
    await page.clock.install()
    await signInAt('/')
    await page.clock.runFor(sessionCheckIntervalSeconds * 1000)
    await expect.poll(asked).toBe(1)
    // The sign-in's own, and one that asks.
    await expect.poll(async () => (await sandbox.requests(tokenPath)).length).toBe(2)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('is left alone after its first error, and is not on the callback page', async ({
    page,
    signInAt,
    services,
  }) => {
    const framed: string[] = []
    page.on('frameattached', () => framed.push(new URL(page.url()).pathname))
    const { asked } = await addSessionCheck(page, services, 'error')
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

test('a sign-in asks for the provider’s addresses once, a reload not at all', async ({
  signInAt,
  sandbox,
}) => {
  const { page } = await signInAt('/connect')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const path = '/identity/realms/koppelpunt/.well-known/openid-configuration'
  expect(await sandbox.requests(path)).toHaveLength(1)
})
