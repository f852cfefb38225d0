import { build, buildOnce } from '../build/build.ts'
import { misused } from '../programs/command-line.ts'
import { run } from '../programs/program.ts'
import { allProjects, browserTests, type Project } from './browser-tests.ts'
import { check } from './check/checks.ts'
import { vitestTests, type Count } from './counts.ts'
import { deployTests } from './deploy-tests.ts'
import { provideActionlint, provideTools } from '../services/deploy/tools.ts'
import { provideDistribution } from '../services/keycloak/distribution.ts'
import { provideUnleash } from '../services/unleash/start.ts'

/** Runs a suite, with parameters for its runner. */
type Suite = (parameters: readonly string[]) => Promise<Count>

async function succeeds(name: string, running: Promise<{ code: number | null }>): Promise<Count> {
  const { code } = await running
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [name] }
}

const BROWSER = 'browser tests'

/** Of the portal's browser tests, in five minutes: whole ways through it, the session, and what couples first. */
const FIRST = ['/journeys/', '/session/', '/coupling/boarding.', '/coupling/connect.']

/** In this order: what is quick to say comes first, and what follows the build looks at it. */
const inTest: Readonly<Record<string, Suite>> = {
  checks: check,
  unit: (given) => vitestTests('unit', given),
  build: () => succeeds('build', build()),
  budgets: () => succeeds('budgets', run('tools/build/budgets.ts', [], { show: 'at once' })),
  built: (given) => vitestTests('built', given),
  [BROWSER]: (given) => browserTests(['portal'], [...FIRST, ...given]),
}

/** Fetches what later suites need. They say themselves what cannot be had. */
async function fetchAhead(): Promise<void> {
  for (const provide of [provideDistribution, provideUnleash, provideTools, provideActionlint]) {
    await provide().catch(() => undefined)
  }
}

/** The same, with every browser test, and what operators get. */
const inAll: Readonly<Record<string, Suite>> = {
  ...inTest,
  unit: async (given) => {
    // Most of their time these tests wait, and so does whoever fetches.
    const [count] = await Promise.all([vitestTests('unit', given), fetchAhead()])
    return count
  },
  deploy: deployTests,
  [BROWSER]: (given) => {
    const judged = allProjects.filter((project) => project !== 'screenshots')
    return browserTests(judged, given)
  },
}

/** One suite by its name, on the build that is there. */
function suiteOf(name: string): Suite {
  const projects = name === 'engines' ? ['firefox', 'webkit'] : [name]
  const isBrowser = projects.every((project) => allProjects.includes(project as Project))
  const browser: Suite = (given) => browserTests(projects as Project[], given)
  // Alone it needs nothing that is fetched for others.
  const suite =
    inTest[name] ?? inAll[name] ?? (isBrowser ? browser : misused(`There is no suite ${name}`))
  return async (given) => {
    if (!['checks', 'unit', 'build'].includes(name)) await buildOnce()
    return suite(given)
  }
}

const [name, ...parameters] = process.argv.slice(2)
const suites = name === undefined ? inTest : name === '--all' ? inAll : { [name]: suiteOf(name) }

let passed = 0
const failures: string[] = []
const notRun: string[] = []
const summary: string[] = []
for (const [title, suite] of Object.entries(suites)) {
  console.log(`\n— ${title}`)
  const started = performance.now()
  const count = await suite(parameters).catch((error: unknown): Count => {
    console.error(error)
    return { passed: 0, failures: [title] }
  })
  passed += count.passed
  failures.push(...count.failures)
  notRun.push(...(count.notRun ?? []))
  const seconds = Math.round((performance.now() - started) / 1000)
  summary.push(`  ${title}: ${count.passed} passed, ${count.failures.length} failed, ${seconds} s`)
}

const left = notRun.map((suite) => `○ not run: ${suite}`)
console.log(['', ...summary, '', ...left, ...failures.map((name) => `✗ ${name}`)].join('\n'))
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0
