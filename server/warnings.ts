import { publicVariables } from '../src/lib/configuration/variables.ts'
import type { PublicConfiguration, Variables } from '../src/lib/configuration/variables.ts'
import { warningsOf } from '../src/lib/configuration/warnings.ts'

const SERVER_VARIABLES = [
  'PORTAL_ACCESS_LOG',
  'PORTAL_DRAIN_SECONDS',
  'PORTAL_METRICS_HOST',
  'PORTAL_METRICS_PORT',
]

/** Every variable of the portal's own that is read, those of server and browser. */
export const knownVariables: readonly string[] = [...publicVariables, ...SERVER_VARIABLES].sort()

/** Kubernetes and Docker set these after a service that is called `portal`. */
const OF_A_SERVICE = /^PORTAL_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/

/** How many letters have to be put in, left out or changed to make `one` of `other`. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of Array.from(one).entries()) {
    const next = [line + 1]
    for (const [at, compared] of Array.from(other).entries()) {
      const changed = (row[at] ?? 0) + (letter === compared ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

function nearestTo(name: string): string {
  const [nearest = ''] = knownVariables.toSorted((a, b) => distance(name, a) - distance(name, b))
  return knownVariables.find((each) => each.startsWith(name)) ?? nearest
}

/** What of an environment has no effect, though somebody set it. */
function uselessOf(variables: Variables): string[] {
  const isSet = (name: string) => (variables[name] ?? '').trim() !== ''
  const unknown = Object.keys(variables).filter(
    (name) =>
      name.startsWith('PORTAL_') &&
      isSet(name) &&
      !knownVariables.includes(name) &&
      !OF_A_SERVICE.test(name),
  )
  const lacksPort = isSet('PORTAL_METRICS_HOST') && !isSet('PORTAL_METRICS_PORT')
  return [
    ...unknown.map((name) => `${name} is no variable of the portal. Is ${nearestTo(name)} meant?`),
    ...(lacksPort
      ? ['PORTAL_METRICS_HOST is set and PORTAL_METRICS_PORT is not, so there are no metrics.']
      : []),
  ]
}

/**
 * What is worth a warning at the start of the portal (contract §2), of what was configured and of
 * what was set to no effect: a sentence or two for an operator each.
 */
export function startWarnings(configuration: PublicConfiguration, variables: Variables): string[] {
  return [...warningsOf(configuration), ...uselessOf(variables)]
}
