import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { readConfiguration } from '../src/lib/configuration/variables.ts'
import type { PublicConfiguration } from '../src/lib/configuration/variables.ts'

/** The configuration of a portal at the sandbox with this address. */
export function configurationFor(
  sandboxUrl: string,
  variables: Record<string, string> = {},
): PublicConfiguration {
  const read = readConfiguration({ ...portalEnvironment(sandboxUrl), ...variables })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.configuration
}
