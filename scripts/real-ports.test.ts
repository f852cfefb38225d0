import { expect, test } from 'vitest'
import { readRealPorts } from './real-ports.ts'

const taken = { PORT: 4321, SANDBOX_PORT: 4400 }

test('any free ports, unless others are set', () => {
  expect(readRealPorts({}, taken)).toEqual({ keycloak: null, unleash: null })
  const env = { KEYCLOAK_PORT: '8080', UNLEASH_PORT: ' 4242 ' }
  expect(readRealPorts(env, taken)).toEqual({ keycloak: 8080, unleash: 4242 })
})

test.each([
  [{ KEYCLOAK_PORT: 'many' }, 'KEYCLOAK_PORT is "many"'],
  [{ UNLEASH_PORT: '70000' }, 'UNLEASH_PORT is "70000"'],
  [{ KEYCLOAK_PORT: '4400' }, 'SANDBOX_PORT and KEYCLOAK_PORT are both 4400'],
  [{ KEYCLOAK_PORT: '8080', UNLEASH_PORT: '8080' }, 'KEYCLOAK_PORT and UNLEASH_PORT are both 8080'],
])('%j is refused in one line', (env, problem) => {
  const read = readRealPorts(env, taken)
  expect(read).toEqual(expect.stringContaining(problem))
  expect(read).not.toContain('\n')
})
