import { accounts, password } from '../../sandbox/accounts.ts'
import { DatabaseError } from '../../sandbox/database/database.ts'
import { createPortalEnvironment } from '../../sandbox/portal-environment.ts'
import { startSandbox, type StartOptions } from '../../sandbox/start.ts'
import { listen } from '../../server/listen.ts'
import { log } from '../../server/log.ts'
import { describeStartError } from '../../server/startup-error.ts'
import { startPortal } from '../../server/start.ts'
import { addressToOpen, isLoopbackHost, readOptions, type PortalStartOptions } from './options.ts'
import { runProgram } from '../programs/program.ts'

/** Prints a message and exits with code 1. */
export function exitWithError(text: string): never {
  console.error(text)
  process.exit(1)
}

/** Exits with code 1 if a port is in use. */
export async function exitIfPortInUse(port: number, host: string, variable: string): Promise<void> {
  try {
    const listening = await listen(() => undefined, { port, host })
    await listening.close()
  } catch (error) {
    exitWithError(describeStartError(error, port, variable))
  }
}

// The package `@astrojs/node` would ignore rejections outside its requests.
process.on('unhandledRejection', (error) => {
  throw error
})

const stopping = new AbortController()
const closes: (() => Promise<unknown>)[] = []

export const { signal } = stopping

/** Registers a function to call at exit, in reverse order. */
export const registerExitTask = (close: () => Promise<unknown>) => closes.unshift(close)

async function stop(): Promise<void> {
  if (signal.aborted) return
  stopping.abort()
  for (const close of closes) await close()
  process.exit(0)
}

/**
 * Reads the options and checks the ports, or exits.
 *
 * @param besidePortal true if a portal will start as well
 */
export async function readOptionsOrExit({ besidePortal = true } = {}): Promise<PortalStartOptions> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (typeof options === 'string') exitWithError(options)
  if (besidePortal) await exitIfPortInUse(options.port, options.host, 'PORT')
  await exitIfPortInUse(options.sandboxPort, 'localhost', 'SANDBOX_PORT')
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void stop())
  return options
}

function sandboxStartupError(error: unknown, port: number): string {
  if (!(error instanceof DatabaseError)) return describeStartError(error, port, 'SANDBOX_PORT')
  return error.message + (error.isBroken ? '; `npm start -- --reset` makes a new one' : '')
}

/** Builds the portal, or exits with code 1. */
export async function buildOrExit(): Promise<void> {
  console.log('Building…')
  const built = await runProgram('astro', ['build'], { show: 'afterwards', signal })
  if (built.code === 0) return
  console.error(built.output)
  exitWithError('The build failed; nothing was started.')
}

export async function startPortalWithOptions(
  options: PortalStartOptions,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const portal = await startPortal({ ...options, environment, log }).catch((error: unknown) =>
    exitWithError(describeStartError(error, options.port, 'PORT')),
  )
  registerExitTask(portal.close)
}

export function getPublicOrigin({ publicUrl, host, port }: PortalStartOptions): string {
  return publicUrl ?? addressToOpen(host, port)
}

/**
 * Starts the sandbox, or exits with code 1.
 *
 * @param real issuer and directory that replace the sandbox's own
 */
export async function startSandboxWithOptions(
  options: PortalStartOptions,
  real: Pick<StartOptions, 'issuer' | 'directory'> = {},
) {
  const { sandboxPort, db, reset, administrations, minimalAnswers, publicUrl } = options
  const sandbox = await startSandbox({
    port: sandboxPort,
    db,
    reset,
    minimalAnswers,
    ...(administrations !== undefined && { administrations }),
    portalUrl: getPublicOrigin(options),
    ...real,
  }).catch((error: unknown) => exitWithError(sandboxStartupError(error, sandboxPort)))
  registerExitTask(sandbox.close)
  const environment: Record<string, string> = createPortalEnvironment(sandbox.url)
  if (publicUrl !== null) environment.PORTAL_PUBLIC_URL = publicUrl
  return { url: sandbox.url, environment }
}

type AddressRow = readonly [name: string, address: string]

export const createPortalRow = ({ host, port }: PortalStartOptions): AddressRow => [
  'Koppelpunt',
  addressToOpen(host, port),
]
export const createSandboxRow = ({ url }: { url: string }): AddressRow => ['Sandbox', url]

export function printAddresses(
  { host }: PortalStartOptions,
  addresses: readonly AddressRow[],
): void {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  console.log(
    [
      '',
      ...addresses.map(([name, address]) => `  ${name.padEnd(13)}${address}`),
      ...(isLoopbackHost(host)
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
