import type { Variables } from '../../src/lib/configuration/variables.ts'

export const DEFAULT_PORT = 4321
export const DEFAULT_HOST = 'localhost'
const MAX_PORT = 65_535

interface Address {
  port: number
  host: string
}

export type ReadAddress = ({ ok: true } & Address) | { ok: false; problems: string[] }

/** `metrics` null: there are none. */
export type ReadMetricsAddress =
  { ok: true; metrics: Address | null } | { ok: false; problems: string[] }

/** The port in `env[name]`, `ifAbsent` where it is unset or empty, or one line saying what is wrong. */
export function readPort(env: Variables, name: string, ifAbsent: number): number | string {
  const given = (env[name] ?? '').trim()
  if (given === '') return ifAbsent
  const port = /^[1-9]\d{0,4}$/.test(given) ? Number(given) : Infinity
  if (port <= MAX_PORT) return port
  return `${name} is ${JSON.stringify(given.slice(0, 100))}, expected a port from 1 to ${MAX_PORT}`
}

/** A line saying what is wrong with the host that `env[name]` gave; none where it is one. */
function hostProblems(name: string, host: string): string[] {
  if (/^[\w.:-]{1,253}$/.test(host)) return []
  const shown = JSON.stringify(host.slice(0, 100))
  return [`${name} is ${shown}, expected a host name or an IP address without brackets`]
}

/** Where the portal listens (contract §1): `PORT` and `HOST`, loopback only unless told otherwise. */
export function readAddress(env: Variables): ReadAddress {
  const port = readPort(env, 'PORT', DEFAULT_PORT)
  const host = (env.HOST ?? '').trim() || DEFAULT_HOST
  const problems = hostProblems('HOST', host)
  if (typeof port === 'string') return { ok: false, problems: [port, ...problems] }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, port, host }
}

/**
 * Where metrics are served (contract §2): `PORTAL_METRICS_PORT`, and `PORTAL_METRICS_HOST`, which is
 * the portal's own host unless it is set. Problems of the portal's own address are left to `readAddress`.
 */
export function readMetricsAddress(env: Variables): ReadMetricsAddress {
  const port = readPort(env, 'PORTAL_METRICS_PORT', 0)
  const given = (env.PORTAL_METRICS_HOST ?? '').trim()
  const problems = given === '' ? [] : hostProblems('PORTAL_METRICS_HOST', given)
  if (typeof port === 'string') return { ok: false, problems: [port, ...problems] }
  const portal = readAddress(env)
  if (portal.ok && port === portal.port) {
    problems.push(`PORTAL_METRICS_PORT is ${port}, expected another port than PORT`)
  }
  if (problems.length > 0) return { ok: false, problems }
  const host = given || (portal.ok ? portal.host : DEFAULT_HOST)
  return { ok: true, metrics: port === 0 ? null : { port, host } }
}
