import { parseCommandLine, exitWithUsage } from '../programs/command-line.ts'
import { configurationId, parseConfiguration } from '../../src/lib/configuration/load.ts'
import type { PublicConfiguration } from '../../src/lib/configuration/variables.ts'
import type { Discovered } from '../../src/lib/identity/provider.ts'
import { ask } from './verify/ask.ts'
import { decoded } from './verify/expected.ts'
import { findingsOf, type Finding } from './verify/portal.ts'
import { serviceFindingsOf } from './verify/services.ts'

/** Where a portal is: an origin, with nothing behind it but perhaps a slash. */
function originIn([given, ...others]: readonly string[]): string {
  const url = URL.parse(given ?? '')
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  if (!isOrigin || others.length > 0) exitWithUsage('Say where: npm run verify -- https://host')
  return url.origin
}

/**
 * Fetches what the portal at `origin` says of its configuration, from which its policy follows.
 *
 * @throws one line where it says nothing, or something else
 */
async function configurationOf(origin: string): Promise<PublicConfiguration> {
  const { status, body } = await ask(origin, '/config.json')
  if (status !== 200) throw new Error(`/config.json is answered with ${status}`)
  try {
    return parseConfiguration(body.toString())
  } catch {
    throw new Error('/config.json is no configuration of a portal')
  }
}

/** The provider's addresses that the portal's pages come with. */
async function discoveredAt(origin: string): Promise<Discovered | undefined> {
  const page = String(decoded(await ask(origin, '/')))
  const [, filledIn = ''] = new RegExp(`id="${configurationId}">([^<]*)<`).exec(page) ?? []
  return filledIn === '' ? undefined : parseConfiguration(filledIn).discovered
}

function show({ name, differences, warnings = [] }: Finding): void {
  console.log(`${differences.length === 0 ? '✓' : '✗'} ${name}`)
  for (const difference of differences) console.log(`    ${difference}`)
  for (const warning of warnings) console.log(`    warning: ${warning}`)
}

// Whoever reads this, such as `head`, has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(1)
})

const { positionals, values } = parseCommandLine({
  allowPositionals: true,
  options: { static: { type: 'boolean' } },
})
const origin = originIn(positionals)
const host = values.static ? 'of files' : 'of the whole policy'
let failed = 0
let asked = 0
try {
  const configuration = await configurationOf(origin)
  const discovered = await discoveredAt(origin)
  const target = { origin, configuration, discovered, host } as const
  for (const findings of [findingsOf(target), serviceFindingsOf(target)]) {
    for await (const finding of findings) {
      show(finding)
      asked += 1
      if (finding.differences.length > 0) failed += 1
    }
  }
  console.log(`${asked - failed} as they should be, ${failed} not`)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(`${origin}: ${message || (code ?? 'no answer')}`)
  failed += 1
}
process.exitCode = failed > 0 ? 1 : 0
