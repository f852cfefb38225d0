import { resolve } from 'node:path'
import { discoverProvider } from '../../server/discovery.ts'
import { readSettings } from '../../server/settings.ts'
import { describeStartError } from '../../server/startup-error.ts'
import { collectWarnings } from '../../server/warnings.ts'
import { readPublicConfiguration } from '../../src/lib/configuration/variables.ts'
import type { DiscoveredProvider } from '../../src/lib/identity/provider.ts'
import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { FolderNotEmptyError, writeExport } from './export/export.ts'

const { out } = parseCommandLine({ options: { out: { type: 'string' } } }).values
if (!out) exitWithUsage('Name the folder: npm run export -- --out FOLDER')

/** Returns the provider's endpoints, or the reason for missing endpoints. */
async function discoverEndpoints(
  authority: string,
): Promise<{ discovered?: DiscoveredProvider; warning?: string }> {
  try {
    return { discovered: { ...(await discoverProvider(authority)), at: Date.now() } }
  } catch (error) {
    return { warning: `Pages will ask ${authority} for its addresses: ${(error as Error).message}` }
  }
}

const server = readSettings(process.env)
const read = readPublicConfiguration(process.env)
if (server.ok && read.ok) {
  const folder = resolve(out)
  try {
    const { authority } = read.configuration.identity
    const { discovered, warning } = server.settings.discovery
      ? await discoverEndpoints(authority)
      : {}
    await writeExport(folder, { ...read.configuration, discovered })
    const warnings = collectWarnings(read.configuration, process.env)
    for (const each of [...warnings, ...(warning ? [warning] : [])]) console.warn(each)
    console.log(`The portal is exported: publish ${folder}/public`)
  } catch (error) {
    if (error instanceof FolderNotEmptyError) exitWithUsage(error.message)
    console.error(describeStartError(error, 0, 'PORT'))
    process.exitCode = 1
  }
} else {
  const problems = [server, read].flatMap((part) => (part.ok ? [] : part.problems))
  console.error(['Nothing is exported:', ...problems.map((each) => `- ${each}`)].join('\n'))
  process.exitCode = 1
}
