import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { configurationElementId, parseConfiguration } from '../../src/lib/configuration/load.ts'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import type { DiscoveredProvider } from '../../src/lib/identity/provider.ts'
import { sendRequest, errorMessage } from './verify/ask.ts'
import { decompress } from './verify/expected.ts'
import { checkPortal, type Finding } from './verify/portal.ts'
import { checkServiceFindings } from './verify/services.ts'

/** Returns the origin parameter, or exits with code 2. */
function originIn([address, ...others]: readonly string[]): string {
  const url = URL.parse(address ?? '')
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin || others.length > 0)
    exitWithUsage('Name the portal: npm run verify -- https://host')
  return url.origin
}

/**
 * Fetches the configuration of the portal at an origin.
 *
 * @throws a one-line error if it is missing or invalid
 */
async function fetchConfiguration(origin: string): Promise<PublicConfiguration> {
  const { status, body } = await sendRequest(origin, '/config.json')
  if (status !== 200) throw new Error(`GET /config.json is answered with status ${status}`)
  try {
    return parseConfiguration(body.toString())
  } catch {
    throw new Error('/config.json is not the configuration of a portal')
  }
}

async function readDiscovered(origin: string): Promise<DiscoveredProvider | undefined> {
  const page = String(decompress(await sendRequest(origin, '/')))
  const [, filledIn = ''] = new RegExp(`id="${configurationElementId}">([^<]*)<`).exec(page) ?? []
  return filledIn === '' ? undefined : parseConfiguration(filledIn).discovered
}

function printFinding({ name, differences, warnings = [] }: Finding): void {
  console.log(`${differences.length === 0 ? '✓' : '✗'} ${name}`)
  for (const difference of differences) console.log(`    ${difference}`)
  for (const warning of warnings) console.log(`    warning: ${warning}`)
}

// A program such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(1)
})

const { positionals, values } = parseCommandLine({
  allowPositionals: true,
  options: { static: { type: 'boolean' } },
})
const origin = originIn(positionals)
const host = values.static ? 'files' : 'server'
let failed = 0
let checked = 0
try {
  const configuration = await fetchConfiguration(origin)
  const discovered = await readDiscovered(origin)
  const target = { origin, configuration, discovered, host } as const
  for (const findings of [checkPortal(target), checkServiceFindings(target)]) {
    for await (const finding of findings) {
      printFinding(finding)
      checked += 1
      if (finding.differences.length > 0) failed += 1
    }
  }
  console.log(`${checked - failed} checks passed, ${failed} failed`)
} catch (error) {
  console.error(`${origin}: ${errorMessage(error)}`)
  failed += 1
}
process.exitCode = failed > 0 ? 1 : 0
