import { resolve } from 'node:path'
import { discover, reasonOf } from '../../server/process/discovery.ts'
import { startupError } from '../../server/process/startup-error.ts'
import { startWarnings } from '../../server/process/warnings.ts'
import { readConfiguration } from '../../src/lib/configuration/variables.ts'
import type { Discovered } from '../../src/lib/identity/provider.ts'
import { commandLine, misused } from '../programs/command-line.ts'
import { exportTo } from './export/export.ts'
import { NoExport } from './export/write.ts'

const { out } = commandLine({ options: { out: { type: 'string' } } }).values
if (!out) misused('Say where to: npm run export -- --out DIR')

/** The identity provider's addresses, with their age: nobody keeps them up to date in a file. */
async function discoveredNow(authority: string): Promise<Discovered | undefined> {
  try {
    return { ...(await discover(authority)), at: Date.now() }
  } catch (error) {
    console.warn(
      `Pages will ask ${authority} for its addresses, since it gave none: ${reasonOf(error)}`,
    )
    return undefined
  }
}

const read = readConfiguration(process.env)
if (read.ok) {
  const folder = resolve(out)
  try {
    const discovered = await discoveredNow(read.configuration.identity.authority)
    await exportTo(folder, { ...read.configuration, discovered })
    for (const warning of startWarnings(read.configuration, process.env)) console.warn(warning)
    console.log(`The portal is exported: publish ${folder}/public`)
  } catch (error) {
    if (error instanceof NoExport) misused(error.message)
    console.error(startupError(error, 0, 'PORT'))
    process.exitCode = 1
  }
} else {
  console.error(['Nothing is exported:', ...read.problems.map((each) => `- ${each}`)].join('\n'))
  process.exitCode = 1
}
