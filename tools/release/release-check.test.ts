import { expect, test } from 'vitest'
import { releaseProblems } from './release-check.ts'

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-11-30

- Something.

## [1.1.0] - 2026-10-01

- Earlier.
`
const lock = (version: string) => JSON.stringify({ packages: { '': { version } } })
const files: Readonly<Record<string, string>> = {
  'package-lock.json': lock('1.2.0'),
  'README.md': 'Run koppelpunt:1.2.0.',
  'docs/contract.md': '`{"status":"ok","version":"1.2.0"}`, `koppelpunt@1.2.0`; Node 20.19.0',
  'deploy/image.yaml': 'newTag: 1.2.0',
  'deploy/build.md': '--build-arg VERSION=1.2.0 --build-arg PREVIOUS=koppelpunt:1.1.0',
}
const problems = (changed: Record<string, string> = {}, log = changelog) =>
  releaseProblems('1.2.0', log, new Map(Object.entries({ ...files, ...changed })))

test('all of one version', () => {
  expect(problems()).toEqual([])
})

test.each([
  ['package-lock.json', lock('1.1.0'), 'package-lock.json is of 1.1.0'],
  ['README.md', 'koppelpunt:1.1.0', 'README.md has koppelpunt:1.1.0, expected 1.2.0'],
  ['deploy/image.yaml', 'newTag: 1.1.0', 'deploy/image.yaml has newTag: 1.1.0, expected 1.2.0'],
  ['docs/contract.md', 'koppelpunt@1.1.0', 'docs/contract.md has koppelpunt@1.1.0, expected 1.2.0'],
])('%s that was forgotten', (path, text, problem) => {
  expect(problems({ [path]: text })).toEqual([problem])
})

test.each([
  ['- Something.', '', '[1.2.0] has no entries'],
  [' - 2026-11-30', '', '[1.2.0] has no date'],
  ['[Unreleased]\n', '[Unreleased]\n\n- More.\n', '"Unreleased" has entries of [1.2.0]'],
])('a changelog with %j as %j', (text, other, problem) => {
  expect(problems({}, changelog.replace(text, other))).toEqual([`CHANGELOG.md: ${problem}`])
})
