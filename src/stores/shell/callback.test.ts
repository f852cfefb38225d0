import { expect, test } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createTestFlags } from '../../../test/portal.ts'
import type { IdentityClient } from '../../lib/identity/identity.ts'
import { UnexpectedSignInResponse, type User } from '../../lib/identity/user.ts'
import { flagsTimeout } from '../../lib/limits.ts'
import { finishSignIn } from './callback.ts'
import { returnPathKey } from '../../lib/identity/sign-in.ts'

const someone: User = { access_token: 'a', expires_at: 0, profile: { sub: '1' } }
const noState = () =>
  Promise.reject(new UnexpectedSignInResponse('No matching state found in storage'))

const flags = createTestFlags()
const never = new Promise<void>(() => undefined)

function setUp(changes: Partial<IdentityClient> = {}) {
  const environment = createTestEnvironment('http://localhost:4321/callback?code=abc&state=def')
  environment.tabStorage.setItem(returnPathKey, '/en/connect?reseller=7')
  const handled: string[] = []
  const identity = {
    user: () => null,
    completeSignIn: (address: URL) => {
      handled.push(address.search)
      return Promise.resolve(someone)
    },
    explain: () => ({ key: 'shell:signInDenied' }),
    ...changes,
  } as IdentityClient
  return { environment, identity, handled }
}

test.each([
  ['if a second callback finds a signed-in user', someone],
  ['if the sign-in state is missing', null],
])('returns to the original page without the code %s', async (_, user) => {
  const { environment, identity } = setUp({ completeSignIn: noState, user: () => user })
  expect(await finishSignIn({ environment, identity, flags })).toBeNull()
  expect(environment.location().href).toBe('http://localhost:4321/callback')
  expect(environment.visited).toEqual(['http://localhost:4321/en/connect?reseller=7'])
})

test('waits for the flags only for a limited time after a sign-in', async () => {
  const { environment, identity, handled } = setUp()
  const late = Promise.withResolvers<undefined>()
  const waits: number[] = []
  environment.wait = (milliseconds) => {
    waits.push(milliseconds)
    return late.promise
  }
  const portal = { environment, identity, flags: { ...flags, start: () => never } }
  const finished = finishSignIn(portal)
  await expect.poll(() => handled).toHaveLength(1)
  expect(environment.visited).toEqual([])
  expect(waits).toEqual([flagsTimeout])
  late.resolve(undefined)
  expect(await finished).toBeNull()
  expect(environment.visited).toHaveLength(1)
})

test('returns to the page although the flags fail to load', async () => {
  const { environment, identity } = setUp()
  environment.wait = () => never
  const start = () => Promise.reject(new TypeError('Failed to fetch'))
  const portal = { environment, identity, flags: { ...flags, start } }
  expect(await finishSignIn(portal)).toBeNull()
  expect(environment.visited).toHaveLength(1)
})
