import { buildPortal, buildOnce } from '../build/build.ts'
import { exitWithUsage } from '../programs/command-line.ts'
import { ensureChromiumInstalled } from '../programs/chromium.ts'
import { runProgram, type ProgramResult } from '../programs/program.ts'
import { browserTestProjects, runBrowserTests, type BrowserTestProject } from './browser-tests.ts'
import { runChecks } from './check/checks.ts'
import { runVitestTests, type TestCount } from './counts.ts'
import { runDeployTests } from './deploy-tests.ts'
import { ensureActionlintInstalled, ensureDeployToolsInstalled } from '../services/deploy/tools.ts'
import { ensureKeycloakInstalled } from '../services/keycloak/distribution.ts'
import { ensureUnleashInstalled } from '../services/unleash/start.ts'

type Suite = (parameters: readonly string[]) => Promise<TestCount>

async function succeeds(name: string, running: Promise<ProgramResult>): Promise<TestCount> {
  const { code, output } = await running
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [name], output }
}

const BROWSER = 'browser tests'

const ESSENTIAL_TESTS = ['/journeys/', '/session/', '/coupling/boarding.', '/coupling/connect.']

/** Suites of `npm test`, the fastest first. */
const testSuites: Readonly<Record<string, Suite>> = {
  checks: runChecks,
  unit: (parameters) => runVitestTests(['unit', 'components'], parameters),
  build: () => succeeds('build', buildPortal('afterwards')),
  budgets: () =>
    succeeds('budgets', runProgram('tools/build/budgets.ts', [], { show: 'afterwards' })),
  built: (parameters) => runVitestTests(['built'], parameters),
  [BROWSER]: (parameters) => runBrowserTests(['portal'], [...ESSENTIAL_TESTS, ...parameters]),
}

/** Failures are ignored, because later suites report missing tools. */
async function downloadTools(): Promise<void> {
  for (const provide of [
    ensureKeycloakInstalled,
    ensureUnleashInstalled,
    ensureDeployToolsInstalled,
    ensureActionlintInstalled,
  ]) {
    await provide().catch(() => undefined)
  }
}

const allSuites: Readonly<Record<string, Suite>> = {
  ...testSuites,
  unit: async (parameters) => {
    // Downloads mostly wait, so they run during the unit tests.
    const [count] = await Promise.all([
      runVitestTests(['unit', 'components'], parameters),
      downloadTools(),
    ])
    return count
  },
  deploy: runDeployTests,
  [BROWSER]: (parameters) => {
    const projects = browserTestProjects.filter((project) => project !== 'screenshots')
    return runBrowserTests(projects, parameters)
  },
}

/** Returns the named suite, which first builds the portal if necessary. */
function suiteOf(name: string): Suite {
  const projects = name === 'engines' ? ['firefox', 'webkit'] : [name]
  const isBrowser = projects.every((project) =>
    browserTestProjects.includes(project as BrowserTestProject),
  )
  const browser: Suite = (parameters) =>
    runBrowserTests(projects as BrowserTestProject[], parameters)
  const suite =
    testSuites[name] ??
    allSuites[name] ??
    (isBrowser ? browser : exitWithUsage(`There is no suite ${name}`))
  return async (parameters) => {
    if (!['checks', 'unit', 'build'].includes(name)) await buildOnce()
    return suite(parameters)
  }
}

const [name, ...parameters] = process.argv.slice(2)
const suites =
  name === undefined ? testSuites : name === '--all' ? allSuites : { [name]: suiteOf(name) }

/** Reports a missing Chromium early, because browser tests come last. */
function reportMissingChromium(): void {
  try {
    ensureChromiumInstalled()
  } catch (error) {
    console.log((error as Error).message)
  }
}
if (BROWSER in suites) reportMissingChromium()

let passed = 0
const failures: string[] = []
const notRun: string[] = []
for (const [title, suite] of Object.entries(suites)) {
  process.stdout.write(`${title}: `)
  const started = performance.now()
  const count = await suite(parameters).catch((error: unknown): TestCount => {
    return { passed: 0, failures: [title], output: (error as Error).message }
  })
  passed += count.passed
  failures.push(...count.failures)
  notRun.push(...(count.notRun ?? []))
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${count.passed} passed, ${count.failures.length} failed, ${seconds} s`)
  if (count.failures.length > 0) console.log(count.output ?? '')
}

for (const suite of notRun) console.log(`○ not run: ${suite}`)
for (const failure of failures) console.log(`✗ ${failure}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
