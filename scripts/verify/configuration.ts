import { parseConfiguration } from '../../src/lib/configuration/load.ts'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import { ask } from './ask.ts'

/**
 * Fetches what the portal at `origin` says of its configuration, from which its policy follows.
 *
 * @throws one line where it says nothing, or something else
 */
export async function configurationOf(origin: string): Promise<PublicConfiguration> {
  const { status, body } = await ask(origin, '/config.json')
  if (status !== 200) throw new Error(`/config.json is answered with ${status}`)
  try {
    return parseConfiguration(body.toString())
  } catch {
    throw new Error('/config.json is no configuration of a portal')
  }
}
