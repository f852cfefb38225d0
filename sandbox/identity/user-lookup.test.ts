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
