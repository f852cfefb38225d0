import { expect, KeycloakSignIn, test, watchRequests } from './fixtures.ts'
import { accountButton } from '../pages/account.ts'

test.describe(() => {
  test.use({ variant: { client: { consentRequired: true } } })

  test('shows the error code of a refused consent and allows a retry', async ({ page, signIn }) => {
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

test('shows the error code of an expired sign-in form', async ({ page, signIn, context }) => {
  // Blocks Keycloak's script, which replaces the form after a sign-in in another tab.
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
  for (const name of ['AUTH_SESSION_ID', 'KC_RESTART']) await context.clearCookies({ name })
  await signIn.as('reseller')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('non authenticated')
  await expect(failure).toContainText('temporarily_unavailable')
  await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(page).toHaveURL('/connect')
  await expect(accountButton(page)).toBeVisible()
})

test.describe(() => {
  const nextYear = Math.floor(Date.now() / 1000) + 365 * 24 * 3600
  test.use({
    variant: { realm: { accessTokenLifespan: 20 }, client: { notBefore: nextYear } },
    expectedErrors: /status of 40[01]/,
  })

  test('refused token refreshes lead to an error message instead of endless redirects', async ({
    page,
    signIn,
  }) => {
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
