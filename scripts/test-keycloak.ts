import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKeycloak } from '../real/keycloak/start.ts'
import { Unavailable } from '../real/unavailable.ts'
import type { Count } from './checks.ts'
import { provideChromium } from './chromium.ts'
import { run } from './program.ts'
import { playwrightCount } from './test-counts.ts'

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function start() {
  const since = performance.now()
  const keycloak = await startKeycloak()
  console.log(`Keycloak on ${keycloak.url} after ${seconds(since)}`)
  return keycloak
}

/**
 * Runs the browser tests that need a Keycloak, on a finished build, with one that is started for
 * them and stopped afterwards. Where none can be had that is said in a line, and nothing counts.
 *
 * @param parameters for Playwright, such as `-g` with a title
 * @param signal ends the tests; whoever fires it is leaving, which ends Keycloak
 */
export async function testKeycloak(
  parameters: readonly string[] = [],
  signal?: AbortSignal,
): Promise<Count> {
  const chromium = provideChromium()
  let keycloak
  try {
    keycloak = await start()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`Keycloak tests not run: ${error.message}`)
    return { passed: 0, failed: 0 }
  }
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-keycloak-'))
  const report = join(folder, 'report.json')
  try {
    const { code } = await run(
      'playwright',
      ['test', '--project=keycloak', '--reporter=list,json', ...parameters],
      {
        show: 'at once',
        environment: {
          KOPPELPUNT_CHROMIUM: chromium,
          KEYCLOAK_TEST_URL: keycloak.url,
          KEYCLOAK_TEST_PASSWORD: keycloak.password,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
        ...(signal && { signal }),
      },
    )
    const text = await readFile(report, 'utf8').catch(() => 'null')
    return playwrightCount(JSON.parse(text), code)
  } finally {
    await keycloak.close()
    await rm(folder, { recursive: true })
  }
}

if (import.meta.main) {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopping.abort()
      process.exit(1)
    })
  }
  const { passed, failed } = await testKeycloak(process.argv.slice(2), stopping.signal)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
