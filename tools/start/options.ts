import { parseArgs } from 'node:util'
import { databaseFile } from '../../sandbox/database/file.ts'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { readListenAddress, portNumber } from '../../server/settings.ts'
import {
  createReader,
  readConfiguration,
  type Variables,
} from '../../src/lib/configuration/variables.ts'

const DEFAULT_SANDBOX_PORT = 4400

/** What `npm start` and `npm run dev` were asked for. */
export interface Options {
  port: number
  host: string
  sandboxPort: number
  /** Where the sandbox keeps its data. */
  db: string
  /** Start with the data of a fresh sandbox. */
  reset: boolean
  /** How many administrations to seed; undefined: the sandbox's own few. */
  administrations: number | undefined
  /** Have the sandbox answer with what the portal cannot do without, and nothing else. */
  minimalAnswers: boolean
  /** Where browsers find a portal that stands behind something else; null: at its own address. */
  publicUrl: string | null
}

/**
 * Reads the command line and `PORT`, `HOST`, `SANDBOX_PORT`, `PORTAL_PUBLIC_URL`; or says in one
 * line what is wrong.
 */
export function readOptions(parameters: readonly string[], env: Variables): Options | string {
  const { problems, ...reader } = createReader(env)
  const { port, host } = readListenAddress(reader)
  const sandboxPort = reader.optional('SANDBOX_PORT', portNumber) ?? DEFAULT_SANDBOX_PORT
  // The one variable of the portal's that the sandbox does not set.
  const { PORTAL_PUBLIC_URL } = env
  const portal = readConfiguration({ ...portalEnvironment('http://localhost'), PORTAL_PUBLIC_URL })
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
    const { administrations, 'minimal-answers': minimalAnswers, ...given } = values
    if (administrations !== undefined && !/^(?:[1-9]\d{0,4}|100000)$/.test(administrations)) {
      const wrong = JSON.stringify(administrations)
      problems.push(`--administrations is ${wrong}, expected a whole number from 1 to 100000`)
    }
    if (!portal.ok || problems.length > 0) return problems.join('; ')
    const { publicUrl } = portal.configuration
    const seeded = administrations === undefined ? undefined : Number(administrations)
    const places = { port, host, sandboxPort, publicUrl }
    return { ...places, ...given, minimalAnswers, administrations: seeded }
  } catch (error) {
    return (error as Error).message.replaceAll(/\s*\n\s*/g, ' ')
  }
}

/**
 * Where a browser on this machine finds the portal. `0.0.0.0` and `::` mean every address of it; a
 * browser sends `localhost` to `::1` as well, and the sandbox knows the portal by that name.
 */
export function addressToOpen(host: string, port: number): string {
  if (['0.0.0.0', '::', '::1'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Whether only this machine can reach a portal that listens on `host`. */
export function isThisMachineOnly(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
