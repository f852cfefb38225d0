import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { provideActionlint, pythonTool, said } from './tools.ts'

const FOLDER = '.github/workflows'
const names = readdirSync(join(PROJECT, FOLDER))
const read = (name: string) => readFileSync(join(PROJECT, FOLDER, name), 'utf8')

const lint = (text: string) =>
  said(provideActionlint(), ['-no-color', '-shellcheck', pythonTool('shellcheck'), '-'], text)

test.each(names)('the linter has nothing to say of %s', (name) => {
  expect(lint(read(name))).toEqual({ isFine: true, output: '' })
})

test.each(names)('actions of %s are named by their commit', (name) => {
  const used = [...read(name).matchAll(/uses: (.*)/g)].map(([, action]) => action)
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([])
})
