import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import {
  ensureActionlintInstalled,
  ensureDeployToolsInstalled,
  runFetchedTool,
  runDeployTool,
} from './tools.ts'

const WORKFLOWS = '.github/workflows'
const read = (name: string) => readFileSync(join(PROJECT_FOLDER, name), 'utf8')
const accepted = { isFine: true, output: '' }

test('hadolint accepts the Dockerfile', async () => {
  expect(await runFetchedTool('hadolint', ['-'], read('Dockerfile'))).toEqual(accepted)
})

test.each(['.ci/run', 'tools/programs/shell'])('shellcheck accepts %s', async (name) => {
  expect(await runFetchedTool('shellcheck', [name])).toEqual(accepted)
})

test.each(readdirSync(join(PROJECT_FOLDER, WORKFLOWS)))(
  'actionlint accepts %s with all actions pinned to commits',
  async (name) => {
    const workflow = read(join(WORKFLOWS, name))
    const lint = [
      '-no-color',
      '-shellcheck',
      join(await ensureDeployToolsInstalled(), 'bin', 'shellcheck'),
      '-',
    ]
    expect(runDeployTool(await ensureActionlintInstalled(), lint, { input: workflow })).toEqual(
      accepted,
    )
    const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  },
)
