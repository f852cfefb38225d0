import { Unavailable } from '../real/unavailable.ts'
import { browserTests } from './browser-tests.ts'
import { buildOnce } from './build.ts'
import type { Count } from './checks.ts'

interface Running {
  environment: Readonly<Record<string, string>>
  close: () => Promise<void>
}

/** A real service, started for its browser tests and stopped afterwards. */
interface Service {
  name: string
  /** Of playwright.config.ts. */
  project: 'compose' | 'instances' | 'keycloak' | 'nginx' | 'unleash'
  /** `environment` says to the tests where it is. Rejects with `Unavailable` where it cannot be had. */
  start: () => Running | Promise<Running>
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function countTests(
  { name, project, start }: Service,
  parameters: readonly string[],
  signal: AbortSignal,
): Promise<Count> {
  const since = performance.now()
  const { environment, close } = await start()
  console.log(`${name} is ready after ${seconds(since)}`)
  try {
    return await browserTests(project, { environment, parameters, signal })
  } finally {
    await close()
  }
}

/**
 * Runs the browser tests against a real service, on the build that is there, with the command
 * line's parameters for Playwright, and ends with the line that counts them. Where the service
 * cannot be had, one line says so, and nothing has passed or failed.
 */
export async function testAgainst(service: Service): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopping.abort()
      // Leaving is what ends the process group that the service runs in.
      process.exit(1)
    })
  }
  await buildOnce()
  const { passed, failed } = await countTests(
    service,
    process.argv.slice(2),
    stopping.signal,
  ).catch((error: unknown) => {
    if (!(error instanceof Unavailable)) throw error
    console.log(`Tests with ${service.name}: not run, ${error.message}`)
    return { passed: 0, failed: 0 }
  })
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
