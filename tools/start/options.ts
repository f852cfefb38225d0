import { parseArgs } from 'node:util'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { addressOf, portNumber } from '../../server/settings.ts'
import {
  createReader,
  readConfiguration,
  type Variables,
} from '../../src/lib/configuration/variables.ts'

const DEFAULT_SANDBOX_PORT = 4400
const MAX_ADMINISTRATIONS = 100_000

/** What `npm start` and `npm run dev` were asked for. */
export interface Options {
  port: number
  host: string
  sandboxPort: number
  /** Start with the data of a fresh sandbox. */
  reset: boolean
  /** How many administrations to seed; undefined: the sandbox's own few. */
  administrations: number | undefined
  /** Have the sandbox answer with what the portal cannot do without, and nothing else. */
  minimalAnswers: boolean
  /** Where browsers find a portal that stands behind something else; null: at its own address. */
  publicUrl: string | null
}

function readArguments(
  parameters: readonly string[],
): Pick<Options, 'reset' | 'administrations' | 'minimalAnswers'> {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      reset: { type: 'boolean' },
      administrations: { type: 'string' },
      'minimal-answers': { type: 'boolean' },
    },
  })
  const {
    reset = false,
    administrations: given,
    'minimal-answers': minimalAnswers = false,
  } = values
  if (given === undefined) return { reset, administrations: undefined, minimalAnswers }
  const administrations = /^[1-9]\d{0,5}$/.test(given) ? Number(given) : Infinity
  if (administrations > MAX_ADMINISTRATIONS) {
    throw new Error(
      `--administrations is ${JSON.stringify(given)}, expected a whole number from 1 to ${MAX_ADMINISTRATIONS}`,
    )
  }
  return { reset, administrations, minimalAnswers }
}

/** `PORTAL_PUBLIC_URL` is the one variable of the portal's that the sandbox does not set. */
function readPublicUrl(env: Variables): { publicUrl: string | null; problems: string[] } {
  const { PORTAL_PUBLIC_URL } = env
  const read = readConfiguration({ ...portalEnvironment('http://localhost'), PORTAL_PUBLIC_URL })
  return read.ok
    ? { publicUrl: read.configuration.publicUrl, problems: [] }
    : { publicUrl: null, problems: read.problems }
}

/**
 * Reads the command line and `PORT`, `HOST`, `SANDBOX_PORT`, `PORTAL_PUBLIC_URL`; or says in one
 * line what is wrong.
 */
export function readOptions(parameters: readonly string[], env: Variables): Options | string {
  const { problems, ...reader } = createReader(env)
  const { port, host } = addressOf(reader)
  const { publicUrl, problems: ofPublicUrl } = readPublicUrl(env)
  problems.push(...ofPublicUrl)
  const sandboxPort = reader.optional('SANDBOX_PORT', portNumber) ?? DEFAULT_SANDBOX_PORT
  if (port === sandboxPort) {
    problems.push(`PORT and SANDBOX_PORT are both ${port}, expected two different ports`)
  }
  if (problems.length > 0) return problems.join('; ')
  try {
    return { port, host, sandboxPort, publicUrl, ...readArguments(parameters) }
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
