import { CallError } from '../api/errors.ts'
import { fetchWithTimeout, createRefusedError } from '../api/fetch-in-time.ts'
import { parseJson, type Environment } from '../environment.ts'
import type { DiscoveredProvider } from '../identity/provider.ts'
import type { PublicConfiguration } from './variables.ts'

/** Configuration with the identity provider's endpoints, if discovered. */
export type PageConfiguration = PublicConfiguration & {
  discovered?: DiscoveredProvider | undefined
}

const call = 'GET /config.json'

export const configurationElementId = 'configuration'

/** Loads the configuration from the page, or from `/config.json`. */
export async function loadConfiguration(
  environment: Environment,
  dataBlock: string,
): Promise<PageConfiguration> {
  if (dataBlock) return parseConfiguration(dataBlock)
  const response = await fetchWithTimeout(environment, call, '/config.json')
  if (!response.ok) throw createRefusedError(call, response, environment.now())
  return parseConfiguration(await response.text())
}

/** @throws {CallError} if `text` is not a configuration, as another server may send */
export function parseConfiguration(text: string): PageConfiguration {
  const malformed = (detail: string) => new CallError(call, { kind: 'malformed', detail })
  const configuration = parseJson(text)
  if (configuration === undefined) throw malformed('JSON')
  const missing = required.find((path) => typeof valueAt(configuration, path) !== 'string')
  if (missing !== undefined) throw malformed(missing)
  return configuration as PageConfiguration
}

const required = [
  'apiUrl',
  'identity.authority',
  'identity.clientId',
  'flags.url',
  'flags.clientKey',
  'activationUrl',
  'provider.name',
]

const valueAt = (value: unknown, path: string) =>
  path.split('.').reduce((part, name) => (Object(part) as Record<string, unknown>)[name], value)
