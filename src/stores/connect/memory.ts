import * as z from 'zod/mini'
import { location } from '../../lib/api/locations.ts'
import { administration } from '../../lib/api/serials.ts'
import type { Environment } from '../../lib/environment.ts'
import { createTabMemory } from '../gateway/tab-memory.ts'

const choice = z.object({
  administration: z.nullable(administration),
  location: z.nullable(location),
  /** Whether another page chose it, and nobody here has changed it. */
  isGiven: z.optional(z.boolean()),
})
/** What is chosen on the connect screen. */
export type Choice = z.infer<typeof choice>

/** What the tab remembers of the connect screen, until the coupling is confirmed. */
export function connectMemory(environment: Environment, user: string) {
  return createTabMemory(environment, user, 'connect', choice)
}
