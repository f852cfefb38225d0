import { parseArgs } from 'node:util'
import { DEFAULT_HOST, DEFAULT_PORT, readAddress, readPort } from '../server/address.ts'
import type { Environment } from '../src/lib/configuration/environment.ts'

export const DEFAULT_SANDBOX_PORT = 4400
export const MAX_ADMINISTRATIONS = 100_000

/** What `npm start` and `npm run dev` were asked for. */
export interface Options {
  port: number
  host: string
  sandboxPort: number
  /** Start with the data of a fresh sandbox. */
  reset: boolean
  /** How many administrations to seed; undefined: the sandbox's own few. */
  administrations: number | undefined
}

function readArguments(parameters: readonly string[]): Pick<Options, 'reset' | 'administrations'> {
  const { values } = parseArgs({
    args: [...parameters],
    options: { reset: { type: 'boolean' }, administrations: { type: 'string' } },
  })
  const { reset = false, administrations: given } = values
  if (given === undefined) return { reset, administrations: undefined }
  const administrations = /^[1-9]\d{0,5}$/.test(given) ? Number(given) : Infinity
  if (administrations > MAX_ADMINISTRATIONS) {
    throw new Error(
      `--administrations is ${JSON.stringify(given)}, expected a whole number from 1 to ${MAX_ADMINISTRATIONS}`,
    )
  }
  return { reset, administrations }
}

/** Reads the command line and `PORT`, `HOST`, `SANDBOX_PORT`; or says in one line what is wrong. */
export function readOptions(parameters: readonly string[], env: Environment): Options | string {
  const address = readAddress(env)
  const sandboxPort = readPort(env, 'SANDBOX_PORT', DEFAULT_SANDBOX_PORT)
  const problems = address.ok ? [] : address.problems
  if (typeof sandboxPort === 'string') problems.push(sandboxPort)
  const { port, host } = address.ok ? address : { port: DEFAULT_PORT, host: DEFAULT_HOST }
  if (port === sandboxPort) {
    problems.push(`PORT and SANDBOX_PORT are both ${port}, expected two different ports`)
  }
  if (problems.length > 0 || typeof sandboxPort === 'string') return problems.join('; ')
  try {
    return { port, host, sandboxPort, ...readArguments(parameters) }
  } catch (error) {
    return (error as Error).message.replaceAll(/\s*\n\s*/g, ' ')
  }
}
