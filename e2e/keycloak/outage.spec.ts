import { expect, tabStorage, test } from './fixtures.ts'
import { accountButton, signOut } from '../pages/account.ts'

test.use({
  variant: { realm: { accessTokenLifespan: 20 } },
  expectedErrors: /ERR_(CONNECTION|EMPTY_RESPONSE|SOCKET)|net::ERR/,
})

/** Timeout longer than the server's discovery interval of 15 seconds. */
const untilAsked = { timeout: 25_000 }

/** Returns true if the portal's pages contain the provider's endpoints. */
async function knowsProvider(portal: string): Promise<boolean> {
  const page = await fetch(`${portal}/connect`)
  return (await page.text()).includes('"discovered"')
}

test('reports an unreachable Keycloak at load and recovers after a retry', async ({
  page,
  signIn,
  services,
}) => {
  services.door.shut()
  // Pages use the cached endpoints until the next discovery fails.
  await expect.poll(() => knowsProvider(services.portal), untilAsked).toBe(false)
  await page.goto('/connect')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('non authenticated')
  services.door.open()
  await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
  await signIn.as('reseller')
  await expect(page).toHaveURL('/connect')
  await expect(accountButton(page)).toBeVisible()
})

test('reports an unreachable Keycloak at sign-out and signs out once it is back', async ({
  page,
  signIn,
  connect,
  services,
}) => {
  await signIn.open('/connect')
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
