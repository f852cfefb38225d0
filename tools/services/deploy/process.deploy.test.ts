import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { readSettings } from '../../../server/process/settings.ts'
import { readConfiguration } from '../../../src/lib/configuration/variables.ts'
import { warningsOf } from '../../../server/process/warnings.ts'
import { provideSystemdAnalyze, said } from './tools.ts'

const UNIT = 'koppelpunt@.service'

/** In tenths of a point of `systemd-analyze security`, of which 100 is the worst. */
const MOST_EXPOSED = 15

const read = (name: string) => readFileSync(join(PROJECT, 'deploy/systemd', name), 'utf8')

/** What systemd says of the unit, with the Node of this machine in the place of the operator's. */
async function judged(unit: string, parameters: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-unit-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  writeFileSync(join(folder, UNIT), unit.replace('/usr/bin/node', process.execPath))
  return said(provideSystemdAnalyze(), [...parameters, join(folder, UNIT)])
}

test('systemd has nothing to say of the unit, and finds it little exposed', async () => {
  const unit = read(UNIT)
  expect(unit).toContain('ExecStart=/usr/bin/node server/serve.js')
  const verified = await judged(unit, ['verify', '--man=no'])
  expect(verified).toEqual({ isFine: true, output: '' })
  const security = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`]
  expect(await judged(unit, security)).toMatchObject({ isFine: true })
  const open = unit.replaceAll(/^(?:Protect|SystemCall|Restrict|Dynamic).*\n/gm, '')
  expect(await judged(open, security)).toMatchObject({ isFine: false })
})

test('a start has the time that it needs to stop', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read(UNIT)) ?? []
  const settings = readSettings({})
  const { drainSeconds } = settings.ok ? settings.settings : expect.fail()
  expect(Number(seconds)).toBeGreaterThan(drainSeconds + 5)
})

test('the portal starts with the example, and has nothing to warn of', () => {
  const example = read('portal.env.example')
  const configured = readConfiguration(parseEnv(example))
  expect(configured.ok ? warningsOf(configured.configuration) : configured.problems).toEqual([])
  const everything = parseEnv(example.replaceAll(/^#(?=PORTAL_)/gm, ''))
  expect(readConfiguration(everything)).toMatchObject({ ok: true })
  expect(readSettings(everything)).toMatchObject({ ok: true })
})
