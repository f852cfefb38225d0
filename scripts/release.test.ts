import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildFinding, changelogProblems, repositoryFindings } from './release.ts'

const today = '2026-12-01'
const released = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-11-30

### Added

- Something.

## [1.1.0] - 2026-10-01

- Earlier.
`

const lock = (version: string) =>
  JSON.stringify({ name: 'koppelpunt', version, packages: { '': { version } } })

const files: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'koppelpunt', version: '1.2.0' }),
  'package-lock.json': lock('1.2.0'),
  'CHANGELOG.md': released,
  'README.md': 'Run koppelpunt:1.2.0.',
  'docs/contract.md': '`{"status":"ok","version":"1.2.0"}`, `koppelpunt@1.2.0`; Node 20.19.0',
  'docs/decisions/001-first.md': 'As of koppelpunt@0.1.0.',
  'deploy/image.yaml': 'newTag: 1.2.0',
  'deploy/build.md': '--build-arg VERSION=1.2.0 --build-arg PREVIOUS=koppelpunt:1.1.0',
}

let folder: string

const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: folder })

async function write(given: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(given)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

function commit(): void {
  git('add', '--all')
  const who = ['-c', 'user.name=Tests', '-c', 'user.email=tests@koppelpunt.test']
  git(...who, 'commit', '--quiet', '--message', 'Release', '--no-verify', '--allow-empty')
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-release-'))
  git('init', '--quiet', '--initial-branch', 'main')
  await write(files)
  commit()
})
afterEach(() => rm(folder, { recursive: true }))

const problems = () =>
  repositoryFindings(folder, today).flatMap(({ name, problems }) =>
    problems.map((problem) => `${name}: ${problem}`),
  )

test('a release is one', () => {
  expect(repositoryFindings(folder, today)).toHaveLength(6)
  expect(problems()).toEqual([])
})

test('what is not committed', async () => {
  await write({ 'README.md': 'changed', 'new.md': '' })
  await rm(join(folder, 'deploy/image.yaml'))
  expect(problems()).toEqual([expect.stringMatching(/^everything is committed: 3 files are not: /)])
})

test.each([
  [['switch', '--quiet', '--create', 'another'], /^on main: on another$/],
  [['switch', '--quiet', '--detach'], /^on main: on no branch$/],
  [['tag', 'v1.2.0'], /^v1\.2\.0 is new: there is such a tag$/],
])('git %j', (parameters, told) => {
  git(...parameters)
  expect(problems()).toEqual([expect.stringMatching(told)])
})

test('a tag of another version is none of this one', () => {
  git('tag', 'v1.2.0-rc.1')
  expect(problems()).toEqual([])
})

test.each<[string, Record<string, string>, string | RegExp]>([
  ['a lock of before', { 'package-lock.json': lock('1.1.0') }, /^package-lock\.json is of 1\.2\.0/],
  ['a changelog of before', { 'CHANGELOG.md': released.replace('1.2.0', '1.1.9') }, /1\.1\.9/],
  [
    'a document of before',
    { 'README.md': 'koppelpunt:1.1.0' },
    /README\.md has koppelpunt:1\.1\.0/,
  ],
  [
    'a manifest of before',
    { 'deploy/image.yaml': 'newTag: 1.1.0' },
    /deploy\/image\.yaml has newTag/,
  ],
  ['an example of before', { 'docs/contract.md': 'koppelpunt@1.1.0' }, /docs\/contract\.md has/],
])('%s', async (_, changed, told) => {
  await write(changed)
  commit()
  const found = problems()
  expect(found.length).toBeGreaterThan(0)
  for (const problem of found) expect(problem).toMatch(told)
})

describe('a changelog', () => {
  test.each<[string, string, string[]]>([
    ['of today', released.replace('2026-11-30', today), []],
    ['without a section for what is to come', released.replace('## [Unreleased]\n\n', ''), []],
    [
      'of tomorrow',
      released.replace('2026-11-30', '2026-12-02'),
      ['[1.2.0] is of 2026-12-02, which is yet to come'],
    ],
    [
      'without a date',
      released.replace(' - 2026-11-30', ''),
      ['[1.2.0] has no date, expected " - 2026-12-01"'],
    ],
    [
      'with no date',
      released.replace('11-30', '13-40'),
      ['[1.2.0] has no date, expected " - 2026-12-01"'],
    ],
    ['without a text', released.replace('- Something.', ''), ['[1.2.0] has no entries']],
    [
      'with what is left out of it',
      released.replace('[Unreleased]\n', '[Unreleased]\n\n### Fixed\n\n- More.\n'),
      ['"Unreleased" has entries, expected them below [1.2.0]'],
    ],
    [
      'of another version',
      released.replace('[1.2.0]', '[2.0.0]'),
      ['the newest version is 2.0.0, expected [1.2.0]'],
    ],
    ['of nothing', '# Changelog', ['the newest version is missing, expected [1.2.0]']],
  ])('%s', (_, changelog, expected) => {
    expect(changelogProblems(changelog, '1.2.0', today)).toEqual(expected)
  })

  test('is the project’s own in form', async () => {
    const changelog = await readFile('CHANGELOG.md', 'utf8')
    expect(changelogProblems(changelog, '0.1.0', '2026-11-21').join()).not.toContain('date')
  })
})

describe('a build', () => {
  const page = (version: string) =>
    `<meta name="version" content="${version}"><meta name="build" content="0123456789ab">`
  const health = (version: string) => () => Promise.resolve({ status: 'ok', version })

  test.each([
    ['1.2.0', health('1.2.0'), []],
    ['1.1.0', health('1.2.0'), ['its pages say 1.1.0; run: npm run build']],
    ['1.2.0', health('1.1.0'), ['/healthz says {"status":"ok","version":"1.1.0"}']],
    ['1.2.0', () => Promise.reject(new Error('does not start')), ['does not start']],
  ])('of %s', async (version, healthOf, expected) => {
    await write({ 'dist/client/index.html': page(version) })
    expect((await buildFinding(folder, '1.2.0', healthOf)).problems).toEqual(expected)
  })

  test('that says no version, or is not there', async () => {
    const { problems } = await buildFinding(folder, '1.2.0', health('1.2.0'))
    expect(problems).toEqual(['there is none; run: npm run build'])
    await write({ 'dist/client/index.html': '<html></html>' })
    const without = await buildFinding(folder, '1.2.0', health('1.2.0'))
    expect(without.problems).toEqual(['Home does not say which version it is of'])
  })
})
