import { beforeEach, expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'
import { ask } from '../../test/ask.ts'

let authorization: string
beforeEach(async () => {
  authorization = `Bearer ${await sandbox.token('reseller@koppelpunt.test')}`
})

const lookUp = (query: string, headers: HeadersInit = { authorization }) =>
  fetch(`${sandbox.url}/identity/admin/realms/koppelpunt/users?${query}`, { headers })

const namesFound = async (query: string) => {
  const users = (await (await lookUp(query)).json()) as { username: string }[]
  return users.map(({ username }) => username)
}

const person = { first_name: 'Nieuwe', last_name: 'Winkelier' }
const email = 'nieuw@koppelpunt.test'

const createMerchant = () =>
  ask('POST /registrations/registration/merchant/SNELSTART', {
    body: { username: email, ...person, email, app_user: { ...person, email } },
  })

const register = () =>
  ask('POST /registrations/registration', {
    body: {
      name: 'Oefenwinkel Nieuw',
      country_code: 'NL',
      subscriptions: [11],
      person,
      emails: [{ type: 'info', email }],
    },
  })

test('answers as Keycloak does', async () => {
  expect(await (await lookUp('username=polaris@koppelpunt.test&exact=true')).json()).toEqual([
    {
      id: '5b8f2c1e-0004-4a6d-9c3e-6b1d7f0a0004',
      username: 'polaris@koppelpunt.test',
      email: 'polaris@koppelpunt.test',
      firstName: 'Polaris',
      lastName: 'Oefenaccount',
      enabled: true,
      attributes: { version: ['polaris'] },
    },
  ])
})

test('matches parts of names, unless exactness is asked for', async () => {
  expect(await namesFound('username=MER')).toEqual(['merchant@koppelpunt.test'])
  expect(await namesFound('username=koppelpunt')).toHaveLength(5)
  expect(await namesFound('username=merchant&exact=true')).toEqual([])
  expect(await namesFound('username=Merchant@koppelpunt.test&exact=true')).toHaveLength(1)
})

test('wants a token, and rights', async () => {
  expect((await lookUp('username=x', {})).status).toBe(401)
  const withoutRights = `Bearer ${await sandbox.token('norights@koppelpunt.test')}`
  expect((await lookUp('username=x', { authorization: withoutRights })).status).toBe(403)
})

test('shows a new merchant at once', async () => {
  await createMerchant()
  expect(await namesFound(`username=${email}&exact=true`)).toEqual([email])
})

test('shows a new merchant after the registration, where set so', async () => {
  await sandbox.changeSettings({ userAppearance: 'registration' })
  await createMerchant()
  expect(await namesFound(`username=${email}`)).toEqual([])
  expect((await register()).status).toBe(200)
  expect(await namesFound(`username=${email}`)).toEqual([email])
})

test.each([60_000, 'never'] as const)(
  'hides a new merchant, where set so: %j',
  async (userAppearance) => {
    await sandbox.changeSettings({ userAppearance })
    await createMerchant()
    await register()
    expect(await namesFound(`username=${email}`)).toEqual([])
  },
)
