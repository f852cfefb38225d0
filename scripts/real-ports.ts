import { readPort } from '../server/address.ts'
import type { Variables } from '../src/lib/configuration/variables.ts'

/** Where the real services listen; null: on any free port. */
export interface RealPorts {
  keycloak: number | null
  unleash: number | null
}

/**
 * Reads `KEYCLOAK_PORT` and `UNLEASH_PORT`; or says in one line what is wrong.
 *
 * @param taken the ports that others of the same start have, by their variables
 */
export function readRealPorts(
  env: Variables,
  taken: Readonly<Record<string, number>>,
): RealPorts | string {
  const keycloak = readPort(env, 'KEYCLOAK_PORT', 0)
  const unleash = readPort(env, 'UNLEASH_PORT', 0)
  const problems = [keycloak, unleash].filter((port) => typeof port === 'string')
  if (typeof keycloak === 'string' || typeof unleash === 'string') return problems.join('; ')
  const named = Object.entries({ ...taken, KEYCLOAK_PORT: keycloak, UNLEASH_PORT: unleash })
  for (const [index, [name, port]] of named.entries()) {
    const [other] = named.slice(0, index).find(([, each]) => each === port && port !== 0) ?? []
    if (other !== undefined) {
      return `${other} and ${name} are both ${port}, expected two different ports`
    }
  }
  return { keycloak: keycloak || null, unleash: unleash || null }
}
