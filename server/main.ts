import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../src/lib/configuration/variables.ts'
import { described, log } from './log.ts'
import { readSettings } from './settings.ts'
import { listItem, listed, startupError } from './startup-error.ts'
import { start, type Portal } from './start.ts'
import { startWarnings } from './warnings.ts'

function refuse(text: string): never {
  console.error(text)
  process.exit(1)
}

/** Whether `--check` was given: the environment is checked, and nothing starts. */
function readCheck(): boolean {
  try {
    return parseArgs({ options: { check: { type: 'boolean' } } }).values.check ?? false
  } catch (error) {
    return refuse((error as Error).message.replaceAll(/\s*\n\s*/g, ' '))
  }
}

/**
 * SIGTERM: drains for `drainSeconds`, so that load balancers notice, then stops. SIGINT: somebody waits at a terminal,
 * so it stops at once. A second signal has no effect: npm repeats the one that the terminal has sent already.
 */
function stopOnSignals(portal: Portal, drainSeconds: number): void {
  const hurry = new AbortController()
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    log('stopping', { signal })
    portal.drain()
    await pause(drainSeconds * 1000, null, { signal: hurry.signal }).catch(() => null)
    await portal.close()
    log('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => {
    hurry.abort()
    void stop(signal)
  })
}

const isCheck = readCheck()
const server = readSettings(process.env)
const read = readConfiguration(process.env)
if (!server.ok || !read.ok) {
  refuse(listed([server, read].flatMap((part) => (part.ok ? [] : part.problems))))
}

if (isCheck) {
  const warnings = startWarnings(read.configuration, process.env)
  console.log(['The environment is as it should be.', ...warnings.map(listItem)].join('\n'))
  process.exit(0)
}

const { drainSeconds, ...settings } = server.settings
const portal = await start({ ...settings, environment: process.env, log }).catch((error: unknown) =>
  refuse(startupError(error, settings.port, 'PORT')),
)

function crash(error: unknown): void {
  log('crashed', { error: described(error) })
  process.exit(1)
}

process.on('unhandledRejection', crash)
process.on('uncaughtException', crash)
// A full disk, or a log collector that is gone, must not stop the portal.
process.stdout.on('error', () => undefined)
stopOnSignals(portal, drainSeconds)

const { url, metricsUrl, release, warnings } = portal
for (const message of warnings) log('warning', { message })
log('started', { url, ...release, ...(metricsUrl !== null && { metrics: metricsUrl }) })
