import { CallError } from '../api/errors.ts'
import { fetchInTime, refused } from '../api/fetch-in-time.ts'
import type { Environment } from '../environment.ts'
import type { Discovered } from '../identity/provider.ts'
import type { PublicConfiguration } from './variables.ts'

/** What a page is filled with; the identity provider's addresses where they could be had. */
export type PageConfiguration = PublicConfiguration & { discovered?: Discovered | undefined }

const call = 'GET /config.json'

/** Id of the data block into which the portal's own server fills the configuration of a page. */
export const configurationId = 'configuration'

/** The configuration of the page's data block, or of `/config.json` where another server left that empty. */
export async function loadConfiguration(
  environment: Environment,
  inPage: string,
): Promise<PageConfiguration> {
  if (inPage) return parseConfiguration(inPage)
  const response = await fetchInTime(environment, call, '/config.json')
  if (!response.ok) throw refused(call, response, environment.now())
  return parseConfiguration(await response.text())
}

/** @throws {CallError} where `text` is no configuration */
export function parseConfiguration(text: string): PageConfiguration {
  const malformed = (detail: string) => new CallError(call, { kind: 'malformed', detail })
  let configuration: unknown
  try {
    configuration = JSON.parse(text)
  } catch {
    throw malformed('JSON')
  }
  const missing = needed.find((path) => typeof valueAt(configuration, path) !== 'string')
  if (missing !== undefined) throw malformed(missing)
  return configuration as PageConfiguration
}

/** The texts nothing can start without. The server has validated the rest; this detects another server. */
const needed = [
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
