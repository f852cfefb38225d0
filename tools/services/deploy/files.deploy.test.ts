import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { provideActionlint, provideTools, runFetchedTool, runTool } from './tools.ts'

const WORKFLOWS = '.github/workflows'
const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const accepted = { isFine: true, output: '' }

test('hadolint accepts the Dockerfile', async () => {
  expect(await runFetchedTool('hadolint', ['-'], read('Dockerfile'))).toEqual(accepted)
})

test.each(['.ci/run', 'tools/programs/shell'])('shellcheck accepts %s', async (name) => {
  expect(await runFetchedTool('shellcheck', [name])).toEqual(accepted)
})

test.each(readdirSync(join(PROJECT, WORKFLOWS)))(
  'actionlint accepts %s with all actions pinned to commits',
  async (name) => {
    const workflow = read(join(WORKFLOWS, name))
    const lint = ['-no-color', '-shellcheck', join(await provideTools(), 'bin', 'shellcheck'), '-']
    expect(runTool(await provideActionlint(), lint, { input: workflow })).toEqual(accepted)
    const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  },
)
