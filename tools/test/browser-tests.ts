import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromiumInstalled } from '../programs/chromium.ts'
import { findFreePort } from '../programs/free-port.ts'
import { runProgram } from '../programs/program.ts'
import {
  UnavailableError,
  ensureFirefoxInstalled,
  ensureWebkitInstalled,
} from '../programs/installed.ts'
import { startComposeServices } from '../services/compose/start.ts'
import { startKeycloak } from '../services/keycloak/start.ts'
import {
  ensureBrotliModuleInstalled,
  ensureNginxInstalled,
  ensureOpensslInstalled,
} from '../services/nginx/start.ts'
import { startUnleash } from '../services/unleash/start.ts'
import {
  countPlaywrightTests,
  readReport,
  type TestCount,
  type PlaywrightReport,
} from './counts.ts'

interface Services {
  environment: Readonly<Record<string, string>>
  close: () => Promise<unknown>
}

/** Installs missing programs that the tests start themselves. */
const requirePrograms =
  (...programs: (() => unknown)[]) =>
  (): Services => {
    for (const provide of programs) provide()
    return { environment: {}, close: () => Promise.resolve() }
  }

/** Functions that prepare the Playwright projects, or reject with `UnavailableError`. */
const prerequisites = {
  portal: requirePrograms(),
  screens: requirePrograms(),
  screenshots: requirePrograms(),
  faults: requirePrograms(),
  keycloak: async () => {
    const { url, password, close } = await startKeycloak()
    return { environment: { KEYCLOAK_TEST_URL: url, KEYCLOAK_TEST_PASSWORD: password }, close }
  },
  unleash: async () => {
    // Unleash reads the allowed origins only when it starts.
    const port = await findFreePort()
    const { url, close } = await startUnleash({ origins: [`http://localhost:${port}`] })
    return { environment: { UNLEASH_TEST_URL: url, UNLEASH_TEST_PORTAL_PORT: String(port) }, close }
  },
  nginx: requirePrograms(ensureNginxInstalled, ensureBrotliModuleInstalled, ensureOpensslInstalled),
  firefox: requirePrograms(ensureFirefoxInstalled),
  webkit: requirePrograms(ensureWebkitInstalled),
  instances: requirePrograms(ensureNginxInstalled, ensureOpensslInstalled),
  compose: startComposeServices,
} satisfies Readonly<Record<string, () => Services | Promise<Services>>>

export type BrowserTestProject = keyof typeof prerequisites

export const browserTestProjects = Object.keys(prerequisites) as BrowserTestProject[]

async function runPlaywright(
  services: ReadonlyMap<BrowserTestProject, Services>,
  parameters: readonly string[],
  signal: AbortSignal,
): Promise<TestCount> {
  if (services.size === 0) return { passed: 0, failures: [] }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-tests-'))
  const report = join(folder.path, 'browser.json')
  const selected = [...services.keys()].map((project) => `--project=${project}`)
  const environments = [...services.values()].map(({ environment }) => environment)
  const { code, output } = await runProgram(
    'playwright',
    ['test', ...selected, '--reporter=dot,json', ...parameters],
    {
      show: 'afterwards',
      signal,
      environment: {
        ...(Object.assign({}, ...environments) as Record<string, string>),
        KOPPELPUNT_CHROMIUM: ensureChromiumInstalled(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    },
  )
  return { ...countPlaywrightTests(await readReport<PlaywrightReport>(report), code), output }
}

/** Runs the given Playwright projects against the existing build. */
export async function runBrowserTests(
  projects: readonly BrowserTestProject[],
  parameters: readonly string[],
): Promise<TestCount> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopping.abort()
      // Exiting also ends the process groups of services.
      process.exit(1)
    })
  }
  const started = new Map<BrowserTestProject, Services>()
  const failed: string[] = []
  const notRun: string[] = []

  try {
    // Services start one by one, because they share downloads.
    for (const project of projects) {
      try {
        started.set(project, await prerequisites[project]())
      } catch (error) {
        const reasons = error instanceof UnavailableError ? notRun : failed
        reasons.push(`${project}, ${(error as Error).message}`)
      }
    }
    const count = await runPlaywright(started, parameters, stopping.signal)
    return { ...count, failures: [...failed, ...count.failures], notRun }
  } finally {
    for (const { close } of started.values()) await close()
  }
}
