import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { provideSystemdAnalyze, said } from './tools.ts'

const UNIT = 'koppelpunt@.service'

/** In tenths of a point of `systemd-analyze security`, of which 100 is the worst. */
const MOST_EXPOSED = 15

test('systemd has nothing to say of the unit, and finds it little exposed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-unit-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, UNIT)
  const unit = readFileSync(join(PROJECT, 'deploy/systemd', UNIT), 'utf8')
  expect(unit).toContain('ExecStart=/usr/bin/node server/serve.js')
  // The Node of this machine in the place of the operator's.
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath))
  const judged = (parameters: string[]) => said(provideSystemdAnalyze(), [...parameters, file])
  expect(judged(['verify', '--man=no'])).toEqual({ isFine: true, output: '' })
  const security = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`]
  expect(judged(security)).toMatchObject({ isFine: true })
})
