import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PROJECT_FOLDER } from '../programs/program.ts'
import { findChangelogProblems } from './release-check.ts'

test('finds the current version in all documents and manifests for operators', () => {
  const paths = globSync(['package-lock.json', 'README.md', 'Dockerfile', 'docs/*', 'deploy/**'], {
    cwd: PROJECT_FOLDER,
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  const version =
    /(?:(?<!PREVIOUS=)koppelpunt[@:]|newTag: |\bVERSION=|"status":"ok","version":"|"name": "koppelpunt",\s+"version": ")v?(\d+\.\d+\.\d+(?:-[\w.]+)?)/g
  const named = paths.flatMap(({ parentPath, name }) =>
    [...readFileSync(join(parentPath, name), 'utf8').matchAll(version)].map(
      ([, found]) => `${name}: ${found ?? ''}`,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((each) => !each.endsWith(`: ${manifest.version}`))).toEqual([])
})

const entries = '## [1.2.0] - 2026-11-30\n\n- Something.\n\n## [1.1.0] - 2026-10-01\n\n- Earlier.\n'
const changelog = `# Changelog\n\n## [Unreleased]\n\n${entries}`

test.each([
  ['', '', []],
  ['- Something.', '', ['[1.2.0] has no entries']],
  [' - 2026-11-30', '', ['[1.2.0] has no date']],
  ['[Unreleased]\n', '[Unreleased]\n\n- More.\n', ['"Unreleased" has entries of [1.2.0]']],
])(
  'the check finds the problems of a changelog with %j replaced by %j',
  (text, other, problems) => {
    expect(findChangelogProblems(changelog.replace(text, other), '1.2.0')).toEqual(problems)
  },
)
