import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from '../programs/chromium.ts'
import { freePort } from '../programs/free-port.ts'
import { run } from '../programs/program.ts'
import { Unavailable, provideFirefox, provideWebkit } from '../programs/installed.ts'
import { startComposed } from '../services/compose/start.ts'
import { startKeycloak } from '../services/keycloak/start.ts'
import { provideBrotliModule, provideNginx, provideOpenssl } from '../services/nginx/start.ts'
import { startUnleash } from '../services/unleash/start.ts'
import { playwrightCount, readReport, type Count, type PlaywrightReport } from './counts.ts'

/** What the tests of a project talk to; `environment` says where it is. */
interface Running {
  environment: Readonly<Record<string, string>>
  close: () => Promise<unknown>
}

/** Nothing that runs, but programs that the tests start. */
const needing =
  (...programs: (() => unknown)[]) =>
  (): Running => {
    for (const provide of programs) provide()
    return { environment: {}, close: () => Promise.resolve() }
  }

/**
 * The projects of playwright.config.ts, with what has to run, or to be installed, before they begin.
 * They reject with `Unavailable` where that cannot be had.
 */
const projects = {
  portal: needing(),
  screens: needing(),
  screenshots: needing(),
  faults: needing(),
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
  nginx: needing(provideNginx, provideBrotliModule, provideOpenssl),
  firefox: needing(provideFirefox),
  webkit: needing(provideWebkit),
  instances: needing(provideNginx, provideOpenssl),
  compose: startComposed,
} satisfies Readonly<Record<string, () => Running | Promise<Running>>>

export type Project = keyof typeof projects

export const allProjects = Object.keys(projects) as Project[]

/** Runs the tests of projects, all at once, and counts them. */
async function play(
  running: readonly (readonly [Project, Running])[],
  parameters: readonly string[],
  signal: AbortSignal,
): Promise<Count> {
  if (running.length === 0) return { passed: 0, failures: [] }
  const reports = await mkdtemp(join(tmpdir(), 'koppelpunt-tests-'))
  const report = join(reports, 'browser.json')
  const chosen = running.map(([project]) => `--project=${project}`)
  const environments = running.map(([, { environment }]) => environment)
  const { code } = await run(
    'playwright',
    ['test', ...chosen, '--reporter=list,json', ...parameters],
    {
      ...{ show: 'at once', signal },
      environment: {
        ...(Object.assign({}, ...environments) as Record<string, string>),
        KOPPELPUNT_CHROMIUM: provideChromium(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
    },
  )
  const count = playwrightCount(await readReport<PlaywrightReport>(report), code)
  await rm(reports, { recursive: true })
  return count
}

/** Runs the browser tests of projects on the build that is there, and counts them. */
export async function browserTests(
  wanted: readonly Project[],
  parameters: readonly string[],
): Promise<Count> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stopping.abort()
      // Leaving is what ends the process groups that services run in.
      process.exit(1)
    })
  }
  const started: Running[] = []
  const failed: string[] = []
  const notRun: string[] = []

  /** Starts what projects need, one after the other: what one fetches the next has. */
  async function start(those: readonly Project[]) {
    const running: (readonly [Project, Running])[] = []
    for (const project of those) {
      try {
        running.push([project, await projects[project]()])
      } catch (error) {
        const told = error instanceof Unavailable ? notRun : failed
        told.push(`${project}, ${(error as Error).message}`)
      }
    }
    started.push(...running.map(([, each]) => each))
    return running
  }

  try {
    // Before any test: a service that starts takes the machine from tests that wait for a browser.
    const running = await start(wanted)
    const { passed, failures } = await play(running, parameters, stopping.signal)
    return { passed, failures: [...failed, ...failures], notRun }
  } finally {
    for (const { close } of started) await close()
  }
}
