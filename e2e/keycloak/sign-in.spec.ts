import type { Page, Request } from '@playwright/test'
import { expect, test, watchRequests } from './fixtures.ts'
import { KeycloakSignIn } from './sign-in.ts'

const signOut = /^(Afmelden|Sign out)$/

/** The address with which Keycloak sends the browser back, as a person might copy or share it. */
function callbackOf(page: Page): Promise<string> {
  const isCallback = (request: Request) => request.url().includes('/callback?')
  return page.waitForRequest(isCallback).then((request) => request.url())
}

test('comes back to the page that asked, query included', async ({ page, signIn }) => {
  await page.goto('/en/connect?reseller=shop-7')
  await signIn.as('reseller')
  await expect(page).toHaveURL('/en/connect?reseller=shop-7')
  await expect(page.getByText('Reseller Oefenaccount')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('asks for no metadata of the provider, which the page has', async ({
  page,
  signIn,
  connect,
}) => {
  const discoveries = watchRequests(page, '/.well-known/openid-configuration')
  await signIn.open('/connect')
  await expect(connect.administration).toBeEnabled()
  expect(discoveries).toEqual([])
})

test('three times Back leave the portal', async ({ page, signIn, connect }) => {
  await page.goto('about:blank')
  await signIn.open('/connect')
  await expect(connect.administration).toBeEnabled()
  for (let backs = 0; backs < 3 && page.url() !== 'about:blank'; backs += 1) {
    await page.goBack()
    // Keycloak, which knows who it is, sends the browser on.
    if (page.url() !== 'about:blank')
      await expect(page.getByRole('button', { name: signOut })).toBeVisible()
  }
  await expect(page).toHaveURL('about:blank')
})

test('a callback that is opened again does no harm', async ({ page, signIn, context, browser }) => {
  const callback = callbackOf(page)
  await signIn.open('/connect?reseller=shop-7')
  const address = await callback

  await page.goto(address)
  await expect(page.getByRole('button', { name: signOut })).toBeVisible()

  const otherTab = await context.newPage()
  await otherTab.goto(address)
  await expect(otherTab.getByRole('button', { name: signOut })).toBeVisible()
  expect(otherTab.url()).not.toMatch(/code=/)

  const somebodyElse = await browser.newContext()
  const theirs = await somebodyElse.newPage()
  await theirs.goto(address)
  await new KeycloakSignIn(theirs).as('admin')
  await expect(theirs.getByText('Beheerder Oefenaccount')).toBeVisible()
  await somebodyElse.close()
})

test.describe('with consent to give', () => {
  test.use({ variant: { client: { consentRequired: true } } })

  test('refusing it is told with its code, and can be taken back', async ({ page, signIn }) => {
    await page.goto('/connect?reseller=shop-7')
    await signIn.as('reseller')
    await page.getByRole('button', { name: /^(Nee|No)$/ }).click()
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('non authenticated')
    await expect(failure).toContainText('access_denied')
    await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await signIn.as('reseller')
    await page.getByRole('button', { name: /^(Ja|Yes)$/ }).click()
    await expect(page).toHaveURL('/connect?reseller=shop-7')
  })
})

test('a form left past its time, overtaken by another tab, is told with its code', async ({
  page,
  signIn,
  context,
}) => {
  // Keycloak's own script would take the form away.
  await page.route('**/authChecker.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const checkAuthSession = () => {}, startSessionPolling = () => {}',
    }),
  )
  await page.goto('/connect')
  await signIn.heading.waitFor()
  const other = await context.newPage()
  await new KeycloakSignIn(other).open('/connect')
  // What is left of the form once its time is over: nothing, while the session of the other goes on.
  for (const name of ['AUTH_SESSION_ID', 'KC_RESTART']) await context.clearCookies({ name })
  await signIn.as('reseller')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('non authenticated')
  await expect(failure).toContainText('temporarily_unavailable')
  await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(page).toHaveURL('/connect')
  await expect(page.getByRole('button', { name: signOut })).toBeVisible()
})

test.describe('where the portal is no web origin', () => {
  test.use({ variant: { client: { webOrigins: [] } }, expectedErrors: /CORS policy|ERR_FAILED/ })

  test('an operator reads what to allow', async ({ page, signIn, services }) => {
    await page.goto('/connect')
    await signIn.as('reseller')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('non authenticated')
    await page.getByText('Details', { exact: true }).click()
    await expect(page.getByText('Reden: ')).toContainText('web origin')
    await expect(page.getByText('Reden: ')).toContainText(services.portal)
    await services.realm.updateClient('portal', { webOrigins: [services.portal] })
    await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(page.getByRole('button', { name: signOut })).toBeVisible()
  })
})

test.describe('with short tokens whose refresh is refused', () => {
  const nextYear = Math.floor(Date.now() / 1000) + 365 * 24 * 3600
  test.use({
    variant: { realm: { accessTokenLifespan: 20 }, client: { notBefore: nextYear } },
    expectedErrors: /status of 40[01]/,
  })

  test('the browser does not go round for ever, and reads why', async ({ page, signIn }) => {
    const rounds = watchRequests(page, '/protocol/openid-connect/auth')
    await page.goto('/connect')
    await signIn.as('reseller')
    const failure = page.getByRole('alert')
    await expect(failure.getByRole('button', { name: 'Opnieuw proberen' })).toBeVisible()
    await page.getByText('Details', { exact: true }).click()
    await expect(page.getByText('Reden: ')).toContainText('30 seconden')
    expect(rounds.length).toBeLessThanOrEqual(3)
  })
})

test.describe('with short tokens and no refresh', () => {
  test.use({
    variant: {
      realm: { accessTokenLifespan: 20 },
      client: { attributes: { 'use.refresh.tokens': 'false' } },
    },
  })

  test('one sign-in will do for as long as its token lasts', async ({ page, signIn, connect }) => {
    const rounds = watchRequests(page, '/protocol/openid-connect/auth')
    await signIn.open('/connect')
    await expect(connect.administration).toBeEnabled()
    expect(rounds).toHaveLength(1)
  })
})
