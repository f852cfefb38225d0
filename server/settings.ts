import * as z from 'zod'
import { oneOfTexts, integerBetween } from '../src/lib/configuration/shapes.ts'
import {
  createVariableReader,
  listUsedVariableNames,
  type VariablesResult,
  type VariableReader,
  type Variables,
} from '../src/lib/configuration/variables.ts'

export const portNumber = integerBetween(1, 65_535, 'a port')

const hostName = z
  .string()
  .regex(/^[\w.:-]{1,253}$/)
  .describe('a host name or an IP address without brackets')

const onOrOff = oneOfTexts('on', 'off')

/** Reads `PORT` and `HOST` with their defaults (contract §1). */
export const readListenAddress = ({ optional }: VariableReader) => ({
  port: optional('PORT', portNumber) ?? 4321,
  host: optional('HOST', hostName) ?? 'localhost',
})

function readServerVariables(reader: VariableReader) {
  const address = readListenAddress(reader)
  const metricsPort = reader.optional('PORTAL_METRICS_PORT', portNumber)
  const metricsHost = reader.optional('PORTAL_METRICS_HOST', hostName) ?? address.host
  return {
    ...address,
    metrics: metricsPort === null ? null : { port: metricsPort, host: metricsHost },
    /** Seconds during which `/readyz` returns 503 before the server stops. */
    drainSeconds: reader.optional('PORTAL_DRAIN_SECONDS', integerBetween(0, 300)) ?? 5,
    accessLog: reader.optional('PORTAL_ACCESS_LOG', onOrOff) === 'on',
    discovery: reader.optional('PORTAL_OIDC_DISCOVERY', onOrOff) !== 'off',
  }
}

export const serverVariableNames: readonly string[] = listUsedVariableNames(readServerVariables)

/** Reads the variables that only the server uses (contract §1, §2). */
export function readSettings(
  env: Variables,
): VariablesResult<{ settings: ReturnType<typeof readServerVariables> }> {
  const { problems, ...reader } = createVariableReader(env)
  const settings = readServerVariables(reader)
  const { port, metrics } = settings
  if (metrics?.port === port) {
    problems.push(`PORTAL_METRICS_PORT is ${port}, expected another port than PORT`)
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings }
}
