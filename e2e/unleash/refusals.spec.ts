import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /Unleash|status of (401|403|404)|ERR_|CORS/ })

test.describe('a wrong key', () => {
  test.use({ variables: { PORTAL_FLAGS_CLIENT_KEY: 'default:development.mistyped' } })

  test('is told, and asked for once', async ({ page, signIn, door }) => {
    let looks = 0
    // The callback page has asked as well by then, for the page that it leads to.
    page.on('request', (request) => {
      const isOfPage = new URL(page.url()).pathname === '/connect'
      if (isOfPage && request.method() === 'GET' && request.url().startsWith(door.url)) looks += 1
    })
    await page.clock.install()
    await signIn.through('/connect')
    await expect(page.locator('#shell-error')).toHaveText(
      'Error: Koppelpunt is niet goed ingesteld. Neem contact op met Koppelpunt en geef door wat onder Details staat.',
    )
    await page.locator('#shell-reference summary').click()
    await expect(page.locator('#shell-reference')).toContainText(
      `De dienst voor feature flags kent de sleutel niet (status 401). Controleer PORTAL_FLAGS_CLIENT_KEY bij ${door.url}/api/frontend.`,
    )
    await page.clock.runFor(60_000)
    expect(looks).toBe(1)
  })
})

test.describe('a back-end key', () => {
  test.use({
    variables: async ({ unleash }, use) => {
      await use({ PORTAL_FLAGS_CLIENT_KEY: unleash.backendKey })
    },
  })

  test('is told, in English too', async ({ page, signIn, door }) => {
    await signIn.through('/en/connect')
    await page.locator('#shell-reference summary').click()
    await expect(page.locator('#shell-reference')).toContainText(
      `The key may not read the feature flags (status 403). PORTAL_FLAGS_CLIENT_KEY has to be a front-end key of ${door.url}/api/frontend, not a back-end or admin key.`,
    )
  })
})

test.describe('a wrong address', () => {
  test.use({
    variables: async ({ door }, use) => {
      await use({ PORTAL_FLAGS_URL: `${door.url}/api/frontend/flags` })
    },
  })

  test('is told', async ({ page, signIn, door }) => {
    await signIn.through('/connect')
    await page.locator('#shell-reference summary').click()
    await expect(page.locator('#shell-reference')).toContainText(
      `Op ${door.url}/api/frontend/flags zijn geen feature flags te vinden. Controleer PORTAL_FLAGS_URL; bij Unleash eindigt dat op /api/frontend.`,
    )
  })
})

test.describe('an address of Unleash that allows no origin', () => {
  test.use({
    variables: async ({ door }, use) => {
      await use({ PORTAL_FLAGS_URL: door.url })
    },
  })

  test('is told with all that may be wrong', async ({ page, signIn, door }) => {
    await signIn.through('/connect')
    await page.locator('#shell-reference summary').click()
    await expect(page.locator('#shell-reference')).toContainText(
      `De feature flags op ${door.url} zijn niet bereikbaar.`,
    )
    await expect(page.locator('#shell-reference')).toContainText('klopt PORTAL_FLAGS_URL')
  })
})

test.describe('an origin that is not allowed', () => {
  test.use({ isAllowed: false })

  test('is named', async ({ page, signIn }) => {
    await signIn.through('/connect')
    const { origin } = new URL(page.url())
    await page.locator('#shell-reference summary').click()
    await expect(page.locator('#shell-reference')).toContainText(
      `laat de dienst ${origin} toe (CORS), en houdt een adblocker dit adres niet tegen?`,
    )
  })
})
