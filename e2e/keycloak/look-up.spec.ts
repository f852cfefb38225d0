import { expect, test } from './fixtures.ts'

const registration = '/api/registrations/registration'
const namesake = {
  username: 'zeer-nieuw@zaak.test',
  email: 'zeer-nieuw@zaak.test',
  first_name: 'Zeer',
  last_name: 'Nieuw',
}

test('view-users is enough, and a name that contains the name is somebody else', async ({
  signIn,
  boarding,
  activation,
  services,
}) => {
  const other = await services.realm.directory.create(namesake)
  await signIn.open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
  const [sent] = await services.sandbox.requests(registration)
  const { user_id: user } = sent?.body as { user_id?: string }
  expect(user).toBe(await services.realm.idOf('nieuw@zaak.test'))
  expect(user).not.toBe(other)
})

test('a name that only contains the name is nobody', async ({ signIn, boarding, services }) => {
  await services.realm.directory.create(namesake)
  await services.sandbox.injectFault({
    method: 'POST',
    path: '/api/registrations/registration/merchant/{app}',
    fault: { kind: 'answer', body: { username: 'nieuw@zaak.test' } },
  })
  await signIn.open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await expect(boarding.dialog).toContainText('User is not found in keycloak.')
})

test('a name in other capitals is the same', async ({ signIn, boarding, activation, services }) => {
  await signIn.open('/boarding')
  await boarding.fillMerchant()
  await boarding.username.fill('Nieuw@Zaak.test')
  await boarding.next.click()
  await boarding.fillCompany()
  await boarding.next.click()
  await boarding.plan('Keten').click()
  await boarding.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
  const [sent] = await services.sandbox.requests(registration)
  const { user_id: user } = sent?.body as { user_id?: string }
  expect(user).toBe(await services.realm.idOf('nieuw@zaak.test'))
})

test.describe('with query-users alone', () => {
  test.use({ variant: { resellersMay: 'query-users' } })

  test('nobody is ever found', async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fillIn()
    await boarding.submit.click()
    await expect(boarding.dialog).toContainText('User is not found in keycloak.')
  })
})

test.describe('without rights', () => {
  test.use({ variant: { resellersMay: null }, expectedErrors: /status of 403/ })

  test('it is told so', async ({ signIn, boarding }) => {
    await signIn.open('/boarding')
    await boarding.fillIn()
    await boarding.submit.click()
    await expect(boarding.dialog).toContainText(
      "Oeps. you don't have the correct rights, pls contact Koppelpunt",
    )
  })
})
