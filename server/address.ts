import type { Variables } from '../src/lib/configuration/variables.ts'

export const DEFAULT_PORT = 4321
export const DEFAULT_HOST = 'localhost'
const MAX_PORT = 65_535

export type ReadAddress =
  { ok: true; port: number; host: string } | { ok: false; problems: string[] }

/** The port in `env[name]`, `ifAbsent` where it is unset or empty, or one line saying what is wrong. */
export function readPort(env: Variables, name: string, ifAbsent: number): number | string {
  const given = (env[name] ?? '').trim()
  if (given === '') return ifAbsent
  const port = /^[1-9]\d{0,4}$/.test(given) ? Number(given) : Infinity
  if (port <= MAX_PORT) return port
  return `${name} is ${JSON.stringify(given.slice(0, 100))}, expected a port from 1 to ${MAX_PORT}`
}

/** Where the portal listens (contract §1): `PORT` and `HOST`, loopback only unless told otherwise. */
export function readAddress(env: Variables): ReadAddress {
  const port = readPort(env, 'PORT', DEFAULT_PORT)
  const host = (env.HOST ?? '').trim() || DEFAULT_HOST
  const isHost = /^[\w.:-]{1,253}$/.test(host)
  if (typeof port === 'number' && isHost) return { ok: true, port, host }

  const problems = typeof port === 'string' ? [port] : []
  if (!isHost) {
    const shown = JSON.stringify(host.slice(0, 100))
    problems.push(`HOST is ${shown}, expected a host name or an IP address without brackets`)
  }
  return { ok: false, problems }
}
