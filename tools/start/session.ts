import { accounts, password } from '../../sandbox/accounts.ts'
import { DatabaseError } from '../../sandbox/database/database.ts'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { start as startSandbox, type StartOptions } from '../../sandbox/start.ts'
import { listen } from '../../server/listen.ts'
import { log } from '../../server/log.ts'
import { describeStartError } from '../../server/startup-error.ts'
import { start as startPortal } from '../../server/start.ts'
import { addressToOpen, isThisMachineOnly, readOptions, type Options } from './options.ts'
import { run } from '../programs/program.ts'

/** Ends a start that cannot go on, with what the person who asked for it has to know. */
export function refuse(text: string): never {
  console.error(text)
  process.exit(1)
}

/** Leaves with 1, and a line that names port and variable, where the port is taken. */
export async function expectFree(port: number, host: string, variable: string): Promise<void> {
  try {
    const listening = await listen(() => undefined, { port, host })
    await listening.close()
  } catch (error) {
    refuse(describeStartError(error, port, variable))
  }
}

// The handler of `@astrojs/node` listens to this event and ignores rejections outside its own requests.
process.on('unhandledRejection', (error) => {
  throw error
})

const stopping = new AbortController()
const closes: (() => Promise<unknown>)[] = []

/** Fires on Ctrl-C or SIGTERM. */
export const { signal } = stopping

/** Has something closed then, what came last first, before the process leaves with 0. */
export const atStop = (close: () => Promise<unknown>) => closes.unshift(close)

async function stop(): Promise<void> {
  if (signal.aborted) return
  stopping.abort()
  for (const close of closes) await close()
  process.exit(0)
}

/**
 * Reads the options and makes sure of the ports, before anything that takes time; or leaves with 1.
 *
 * @param besidePortal whether a portal is to be started as well
 */
export async function begin({ besidePortal = true } = {}): Promise<Options> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (typeof options === 'string') refuse(options)
  if (besidePortal) await expectFree(options.port, options.host, 'PORT')
  await expectFree(options.sandboxPort, 'localhost', 'SANDBOX_PORT')
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void stop())
  return options
}

function sandboxStartupError(error: unknown, port: number): string {
  if (!(error instanceof DatabaseError)) return describeStartError(error, port, 'SANDBOX_PORT')
  return error.message + (error.isBroken ? '; `npm start -- --reset` makes a new one' : '')
}

/** Builds the portal, and prints what the build says where it fails: then leaves with 1. */
export async function build(): Promise<void> {
  console.log('Building…')
  const built = await run('astro', ['build'], { show: 'afterwards', signal })
  if (built.code === 0) return
  console.error(built.output)
  refuse('The build failed; nothing was started.')
}

/** Starts the portal, or leaves with 1. */
export async function startPortalFor(
  options: Options,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const portal = await startPortal({ ...options, environment, log }).catch((error: unknown) =>
    refuse(describeStartError(error, options.port, 'PORT')),
  )
  atStop(portal.close)
}

/** Where browsers find the portal, without a slash at the end. */
export function originOf({ publicUrl, host, port }: Options): string {
  return publicUrl ?? addressToOpen(host, port)
}

/**
 * Starts the sandbox on its data in `.sandbox/`, or leaves with 1; `environment` points a portal at
 * it. `real` says whose tokens it takes instead of its own.
 */
export async function startSandboxFor(
  options: Options,
  real: Pick<StartOptions, 'issuer' | 'directory'> = {},
) {
  const { sandboxPort, db, reset, administrations, minimalAnswers, publicUrl } = options
  const sandbox = await startSandbox({
    port: sandboxPort,
    db,
    reset,
    minimalAnswers,
    ...(administrations !== undefined && { administrations }),
    portalUrl: originOf(options),
    ...real,
  }).catch((error: unknown) => refuse(sandboxStartupError(error, sandboxPort)))
  atStop(sandbox.close)
  const environment: Record<string, string> = portalEnvironment(sandbox.url)
  if (publicUrl !== null) environment.PORTAL_PUBLIC_URL = publicUrl
  return { url: sandbox.url, environment }
}

type Place = readonly [name: string, address: string]

export const portalAt = ({ host, port }: Options): Place => [
  'Koppelpunt',
  addressToOpen(host, port),
]
export const sandboxAt = ({ url }: { url: string }): Place => ['Sandbox', url]

/** Tells where everything is and who can sign in. */
export function announce({ host }: Options, places: readonly Place[]): void {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  console.log(
    [
      '',
      ...places.map(([name, address]) => `  ${name.padEnd(13)}${address}`),
      ...(isThisMachineOnly(host)
        ? []
        : ['', '  The sandbox serves this machine only: signing in works at localhost.']),
      '',
      `  Accounts, all with password ${password}:`,
      ...accounts.map(({ email, purpose }) => `    ${email.padEnd(width)}  ${purpose}`),
      '',
      '  Ctrl-C stops it.',
      '',
    ].join('\n'),
  )
}
