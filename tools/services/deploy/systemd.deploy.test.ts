import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import { ensureSystemdAnalyzeInstalled, runDeployTool } from './tools.ts'

const UNIT = 'koppelpunt@.service'

const MAX_EXPOSURE_TENTHS = 15

test('systemd accepts the unit and rates its exposure as low', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-unit-'))
  const file = join(folder.path, UNIT)
  const unit = readFileSync(join(PROJECT_FOLDER, 'deploy/systemd', UNIT), 'utf8')
  expect(unit).toContain('ExecStart=/usr/bin/node server/serve.js')
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
  const analyze = (parameters: string[]) =>
    runDeployTool(ensureSystemdAnalyzeInstalled(), [...parameters, file])
  expect(analyze(['verify', '--man=no'])).toEqual({ isFine: true, output: '' })
  const security = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE_TENTHS}`]
  expect(analyze(security)).toMatchObject({ isFine: true })
})
