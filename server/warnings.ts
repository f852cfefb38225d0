import {
  LOOPBACK,
  addressesOf,
  isUnencrypted,
  publicVariables,
  type PublicConfiguration,
  type Variables,
} from '../src/lib/configuration/variables.ts'
import { serverVariables } from './settings.ts'

export const knownVariables: readonly string[] = [...publicVariables, ...serverVariables]
  .filter((name) => name.startsWith('PORTAL_'))
  .sort()

/** Kubernetes and Docker set these after a service that is called `portal`. */
const OF_A_SERVICE = /^PORTAL_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/

function uselessOf(variables: Variables): string[] {
  const isSet = (name: string) => (variables[name] ?? '').trim() !== ''
  const useless = Object.keys(variables)
    .filter((name) => name.startsWith('PORTAL_') && isSet(name))
    .filter((name) => !knownVariables.includes(name) && !OF_A_SERVICE.test(name))
    .map((name) => `${name} is no variable of the portal.`)
  if (isSet('PORTAL_METRICS_HOST') && !isSet('PORTAL_METRICS_PORT'))
    useless.push('PORTAL_METRICS_HOST is set and PORTAL_METRICS_PORT is not: there are no metrics.')
  return useless
}

/** Hosts that browsers elsewhere do not reach: of private networks, and names without a registered end. */
const PRIVATE =
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f[c-e]|^[^.[]+$|\.(local|internal|lan)$/

const isLocal = (url: URL | null) =>
  url !== null && (LOOPBACK.test(url.hostname) || PRIVATE.test(url.hostname))

/** What of a configuration is allowed, and most likely a mistake. */
export function warningsOf(configuration: PublicConfiguration): string[] {
  const { publicUrl, idempotencyHeader } = configuration
  const addresses = addressesOf(configuration)
  // On the operator's own machine http is fine for a trial.
  const unencrypted = addresses.filter(({ url }) => isUnencrypted(url))
  const isPublic = publicUrl !== null && !isLocal(URL.parse(publicUrl))
  const unreachable = isPublic ? addresses.filter(({ url }) => isLocal(url)) : []
  const warnings = [
    ...unencrypted.map(({ name }) => `${name} is not encrypted; use https outside this machine.`),
    ...unreachable.map(({ name }) => `${name} is not reached by browsers outside your network.`),
  ]
  // Where the services use https, the portal most likely does, too.
  if (publicUrl === null && addresses.some(({ url }) => url?.protocol === 'https:')) {
    warnings.push(
      "PORTAL_PUBLIC_URL is not set, so browsers are not told to keep to https; set it to the portal's own origin.",
    )
  }
  if (idempotencyHeader === null) {
    warnings.push(
      'PORTAL_IDEMPOTENCY_HEADER is not set. A browser that loses its connection may send a call again by itself, and the product API then creates an administration, location or product twice. Set it to the header in which that API takes an idempotency key.',
    )
  }
  return warnings
}

/** Warnings for an operator at the start (contract §2). */
export const startWarnings = (configuration: PublicConfiguration, variables: Variables) => [
  ...warningsOf(configuration),
  ...uselessOf(variables),
]
