import { resolve } from 'node:path'
import { discover } from '../../server/discovery.ts'
import { readSettings } from '../../server/settings.ts'
import { describeStartError } from '../../server/startup-error.ts'
import { startWarnings } from '../../server/warnings.ts'
import { readConfiguration } from '../../src/lib/configuration/variables.ts'
import type { Discovered } from '../../src/lib/identity/provider.ts'
import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { NotEmpty, exportTo } from './export/export.ts'

const { out } = parseCommandLine({ options: { out: { type: 'string' } } }).values
if (!out) exitWithUsage('Say where to: npm run export -- --out DIR')

/** What pages come with, and why they lack it: with its time, since nobody keeps a file up to date. */
async function discoveredNow(
  authority: string,
): Promise<{ discovered?: Discovered; lack?: string }> {
  try {
    return { discovered: { ...(await discover(authority)), at: Date.now() } }
  } catch (error) {
    return { lack: `Pages will ask ${authority} for its addresses: ${(error as Error).message}` }
  }
}

const server = readSettings(process.env)
const read = readConfiguration(process.env)
if (server.ok && read.ok) {
  const folder = resolve(out)
  try {
    const { authority } = read.configuration.identity
    const { discovered, lack } = server.settings.discovery ? await discoveredNow(authority) : {}
    await exportTo(folder, { ...read.configuration, discovered })
    const warnings = startWarnings(read.configuration, process.env)
    for (const warning of [...warnings, ...(lack ? [lack] : [])]) console.warn(warning)
    console.log(`The portal is exported: publish ${folder}/public`)
  } catch (error) {
    if (error instanceof NotEmpty) exitWithUsage(error.message)
    console.error(describeStartError(error, 0, 'PORT'))
    process.exitCode = 1
  }
} else {
  const problems = [server, read].flatMap((part) => (part.ok ? [] : part.problems))
  console.error(['Nothing is exported:', ...problems.map((each) => `- ${each}`)].join('\n'))
  process.exitCode = 1
}
