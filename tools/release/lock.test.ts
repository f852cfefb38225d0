import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { PROJECT } from '../programs/program.ts'
import {
  isPermissive,
  lockProblems,
  packagesOf,
  productionPackages,
  type Lock,
  type Locked,
} from './lock.ts'

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
const lockIn = (folder: string) => JSON.parse(read(`${folder}/package-lock.json`)) as Lock

test.each([
  // The script of the first puts its binary, a package of its own, into the place of what starts it.
  ['.', ['esbuild', 'unrs-resolver']],
  [
    'tools/services/unleash/packages',
    ['@scarf/scarf', 'cpu-features', 'es5-ext', 'ssh2', 'unleash-server'],
  ],
])('the lock in %s is sound, and only %j have scripts that they work without', (folder, inert) => {
  expect(lockProblems(lockIn(folder), inert)).toEqual([])
})

test('npm is told to run no install scripts', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

test('what production needs is under a permissive licence, but for one', () => {
  const bound = packagesOf(lockIn('.')).filter(
    ({ dev, license = '' }) => !dev && !isPermissive(license),
  )
  // Vite has it; unchanged, and nothing of it is passed on (`package.built.test.ts`).
  const excepted = ['lightningcss: MPL-2.0']
  const found = bound.map(({ name, license }) => `${name.replace(/-.*/, '')}: ${license ?? 'none'}`)
  expect([...new Set(found)]).toEqual(excepted)
})

test.each([
  [true, ['MIT', '(MIT OR GPL-3.0-only)', '(MIT AND ISC)']],
  [false, ['', 'GPL-3.0-only', 'MIT AND LGPL-3.0-or-later', '(MIT OR ISC) AND GPL-3.0-only']],
])('permissive: %s, of %j', (expected, licences) => {
  for (const licence of licences) expect(isPermissive(licence), licence).toBe(expected)
})

const integrity = `sha512-${'a'.repeat(86)}==`
const checked = { version: '1.0.0', integrity }

/** What is said of a lock with one sound package and this one. */
const problems = (locked: Locked, inert: readonly string[] = []) =>
  lockProblems(
    { packages: { '': {}, 'node_modules/a': checked, 'node_modules/@b/c': locked } },
    inert,
  )

test.each<[string, Locked]>([
  ['has no SHA-512 checksum', { version: '1.0.0' }],
  ['has no SHA-512 checksum', { ...checked, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['has no SHA-512 checksum', { ...checked, integrity: integrity.slice(0, -3) }],
  ...['git+ssh://git@example.test/b/c.git#1234567', 'https://example.test/c.tgz', 'file:../c'].map(
    (resolved): [string, Locked] => [
      `comes from ${resolved}, expected the registry`,
      { ...checked, resolved },
    ],
  ),
  ['brings a lock of its own, which is not looked at', { ...checked, hasShrinkwrap: true }],
])('a package that %s', (problem, locked) => {
  expect(problems(locked)).toEqual([`node_modules/@b/c ${problem}`])
})

test('an install script of a package that is not named, and a name too many', () => {
  const scripted = { ...checked, hasInstallScript: true }
  expect(problems(scripted)).toEqual([
    '@b/c has an install script, which is never run: does it work without?',
  ])
  expect(problems(scripted, ['@b/c'])).toEqual([])
  expect(problems(checked, ['@b/c'])).toEqual([
    '@b/c has no install script any more, and need not be named',
  ])
})

test('a package has the name of its folder, unless it stands in for another', () => {
  const packages = {
    'node_modules/a/node_modules/@b/c': checked,
    'node_modules/d': { ...checked, name: 'nothing' },
  }
  expect(packagesOf({ packages }).map(({ name }) => name)).toEqual(['@b/c', 'nothing'])
})

test('for production, what is needed near or far, without what is left out and only that needs', () => {
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
  const paths = (leftOut: string[]) =>
    productionPackages({ packages }, leftOut).map(({ path }) => path.replace('node_modules/', ''))
  expect(paths(['b', '@b/d'])).toEqual(['a', 'a/node_modules/c', 'e'])
  expect(() => paths(['b', 'g'])).toThrow('Nothing needs g any more')
})

test('this runs on the runtime that the lock has for this machine', () => {
  const pinned = Object.entries(manifest.optionalDependencies)
    .filter(([name]) => name.endsWith(`-${process.platform}-${process.arch}`))
    .map(([, version]) => `v${version}`)
  expect(pinned).toEqual([process.version])
})
