import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../programs/program.ts'

/** What a suite says: how much passed, and what failed, by its name. */
export interface Count {
  passed: number
  failures: readonly string[]
  /** What could not be run on this machine, and why. */
  notRun?: readonly string[]
}

/** A runner that ends badly, or that ran nothing, has failed at least once, whatever it counted. */
function honest(count: Count, code: number | null): Count {
  const isSilent = count.failures.length === 0 && (code !== 0 || count.passed === 0)
  return isSilent ? { ...count, failures: [`the runner ended with ${code}`] } : count
}

/** A runner's JSON report; an empty one where it left none, which is a failure by itself. */
export async function readReport<Report extends object>(file: string): Promise<Partial<Report>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Report>
  } catch {
    return {}
  }
}

interface VitestReport {
  numPassedTests: number
  testResults: readonly {
    name: string
    status: string
    assertionResults: readonly { status: string; fullName: string }[]
  }[]
}

/** Tests in vitest's JSON report; a file that could not even be loaded counts as one that failed. */
export function vitestCount(report: Partial<VitestReport>, code: number | null): Count {
  const { numPassedTests: passed = 0, testResults = [] } = report
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [name]
    return failed.map(({ fullName }) => `${name}: ${fullName}`)
  })
  return honest({ passed, failures }, code)
}

export interface PlaywrightReport {
  suites?: readonly PlaywrightReport[]
  specs?: readonly {
    file: string
    title: string
    tests: readonly { status: string; projectName: string }[]
  }[]
}

const testsIn = ({
  suites = [],
  specs = [],
}: PlaywrightReport): { name: string; status: string }[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName }) => ({ name: `${projectName}, ${file}: ${title}`, status })),
  ),
  ...suites.flatMap(testsIn),
]

/** Tests in Playwright's JSON report; one that needed a second try has failed. */
export function playwrightCount(report: PlaywrightReport, code: number | null): Count {
  const tests = testsIn(report)
  const passed = tests.filter(({ status }) => status === 'expected').length
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return honest({ passed, failures: failed.map(({ name }) => name) }, code)
}

/** Runs the tests of one project of vitest.config.ts, with more parameters for it, and counts them. */
export async function vitestTests(
  project: 'unit' | 'built' | 'deploy',
  parameters: readonly string[],
): Promise<Count> {
  const reports = await mkdtemp(join(tmpdir(), 'koppelpunt-tests-'))
  const report = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run('vitest', ['run', '--project', project, ...reporters, ...parameters], {
    show: 'at once',
  })
  const count = vitestCount(await readReport<VitestReport>(report), code)
  await rm(reports, { recursive: true })
  return count
}
