import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../programs/program.ts'

export interface TestCount {
  passed: number
  failures: readonly string[]
  /** Suites that cannot run on this machine, with the reason. */
  notRun?: readonly string[]
  /** Output of the runner, which shows each failure in full. */
  output?: string
}

/** Adds a failure if the runner fails without a failed test. */
function withRunnerFailure(count: TestCount, code: number | null): TestCount {
  const isUnexplained = count.failures.length === 0 && (code !== 0 || count.passed === 0)
  return isUnexplained ? { ...count, failures: [`the runner ended with ${code}`] } : count
}

/** Reads a JSON report, or returns an empty object. */
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

/** Counts vitest's tests and treats files that cannot be loaded as failures. */
export function countVitestTests(report: Partial<VitestReport>, code: number | null): TestCount {
  const { numPassedTests: passed = 0, testResults = [] } = report
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [name]
    return failed.map(({ fullName }) => `${name}: ${fullName}`)
  })
  return withRunnerFailure({ passed, failures }, code)
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

/** Counts Playwright's tests and treats flaky tests as failures. */
export function countPlaywrightTests(report: PlaywrightReport, code: number | null): TestCount {
  const tests = testsIn(report)
  const passed = tests.filter(({ status }) => status === 'expected').length
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return withRunnerFailure({ passed, failures: failed.map(({ name }) => name) }, code)
}

export async function runVitestTests(
  projects: readonly ('unit' | 'components' | 'built' | 'deploy')[],
  parameters: readonly string[],
): Promise<TestCount> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-tests-'))
  const report = join(folder.path, 'vitest.json')
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.map((project) => `--project=${project}`)
  const { code, output } = await runProgram(
    'vitest',
    ['run', ...chosen, ...reporters, ...parameters],
    {
      show: 'afterwards',
    },
  )
  return { ...countVitestTests(await readReport<VitestReport>(report), code), output }
}
