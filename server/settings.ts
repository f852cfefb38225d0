import type { Variables } from '../src/lib/configuration/variables.ts'

const DEFAULT_DRAIN_SECONDS = 5
/** Longer than any balancer needs to notice; what starts servers would have killed this one. */
const MAX_DRAIN_SECONDS = 300

/** How the server behaves, whatever it serves. */
export interface Settings {
  /** How long it says that it is going, and answers all the same, before it stops. */
  drainSeconds: number
}

export type ReadSettings = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/** Reads `PORTAL_DRAIN_SECONDS` (contract §2), or says in one line what is wrong with it. */
export function readSettings(env: Variables): ReadSettings {
  const given = (env.PORTAL_DRAIN_SECONDS ?? '').trim()
  if (given === '') return { ok: true, settings: { drainSeconds: DEFAULT_DRAIN_SECONDS } }
  const drainSeconds = /^\d{1,3}$/.test(given) ? Number(given) : Infinity
  if (drainSeconds <= MAX_DRAIN_SECONDS) return { ok: true, settings: { drainSeconds } }
  const shown = JSON.stringify(given.slice(0, 100))
  const expected = `a whole number of seconds from 0 to ${MAX_DRAIN_SECONDS}`
  return { ok: false, problems: [`PORTAL_DRAIN_SECONDS is ${shown}, expected ${expected}`] }
}
