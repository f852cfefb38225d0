import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Count } from './checks.ts'

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

/** A runner that ends badly, or that ran nothing, has failed at least once, whatever it counted. */
function honest({ passed, failed }: Count, code: number | null): Count {
  const isSilent = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: isSilent ? 1 : failed }
}

/** A runner's JSON report; null where it left none. */
export async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}

/** Tests in vitest's JSON report; a file that could not even be loaded counts as one that failed. */
export function vitestCount(report: unknown, code: number | null): Count {
  const read = vitestReport.safeParse(report)
  if (!read.success) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, testResults } = read.data
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  )
  return honest({ passed: numPassedTests, failed: numFailedTests + unloaded.length }, code)
}

/** Tests in Playwright's JSON report; one that needed a second try has failed. */
export function playwrightCount(report: unknown, code: number | null): Count {
  const read = playwrightReport.safeParse(report)
  if (!read.success) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = read.data.stats
  return honest({ passed: expected, failed: unexpected + flaky }, code)
}
