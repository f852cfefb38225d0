import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readPublicConfiguration } from '../src/lib/configuration/variables.ts'
import { describeError, log } from './log.ts'
import { readSettings } from './settings.ts'
import { startPortal, type Portal } from './start.ts'
import { describeStartError, formatList, formatProblems } from './startup-error.ts'
import { collectWarnings } from './warnings.ts'

function exitWith(text: string): never {
  console.error(text)
  process.exit(1)
}

/** Reads the option `--check`, to only validate the environment. */
function readCheckOption(): boolean {
  try {
    return parseArgs({ options: { check: { type: 'boolean' } } }).values.check ?? false
  } catch (error) {
    return exitWith((error as Error).message.replaceAll(/\s*\n\s*/g, ' '))
  }
}

/** Stops the portal only once, because npm repeats the terminal's signal. */
function stopOnSignals(portal: Portal, drainSeconds: number): void {
  const skipsDrain = new AbortController()
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    log('stopping', { signal })
    portal.drain()
    await pause(drainSeconds * 1000, null, { signal: skipsDrain.signal }).catch(() => null)
    await portal.close()
    log('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => {
    skipsDrain.abort()
    void stop(signal)
  })
}

const isCheck = readCheckOption()
const server = readSettings(process.env)
const read = readPublicConfiguration(process.env)
if (!server.ok || !read.ok) {
  exitWith(formatProblems([server, read].flatMap((part) => (part.ok ? [] : part.problems))))
}

if (isCheck) {
  console.log(
    formatList('The environment is valid.', collectWarnings(read.configuration, process.env)),
  )
  process.exit(0)
}

const { drainSeconds, ...settings } = server.settings
const portal = await startPortal({ ...settings, environment: process.env, log }).catch(
  (error: unknown) => exitWith(describeStartError(error, settings.port, 'PORT')),
)

function crash(error: unknown): void {
  log('crashed', { error: describeError(error) })
  process.exit(1)
}

process.on('unhandledRejection', crash)
process.on('uncaughtException', crash)
// Failed log output must not stop the portal.
process.stdout.on('error', () => undefined)
stopOnSignals(portal, drainSeconds)

const { url, metricsUrl, release, warnings } = portal
for (const message of warnings) log('warning', { message })
log('started', { url, ...release, ...(metricsUrl !== null && { metrics: metricsUrl }) })
