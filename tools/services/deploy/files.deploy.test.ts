import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { judge } from './tools.ts'

const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')

test('the linter has nothing to say of the Dockerfile', () => {
  expect(judge('hadolint', ['-'], read('Dockerfile'))).toEqual({ isFine: true, output: '' })
})

test.each(['.ci/run', 'tools/programs/shell'])('nor another of %s', (name) => {
  expect(judge('shellcheck', [name])).toEqual({ isFine: true, output: '' })
})
