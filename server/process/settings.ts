import type { Variables } from '../../src/lib/configuration/variables.ts'

export const DEFAULT_PORT = 4321
export const DEFAULT_HOST = 'localhost'
const MAX_PORT = 65_535

const DEFAULT_DRAIN_SECONDS = 5
/** Longer than any load balancer needs to notice, and than a supervisor waits before it kills. */
const MAX_DRAIN_SECONDS = 300

interface Address {
  port: number
  host: string
}

/** Settings of the server alone, which browsers do not see. */
export interface Settings extends Address {
  /** Where metrics are served; null: there are none. */
  metrics: Address | null
  /** How long `/readyz` says 503, while requests are still answered, before the server stops. */
  drainSeconds: number
  /** Whether each answer is a line in the log. */
  accessLog: boolean
}

/** What was read, or a line for each variable that is wrong. */
type Read<Value> = ({ ok: true } & Value) | { ok: false; problems: string[] }

const givenIn = (env: Variables, name: string) => (env[name] ?? '').trim()

const refusal = (name: string, given: string, expected: string) =>
  `${name} is ${JSON.stringify(given.slice(0, 100))}, expected ${expected}`

/** The port in `env[name]`, `ifAbsent` where it is unset or empty, or one line saying what is wrong. */
export function readPort(env: Variables, name: string, ifAbsent: number): number | string {
  const given = givenIn(env, name)
  if (given === '') return ifAbsent
  const port = /^[1-9]\d{0,4}$/.test(given) ? Number(given) : Infinity
  return port <= MAX_PORT ? port : refusal(name, given, `a port from 1 to ${MAX_PORT}`)
}

function hostProblems(name: string, host: string): string[] {
  const isHost = /^[\w.:-]{1,253}$/.test(host)
  return isHost ? [] : [refusal(name, host, 'a host name or an IP address without brackets')]
}

/** Where the portal listens (contract §1): `PORT` and `HOST`, loopback only unless told otherwise. */
export function readAddress(env: Variables): Read<Address> {
  const port = readPort(env, 'PORT', DEFAULT_PORT)
  const host = givenIn(env, 'HOST') || DEFAULT_HOST
  const problems = hostProblems('HOST', host)
  if (typeof port === 'string') return { ok: false, problems: [port, ...problems] }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, port, host }
}

/**
 * Reads the variables of the server alone (contract §1, §2). Metrics are served on the portal's own host
 * unless they have one of their own.
 */
export function readSettings(env: Variables): Read<{ settings: Settings }> {
  const address = readAddress(env)
  const problems = address.ok ? [] : address.problems
  const { port, host } = address.ok ? address : { port: null, host: DEFAULT_HOST }

  const metricsPort = readPort(env, 'PORTAL_METRICS_PORT', 0)
  if (typeof metricsPort === 'string') problems.push(metricsPort)
  const metricsHost = givenIn(env, 'PORTAL_METRICS_HOST') || host
  if (metricsHost !== host) problems.push(...hostProblems('PORTAL_METRICS_HOST', metricsHost))
  if (metricsPort === port) {
    problems.push(`PORTAL_METRICS_PORT is ${port}, expected another port than PORT`)
  }

  const drain = givenIn(env, 'PORTAL_DRAIN_SECONDS') || String(DEFAULT_DRAIN_SECONDS)
  const drainSeconds = /^\d{1,3}$/.test(drain) ? Number(drain) : Infinity
  if (drainSeconds > MAX_DRAIN_SECONDS) {
    const expected = `a whole number of seconds from 0 to ${MAX_DRAIN_SECONDS}`
    problems.push(refusal('PORTAL_DRAIN_SECONDS', drain, expected))
  }
  const access = givenIn(env, 'PORTAL_ACCESS_LOG') || 'off'
  if (access !== 'on' && access !== 'off') {
    problems.push(refusal('PORTAL_ACCESS_LOG', access, 'on or off'))
  }

  if (problems.length > 0 || port === null || typeof metricsPort === 'string') {
    return { ok: false, problems }
  }
  const metrics = metricsPort === 0 ? null : { port: metricsPort, host: metricsHost }
  return { ok: true, settings: { port, host, metrics, drainSeconds, accessLog: access === 'on' } }
}
