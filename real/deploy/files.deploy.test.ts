import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../scripts/program.ts'
import { judge } from './tools.ts'

const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')

test('the linter has nothing to say of the Dockerfile', () => {
  expect(judge('hadolint', ['-'], read('Dockerfile'))).toEqual({ isFine: true, output: '' })
})

test.each([
  ['the latest of an image', /FROM node:\S+/, 'FROM node:latest', 'DL3007'],
  ['a base without a version', /FROM node:\S+/, 'FROM node', 'DL3006'],
  ['root at the end', /USER 10001:10001\nEXPOSE/, 'USER root\nEXPOSE', 'DL3002'],
  ['a shell in between', /ENTRYPOINT \["node".*\n$/, 'ENTRYPOINT node server/main.ts\n', 'DL3025'],
  ['a change of folder in a command', /RUN --mount=\S+ npm ci/, 'RUN cd /src && npm ci', 'DL3003'],
])('%s is found', (_what, from, to, rule) => {
  expect(read('Dockerfile')).toMatch(from)
  const { isFine, output } = judge('hadolint', ['-'], read('Dockerfile').replace(from, to))
  expect({ isFine, output }).toEqual({
    isFine: false,
    output: expect.stringContaining(rule) as string,
  })
})

test.each(['.ci/run', 'scripts/shell'])('nor another of %s', (name) => {
  expect(judge('shellcheck', [name])).toEqual({ isFine: true, output: '' })
})

test('a script with a mistake is found', () => {
  expect(judge('shellcheck', ['-'], '#!/bin/sh\ncd $1\n')).toMatchObject({ isFine: false })
})
