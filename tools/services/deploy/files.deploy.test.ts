import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { judge, provideActionlint, provideTools, said } from './tools.ts'

const WORKFLOWS = '.github/workflows'
const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const fine = { isFine: true, output: '' }

test('the linter has nothing to say of the Dockerfile', async () => {
  expect(await judge('hadolint', ['-'], read('Dockerfile'))).toEqual(fine)
})

test.each(['.ci/run', 'tools/programs/shell'])('nor another of %s', async (name) => {
  expect(await judge('shellcheck', [name])).toEqual(fine)
})

test.each(readdirSync(join(PROJECT, WORKFLOWS)))(
  'nor that of workflows of %s, whose actions are named by their commit',
  async (name) => {
    const workflow = read(join(WORKFLOWS, name))
    const lint = ['-no-color', '-shellcheck', join(await provideTools(), 'bin', 'shellcheck'), '-']
    expect(said(await provideActionlint(), lint, { input: workflow })).toEqual(fine)
    const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  },
)
