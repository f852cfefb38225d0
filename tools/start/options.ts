import { parseArgs } from 'node:util'
import { databaseFile } from '../../sandbox/database/database.ts'
import { createPortalEnvironment } from '../../sandbox/portal-environment.ts'
import { readListenAddress, portNumber } from '../../server/settings.ts'
import {
  createVariableReader,
  readPublicConfiguration,
  type Variables,
} from '../../src/lib/configuration/variables.ts'

const DEFAULT_SANDBOX_PORT = 4400

/** Options of `npm start` and `npm run dev`. */
export interface PortalStartOptions {
  port: number
  host: string
  sandboxPort: number
  db: string
  reset: boolean
  administrations: number | undefined
  minimalAnswers: boolean
  /** Origin of a portal behind a proxy. */
  publicUrl: string | null
}

/** Reads the options, or returns a one-line error. */
export function readOptions(
  parameters: readonly string[],
  env: Variables,
): PortalStartOptions | string {
  const { problems, ...reader } = createVariableReader(env)
  const { port, host } = readListenAddress(reader)
  const sandboxPort = reader.optional('SANDBOX_PORT', portNumber) ?? DEFAULT_SANDBOX_PORT
  // Portal variables other than PORTAL_PUBLIC_URL come from the sandbox.
  const { PORTAL_PUBLIC_URL } = env
  const portal = readPublicConfiguration({
    ...createPortalEnvironment('http://localhost'),
    PORTAL_PUBLIC_URL,
  })
  if (!portal.ok) problems.push(...portal.problems)
  if (port === sandboxPort) {
    problems.push(`PORT and SANDBOX_PORT are both ${port}, expected two different ports`)
  }
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        db: { type: 'string', default: databaseFile },
        reset: { type: 'boolean', default: false },
        administrations: { type: 'string' },
        'minimal-answers': { type: 'boolean', default: false },
      },
    })
    const { administrations, 'minimal-answers': minimalAnswers, ...rest } = values
    if (administrations !== undefined && !/^(?:[1-9]\d{0,4}|100000)$/.test(administrations)) {
      const wrong = JSON.stringify(administrations)
      problems.push(`--administrations is ${wrong}, expected a whole number from 1 to 100000`)
    }
    if (!portal.ok || problems.length > 0) return problems.join('; ')
    const { publicUrl } = portal.configuration
    const seeded = administrations === undefined ? undefined : Number(administrations)
    const places = { port, host, sandboxPort, publicUrl }
    return { ...places, ...rest, minimalAnswers, administrations: seeded }
  } catch (error) {
    return (error as Error).message.replaceAll(/\s*\n\s*/g, ' ')
  }
}

/** Returns the portal's address for a browser on this machine. */
export function addressToOpen(host: string, port: number): string {
  if (['0.0.0.0', '::', '::1'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns true if only this machine can reach a host. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
