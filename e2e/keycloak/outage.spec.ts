import { expect, tabStorage, test } from './fixtures.ts'
import { signOut } from '../pages/account.ts'

test.use({
  variant: { realm: { accessTokenLifespan: 20 } },
  expectedErrors: /ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)|net::ERR/,
})

test('a sign-out continues once Keycloak is reachable', async ({ open, signIn, services }) => {
  const { page, connect } = await open('/connect')
  // The first call makes the product API fetch Keycloak's signing keys.
  await expect(connect.administration).toHaveAttribute('placeholder', 'Kies een administratie')
  services.door.shut()
  await signOut(page)
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('niet bereikbaar')
  expect(page.url().startsWith(services.portal)).toBe(true)
  expect(JSON.stringify(await tabStorage(page))).not.toContain('_token')
  services.door.open()
  await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await expect(signIn.heading).toBeVisible()
  expect(await services.realm.sessions('reseller@koppelpunt.test')).toEqual([])
})
