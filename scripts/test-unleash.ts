import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../real/free-port.ts'
import { Unavailable } from '../real/unavailable.ts'
import { startUnleash } from '../real/unleash/start.ts'
import { browserTests } from './browser-tests.ts'
import { build } from './build.ts'
import type { Count } from './checks.ts'
import { PROJECT } from './program.ts'

/**
 * Runs the browser tests against a real Unleash, on the build that is there, with further
 * `parameters` for Playwright. Where Unleash cannot be fetched it says so in one line, and nothing
 * has passed or failed.
 */
export async function testUnleash(parameters: readonly string[] = []): Promise<Count> {
  const port = await freePort()
  try {
    const unleash = await startUnleash({ origins: [`http://localhost:${port}`] })
    try {
      const environment = {
        UNLEASH_TEST_URL: unleash.url,
        UNLEASH_TEST_PORTAL_PORT: String(port),
      }
      return await browserTests('unleash', environment, parameters)
    } finally {
      await unleash.close()
    }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`Tests with Unleash: not run, ${error.message}`)
    return { passed: 0, failed: 0 }
  }
}

if (import.meta.main) {
  // Leaving this way ends Unleash too, which a signal would not.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
  if (!existsSync(join(PROJECT, 'dist'))) await build()
  const { passed, failed } = await testUnleash(process.argv.slice(2))
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
