import {
  LOOPBACK,
  listAddressVariables,
  isUnencrypted,
  publicVariables,
  type PublicConfiguration,
  type Variables,
} from '../src/lib/configuration/variables.ts'
import { serverVariableNames } from './settings.ts'

export const knownVariables: readonly string[] = [...publicVariables, ...serverVariableNames]
  .filter((name) => name.startsWith('PORTAL_'))
  .sort()

/** Variables of Kubernetes and Docker for a service named `portal`. */
const SERVICE_VARIABLE = /^PORTAL_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/

function warnOfUnusedVariables(variables: Variables): string[] {
  const isSet = (name: string) => (variables[name] ?? '').trim() !== ''
  const warnings = Object.keys(variables)
    .filter((name) => name.startsWith('PORTAL_') && isSet(name))
    .filter((name) => !knownVariables.includes(name) && !SERVICE_VARIABLE.test(name))
    .map((name) => `${name} is not a variable of the portal.`)
  if (isSet('PORTAL_METRICS_HOST') && !isSet('PORTAL_METRICS_PORT')) {
    warnings.push('PORTAL_METRICS_HOST has no effect without PORTAL_METRICS_PORT.')
  }
  return warnings
}

/** Private addresses and names without a public top-level domain. */
const PRIVATE_HOST =
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[f[c-e]|^[^.[]+$|\.(local|internal|lan)$/

const isLocal = (url: URL | null) =>
  url !== null && (LOOPBACK.test(url.hostname) || PRIVATE_HOST.test(url.hostname))

/** Returns warnings about valid settings that are probably mistakes. */
export function createWarnings(configuration: PublicConfiguration): string[] {
  const { publicUrl, idempotencyHeader, activationUrl, flags } = configuration
  const addresses = listAddressVariables(configuration)
  const unencrypted = addresses.filter(({ url }) => isUnencrypted(url))
  const isPublic = publicUrl !== null && !isLocal(URL.parse(publicUrl))
  const unreachable = isPublic ? addresses.filter(({ url }) => isLocal(url)) : []
  // Services over https suggest that the portal uses https too.
  const isEncrypted = addresses.some(({ url }) => url?.protocol === 'https:')
  const [, api] = /\/api\/(client|admin)(?:\/|$)/.exec(flags.url) ?? []
  const warnings = [
    ...unencrypted.map(({ name }) => `${name} is not encrypted; use https outside this machine.`),
    ...unreachable.map(({ name }) => `${name} is not reachable from outside your network.`),
    publicUrl === null &&
      isEncrypted &&
      "PORTAL_PUBLIC_URL is not set, so the portal sends no Strict-Transport-Security header; set it to the portal's own origin.",
    /[?&]referenceKey=/i.test(activationUrl) &&
      'PORTAL_ACTIVATION_URL has a referenceKey, which the portal adds; remove it.',
    api !== undefined &&
      `PORTAL_FLAGS_URL is the ${api} API of Unleash, which refuses browsers; use its front-end API, /api/frontend.`,
    idempotencyHeader === null &&
      'PORTAL_IDEMPOTENCY_HEADER is not set. If a browser loses its connection and repeats a call, the product API may create an administration, location or product twice. Set it to the header in which that API takes an idempotency key.',
  ]
  return warnings.filter((warning) => warning !== false)
}

/** Returns the warnings that the server logs when it starts (contract §2). */
export const collectWarnings = (configuration: PublicConfiguration, variables: Variables) => [
  ...createWarnings(configuration),
  ...warnOfUnusedVariables(variables),
]
