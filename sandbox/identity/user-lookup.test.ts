import { beforeEach, expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'

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

test('returns a user in the format of Keycloak', async () => {
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

test('matches a part of the user name unless exact=true is set', async () => {
  expect(await namesFound('username=MER')).toEqual(['merchant@koppelpunt.test'])
  expect(await namesFound('username=koppelpunt')).toHaveLength(5)
  expect(await namesFound('username=merchant&exact=true')).toEqual([])
  expect(await namesFound('username=Merchant@koppelpunt.test&exact=true')).toHaveLength(1)
})

test('requires a token with sufficient rights for the user lookup', async () => {
  expect((await lookUp('username=x', {})).status).toBe(401)
  const withoutRights = `Bearer ${await sandbox.token('norights@koppelpunt.test')}`
  expect((await lookUp('username=x', { authorization: withoutRights })).status).toBe(403)
})
