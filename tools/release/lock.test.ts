import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PROJECT_FOLDER } from '../programs/program.ts'
import {
  isPermissiveLicence,
  findLockfileProblems,
  listPackages,
  listProductionPackages,
  type Lock,
  type LockfileEntry,
} from './lock.ts'

const read = (path: string) => readFileSync(join(PROJECT_FOLDER, path), 'utf8')
const lockIn = (folder: string) => JSON.parse(read(`${folder}/package-lock.json`)) as Lock

test.each([
  ['.', ['esbuild', 'unrs-resolver']],
  [
    'tools/services/unleash/packages',
    ['@scarf/scarf', 'cpu-features', 'es5-ext', 'ssh2', 'unleash-server'],
  ],
])('accepts the lock file in %s if only %j have install scripts', (folder, inert) => {
  expect(findLockfileProblems(lockIn(folder), inert)).toEqual([])
})

test('disables install scripts in .npmrc', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

test('allows only permissive licences for production packages, with one exception', () => {
  const bound = listPackages(lockIn('.')).filter(
    ({ dev, license = '' }) => !dev && !isPermissiveLicence(license),
  )
  // Vite depends on this package, but the released package does not contain it (`package.built.test.ts`).
  const excepted = ['lightningcss: MPL-2.0']
  const found = bound.map(({ name, license }) => `${name.replace(/-.*/, '')}: ${license ?? 'none'}`)
  expect([...new Set(found)]).toEqual(excepted)
})

test.each([
  [true, ['MIT', '(MIT OR GPL-3.0-only)', '(MIT AND ISC)']],
  [false, ['', 'GPL-3.0-only', 'MIT AND LGPL-3.0-or-later', '(MIT OR ISC) AND GPL-3.0-only']],
])('isPermissive returns %s for %j', (expected, licences) => {
  for (const licence of licences) expect(isPermissiveLicence(licence), licence).toBe(expected)
})

const integrity = `sha512-${'a'.repeat(86)}==`
const checked = { version: '1.0.0', integrity }

const problems = (locked: LockfileEntry, inert: readonly string[] = []) =>
  findLockfileProblems(
    { packages: { '': {}, 'node_modules/a': checked, 'node_modules/@b/c': locked } },
    inert,
  )

test.each<[string, LockfileEntry]>([
  ['has no SHA-512 checksum', { version: '1.0.0' }],
  ['has no SHA-512 checksum', { ...checked, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['has no SHA-512 checksum', { ...checked, integrity: integrity.slice(0, -3) }],
  ...['git+ssh://git@example.test/b/c.git#1234567', 'https://example.test/c.tgz', 'file:../c'].map(
    (resolved): [string, LockfileEntry] => [
      `comes from ${resolved}, expected the registry`,
      { ...checked, resolved },
    ],
  ),
  ['has a lock of its own, which is not checked', { ...checked, hasShrinkwrap: true }],
])('reports a package that %s', (problem, locked) => {
  expect(problems(locked)).toEqual([`node_modules/@b/c ${problem}`])
})

test('reports an unlisted package with an install script, and a listed package without one', () => {
  const scripted = { ...checked, hasInstallScript: true }
  expect(problems(scripted)).toEqual([
    '@b/c has an install script, which never runs: check that it works, and list it',
  ])
  expect(problems(scripted, ['@b/c'])).toEqual([])
  expect(problems(checked, ['@b/c'])).toEqual([
    '@b/c has no install script any more: remove it from the list',
  ])
})

test('names a package after its folder unless the lock file names it', () => {
  const packages = {
    'node_modules/a/node_modules/@b/c': checked,
    'node_modules/d': { ...checked, name: 'nothing' },
  }
  expect(listPackages({ packages }).map(({ name }) => name)).toEqual(['@b/c', 'nothing'])
})

test('lists all production dependencies except those that only excluded packages need', () => {
  const needing = (...names: string[]) => ({
    dependencies: Object.fromEntries(names.map((name) => [name, '^1.0.0'])),
  })
  const packages = {
    '': needing('a', 'b'),
    'node_modules/a': needing('c', '@b/d'),
    'node_modules/a/node_modules/c': needing('e'),
    'node_modules/b': needing('c', 'f'),
    'node_modules/c': {},
    'node_modules/@b/d': {},
    'node_modules/e': {},
    'node_modules/f': {},
    'node_modules/g': { dev: true },
  }
  const paths = (excluded: string[]) =>
    listProductionPackages({ packages }, excluded).map(({ path }) =>
      path.replace('node_modules/', ''),
    )
  expect(paths(['b', '@b/d'])).toEqual(['a', 'a/node_modules/c', 'e'])
  expect(() => paths(['b', 'g'])).toThrow('No package needs g any more')
})

test('the tests run on the Node version that package.json pins for this platform', () => {
  const pinned = Object.entries(manifest.optionalDependencies)
    .filter(([name]) => name.endsWith(`-${process.platform}-${process.arch}`))
    .map(([, version]) => `v${version}`)
  expect(pinned).toEqual([process.version])
})
