import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../programs/program.ts'
import { readReport, vitestCount, type Count, type VitestReport } from './counts.ts'

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
