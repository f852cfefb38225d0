import { readFile } from 'node:fs/promises'
import * as z from 'zod'

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

const NO_REPORT: Count = { passed: 0, failures: ['the runner left no report'] }

/** A runner's JSON report; null where it left none. */
export async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** Tests in vitest's JSON report; a file that could not even be loaded counts as one that failed. */
export function vitestCount(report: unknown, code: number | null): Count {
  const read = vitestReport.safeParse(report)
  if (!read.success) return NO_REPORT
  const failures = read.data.testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [name]
    return failed.map(({ fullName }) => `${name}: ${fullName}`)
  })
  return honest({ passed: read.data.numPassedTests, failures }, code)
}

interface Suite {
  suites?: Suite[] | undefined
  specs?:
    { file: string; title: string; tests: { status: string; projectName: string }[] }[] | undefined
}

const suite: z.ZodType<Suite> = z.object({
  get suites() {
    return z.array(suite).optional()
  },
  specs: z
    .array(
      z.object({
        file: z.string(),
        title: z.string(),
        tests: z.array(z.object({ status: z.string(), projectName: z.string() })),
      }),
    )
    .optional(),
})

const testsIn = ({ suites = [], specs = [] }: Suite): { name: string; status: string }[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName }) => ({ name: `${projectName}, ${file}: ${title}`, status })),
  ),
  ...suites.flatMap(testsIn),
]

/** Tests in Playwright's JSON report; one that needed a second try has failed. */
export function playwrightCount(report: unknown, code: number | null): Count {
  const read = suite.safeParse(report)
  if (!read.success) return NO_REPORT
  const tests = testsIn(read.data)
  const passed = tests.filter(({ status }) => status === 'expected').length
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return honest({ passed, failures: failed.map(({ name }) => name) }, code)
}
