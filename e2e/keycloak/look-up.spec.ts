import { expect, test } from './fixtures.ts'

test('view-users suffices to find a user by exact name in any case', async ({
  signIn,
  boarding,
  activation,
  services,
}) => {
  const email = 'zeer-nieuw@zaak.test'
  const namesake = { username: email, email, first_name: 'Zeer', last_name: 'Nieuw' }
  const other = await services.realm.directory.create(namesake)
  await signIn.open('/boarding')
  await boarding.fillMerchant()
  await boarding.username.fill('Nieuw@Zaak.test')
  await boarding.next.click()
  await boarding.fillCompany()
  await boarding.next.click()
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await expect(activation.button).toBeVisible()
  const [sent] = await services.sandbox.requests('/api/registrations/registration')
  const { user_id: user } = sent?.body as { user_id?: string }
  expect(user).toBe(await services.realm.idOf('nieuw@zaak.test'))
  expect(user).not.toBe(other)
})

test.describe('with query-users alone', () => {
  test.use({ variant: { resellersMay: 'query-users' } })

  test('finds nobody', async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fillIn()
    await boarding.submit.click()
    await expect(boarding.dialog).toContainText('User is not found in keycloak.')
  })
})
