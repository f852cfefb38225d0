import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accounts, password } from '../sandbox/accounts.ts'
import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start as startSandbox } from '../sandbox/start.ts'
import { listen } from '../server/listen.ts'
import { refusal } from '../server/refusal.ts'
import { readOptions } from './options.ts'
import type { Options } from './options.ts'
import { PROJECT } from './program.ts'

function refuse(text: string): never {
  console.error(text)
  process.exit(1)
}

async function expectFree(port: number, host: string, variable: string): Promise<void> {
  try {
    const listening = await listen(() => undefined, { port, host, headers: {} })
    await listening.close()
  } catch (error) {
    refuse(refusal(error, port, variable))
  }
}

/**
 * What runs beside each other until somebody stops it. `add` what has to be closed; on Ctrl-C or
 * SIGTERM `signal` fires, everything is closed in reverse order, and the process leaves with 0.
 */
class Session {
  readonly #stopping = new AbortController()
  readonly #closes: (() => Promise<unknown>)[] = []

  constructor() {
    process.on('SIGINT', () => void this.#stop())
    process.on('SIGTERM', () => void this.#stop())
  }

  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  add(close: () => Promise<unknown>): void {
    this.#closes.push(close)
  }

  async #stop(): Promise<void> {
    if (this.signal.aborted) return
    this.#stopping.abort()
    for (const close of this.#closes.toReversed()) await close()
    process.exit(0)
  }
}

/** Reads the options and makes sure of both ports, before anything that takes time; or leaves with 1. */
export async function begin(): Promise<{ options: Options; session: Session }> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (typeof options === 'string') refuse(options)
  await expectFree(options.port, options.host, 'PORT')
  await expectFree(options.sandboxPort, 'localhost', 'SANDBOX_PORT')
  return { options, session: new Session() }
}

/** Where browsers find the portal, unless it stands behind something that `PORTAL_PUBLIC_URL` names. */
const portalUrlOf = ({ port }: Options) =>
  process.env.PORTAL_PUBLIC_URL ?? `http://localhost:${port}`

/** Starts the sandbox on its data in `.sandbox/`; `environment` points a portal at it. */
export async function startSandboxFor(options: Options, session: Session) {
  const folder = join(PROJECT, '.sandbox')
  await mkdir(folder, { recursive: true })
  const sandbox = await startSandbox({
    port: options.sandboxPort,
    db: join(folder, 'sandbox.db'),
    reset: options.reset,
    ...(options.administrations !== undefined && { administrations: options.administrations }),
    portalUrl: portalUrlOf(options),
  })
  session.add(sandbox.close)
  const environment: Record<string, string> = portalEnvironment(sandbox.url)
  const publicUrl = process.env.PORTAL_PUBLIC_URL
  if (publicUrl !== undefined) environment.PORTAL_PUBLIC_URL = publicUrl
  return { url: sandbox.url, environment }
}

/** Tells where everything is and who can sign in. */
export function announce(portalUrl: string, sandboxUrl: string): void {
  const width = Math.max(...accounts.map(({ email }) => email.length))
  console.log(
    [
      '',
      `  Koppelpunt   ${portalUrl}`,
      `  Sandbox      ${sandboxUrl}`,
      '',
      `  Accounts, all with password ${password}:`,
      ...accounts.map(({ email, purpose }) => `    ${email.padEnd(width)}  ${purpose}`),
      '',
      '  Ctrl-C stops both.',
      '',
    ].join('\n'),
  )
}
