import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start } from '../server/start.ts'
import { misused } from './command-line.ts'
import { PROJECT, run } from './program.ts'
import type { Runnable } from './program.ts'
import { buildFinding, repositoryFindings } from './release.ts'
import type { Finding } from './release.ts'

/** What `/healthz` of the build says. Nobody asks the services for anything. */
async function health(): Promise<unknown> {
  const { url, close } = await start({
    port: 0,
    environment: portalEnvironment('http://localhost:4400'),
  })
  try {
    return await (await fetch(`${url}/healthz`)).json()
  } finally {
    await close()
  }
}

async function succeeds(
  name: string,
  runnable: Runnable,
  parameters: readonly string[] = [],
): Promise<Finding> {
  const { code, output } = await run(runnable, parameters, { show: 'afterwards' })
  return { name, problems: code === 0 ? [] : [output.trim()] }
}

async function billFinding(): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-release-'))
  const file = join(folder, 'sbom.json')
  try {
    const made = await succeeds('what it is made of can be told', 'scripts/sbom.ts', [file])
    if (made.problems.length === 0) JSON.parse(await readFile(file, 'utf8'))
    return made
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A day as the changelog writes it, where this machine is. */
const today = new Date().toLocaleDateString('sv-SE')

if (process.argv.length > 2) misused('npm run release:check takes no parameters')
const findings = [
  ...repositoryFindings(PROJECT, today),
  await buildFinding(PROJECT, manifest.version, health),
  await succeeds('packages and their licences', 'scripts/check-packages.ts'),
  await billFinding(),
]
for (const { name, problems } of findings) {
  console.log(problems.length === 0 ? `✓ ${name}` : `✗ ${name}: ${problems.join('; ')}`)
}
process.exitCode = findings.some(({ problems }) => problems.length > 0) ? 1 : 0
