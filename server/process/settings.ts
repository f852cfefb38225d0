import type { Variables } from '../../src/lib/configuration/variables.ts'

const DEFAULT_DRAIN_SECONDS = 5
/** Longer than any load balancer needs to notice, and than a supervisor waits before it kills. */
const MAX_DRAIN_SECONDS = 300

/** Settings of the server alone, which browsers do not see. */
export interface Settings {
  /** How long `/readyz` says 503, while requests are still answered, before the server stops. */
  drainSeconds: number
  /** Whether each answer is a line in the log. */
  accessLog: boolean
}

export type ReadSettings = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/** Reads `PORTAL_DRAIN_SECONDS` and `PORTAL_ACCESS_LOG` (contract §2); a line for each that is wrong. */
export function readSettings(env: Variables): ReadSettings {
  const problems: string[] = []
  const given = (name: string) => (env[name] ?? '').trim()
  const refuse = (name: string, expected: string) => {
    problems.push(`${name} is ${JSON.stringify(given(name).slice(0, 100))}, expected ${expected}`)
  }

  const drain = given('PORTAL_DRAIN_SECONDS') || String(DEFAULT_DRAIN_SECONDS)
  const drainSeconds = /^\d{1,3}$/.test(drain) ? Number(drain) : Infinity
  if (drainSeconds > MAX_DRAIN_SECONDS) {
    refuse('PORTAL_DRAIN_SECONDS', `a whole number of seconds from 0 to ${MAX_DRAIN_SECONDS}`)
  }
  const access = given('PORTAL_ACCESS_LOG') || 'off'
  if (access !== 'on' && access !== 'off') refuse('PORTAL_ACCESS_LOG', 'on or off')

  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, settings: { drainSeconds, accessLog: access === 'on' } }
}
