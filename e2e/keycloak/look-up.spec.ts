import { expect, test } from './fixtures.ts'

test('view-users suffices to find a user by the exact name', async ({ open, services }) => {
  const email = 'zeer-nieuw@zaak.test'
  const namesake = { username: email, email, first_name: 'Zeer', last_name: 'Nieuw' }
  const other = await services.realm.directory.create(namesake)
  const { boarding, activation } = await open('/boarding')
  await boarding.fillIn('Nieuw@Zaak.test')
  await boarding.submit.click()
  await expect(activation.button).toBeVisible()
  const [sent] = await services.sandbox.requests('/api/registrations/registration')
  const { user_id: user } = sent?.body as { user_id?: string }
  expect(user).toBe(await services.realm.idOf('nieuw@zaak.test'))
  expect(user).not.toBe(other)
})

test.describe(() => {
  test.use({ variant: { resellersMay: 'query-users' } })

  test('the user lookup finds no user if the reseller only has the role query-users', async ({
    open,
  }) => {
    const { boarding } = await open('/boarding')
    await boarding.fillIn()
    await boarding.submit.click()
    await expect(boarding.dialog).toContainText('User is not found in keycloak.')
  })
})
