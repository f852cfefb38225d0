import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Count } from './checks.ts'
import { provideChromium } from './chromium.ts'
import { run } from './program.ts'
import { playwrightCount, readReport } from './test-counts.ts'

interface Options {
  /** Added to the tests' own. */
  environment?: Readonly<Record<string, string>>
  /** Files of reporters, beside the list. */
  reporters?: readonly string[]
  /** Added to Playwright's. */
  parameters?: readonly string[]
  /** Ends the tests; whoever fires it is leaving. */
  signal?: AbortSignal
}

/**
 * Runs the browser tests of one project of playwright.config.ts on the build that is there, and
 * counts them.
 */
export async function browserTests(
  project:
    'portal' | 'compose' | 'faults' | 'screens' | 'instances' | 'keycloak' | 'nginx' | 'unleash',
  { environment, reporters = [], parameters = [], signal }: Options = {},
): Promise<Count> {
  const reports = await mkdtemp(join(tmpdir(), 'koppelpunt-tests-'))
  const report = join(reports, 'browser.json')
  const { code } = await run(
    'playwright',
    [
      'test',
      `--project=${project}`,
      `--reporter=${['list', 'json', ...reporters].join()}`,
      ...parameters,
    ],
    {
      show: 'at once',
      environment: {
        ...environment,
        KOPPELPUNT_CHROMIUM: provideChromium(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      ...(signal && { signal }),
    },
  )
  const count = playwrightCount(await readReport(report), code)
  await rm(reports, { recursive: true })
  return count
}
