import { parseArgs } from 'node:util'
import { accounts, password } from './accounts.ts'
import { databaseFile } from './database/file.ts'
import type { StartOptions } from './start.ts'

const usage =
  'npm run sandbox -- [--port 4400] [--db .sandbox/sandbox.db] [--reset] [--administrations N] [--minimal-answers]'

function wholeNumber(name: string, text: string, highest: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN
  if (value <= highest) return value
  throw new Error(`${name} must be a whole number from 0 to ${highest}, not '${text}'`)
}

function optionsFrom(argv: string[]): StartOptions {
  const { values } = parseArgs({
    args: argv,
    options: {
      port: { type: 'string' },
      db: { type: 'string', default: databaseFile },
      reset: { type: 'boolean', default: false },
      administrations: { type: 'string', default: '0' },
      'minimal-answers': { type: 'boolean', default: false },
    },
  })
  const port =
    values.port === undefined
      ? wholeNumber('SANDBOX_PORT', process.env.SANDBOX_PORT ?? '4400', 65_535)
      : wholeNumber('--port', values.port, 65_535)
  return {
    port,
    db: values.db,
    reset: values.reset,
    administrations: wholeNumber('--administrations', values.administrations, 100_000),
    minimalAnswers: values['minimal-answers'],
  }
}

function explained(error: unknown, port: number | undefined): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE')
    return `Port ${String(port)} is taken: stop what runs there, or set SANDBOX_PORT or --port`
  const [firstLine = ''] = error.message.split('\n')
  // By name, since the class would have to be loaded with everything else.
  const isBroken = error.name === 'DatabaseError' && 'isBroken' in error && error.isBroken
  return isBroken === true ? `${firstLine}; --reset makes a new one` : firstLine
}

let options: StartOptions | undefined
try {
  options = optionsFrom(process.argv.slice(2))
  // Loaded this late because a mistake in the options deserves an answer at once.
  const { start } = await import('./start.ts')
  const { url, close } = await start(options)
  console.log(`Sandbox on ${url}`)
  for (const { email, purpose } of accounts) console.log(`  ${email}  ${purpose}`)
  console.log(`  password for all: ${password}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
} catch (error) {
  console.error(`sandbox: ${explained(error, options?.port)} (${usage})`)
  process.exitCode = 1
}
