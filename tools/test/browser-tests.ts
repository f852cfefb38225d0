import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from '../programs/chromium.ts'
import { freePort } from '../programs/free-port.ts'
import { run } from '../programs/program.ts'
import { provideFirefox, provideWebkit } from '../programs/engines.ts'
import { Unavailable } from '../programs/unavailable.ts'
import { startComposed } from '../services/compose/start.ts'
import { startKeycloak } from '../services/keycloak/start.ts'
import { provideBrotliModule } from '../services/nginx/brotli-module.ts'
import { provideOpenssl } from '../services/nginx/certificate.ts'
import { provideNginx } from '../services/nginx/start.ts'
import { startUnleash } from '../services/unleash/start.ts'
import { playwrightCount, readReport, type Count } from './counts.ts'

/** What the tests of a project talk to; `environment` says where it is. */
interface Running {
  environment: Readonly<Record<string, string>>
  close: () => Promise<unknown>
}

const nothing: Running = { environment: {}, close: () => Promise.resolve() }

export type Project =
  | 'portal'
  | 'screens'
  | 'screenshots'
  | 'faults'
  | 'keycloak'
  | 'unleash'
  | 'nginx'
  | 'firefox'
  | 'webkit'
  | 'instances'
  | 'compose'

/**
 * The projects of playwright.config.ts, with what has to run, or to be installed, before they begin.
 * They reject with `Unavailable` where that cannot be had.
 */
const projects: Readonly<Record<Project, () => Running | Promise<Running>>> = {
  portal: () => nothing,
  screens: () => nothing,
  screenshots: () => nothing,
  faults: () => nothing,
  keycloak: async () => {
    const { url, password, close } = await startKeycloak()
    return { environment: { KEYCLOAK_TEST_URL: url, KEYCLOAK_TEST_PASSWORD: password }, close }
  },
  unleash: async () => {
    // Unleash has to know at its start whose pages may ask it for flags.
    const port = await freePort()
    const { url, close } = await startUnleash({ origins: [`http://localhost:${port}`] })
    return { environment: { UNLEASH_TEST_URL: url, UNLEASH_TEST_PORTAL_PORT: String(port) }, close }
  },
  nginx: () => {
    provideNginx()
    provideBrotliModule()
    provideOpenssl()
    return nothing
  },
  firefox: () => {
    provideFirefox()
    return nothing
  },
  webkit: () => {
    provideWebkit()
    return nothing
  },
  instances: () => {
    provideNginx()
    provideOpenssl()
    return nothing
  },
  compose: startComposed,
}

export const allProjects = Object.keys(projects) as Project[]

/** Starts what a project needs; a line that says why, where it cannot be had. */
async function provide(project: Project): Promise<Running | string> {
  try {
    return await projects[project]()
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return `${project}, ${error.message}`
  }
}

/** Runs the browser tests of projects on the build that is there, all at once, and counts them. */
export async function browserTests(
  wanted: readonly Project[],
  parameters: readonly string[],
): Promise<Count> {
  const stopping = new AbortController()
  const reports = await mkdtemp(join(tmpdir(), 'koppelpunt-tests-'))
  const report = join(reports, 'browser.json')
  const running = new Map<Project, Running>()
  const notRun: string[] = []
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopping.abort()
      // Leaving is what ends the process groups that services run in.
      process.exit(1)
    })
  }
  try {
    // What compose.yaml starts is fetched for the others first, where they are wanted too.
    for (const isComposed of [false, true]) {
      const starts = wanted
        .filter((project) => (project === 'compose') === isComposed)
        .map(async (project) => {
          const provided = await provide(project)
          if (typeof provided === 'string') notRun.push(provided)
          else running.set(project, provided)
        })
      // All of them have started or failed before any is closed.
      await Promise.allSettled(starts)
      await Promise.all(starts)
    }
    if (running.size === 0) return { passed: 0, failures: [], notRun }
    const { code } = await run(
      'playwright',
      [
        'test',
        ...[...running.keys()].map((project) => `--project=${project}`),
        '--reporter=list,json',
        ...parameters,
      ],
      {
        show: 'at once',
        environment: {
          ...Object.fromEntries(
            [...running.values()].flatMap(({ environment }) => Object.entries(environment)),
          ),
          KOPPELPUNT_CHROMIUM: provideChromium(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
        signal: stopping.signal,
      },
    )
    return { ...playwrightCount(await readReport(report), code), notRun }
  } finally {
    for (const { close } of running.values()) await close()
    await rm(reports, { recursive: true })
  }
}
