import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import {
  lockProblems,
  packagesOf,
  productionPackages,
  settingProblems,
  type Locked,
} from './lock.ts'

const integrity = `sha512-${'a'.repeat(86)}==`
const checked = { version: '1.0.0', integrity }

/** What is said of a lock with one sound package and this one. */
const problems = (locked: Locked, inert: readonly string[] = []) =>
  lockProblems(
    {
      packages: {
        '': { version: '0.1.0' },
        'node_modules/a': checked,
        'node_modules/@b/c': locked,
      },
    },
    inert,
  )

test('packages with a checksum, from the registry', () => {
  expect(problems(checked)).toEqual([])
})

test.each([undefined, '', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', integrity.slice(0, -3)])(
  'a checksum %j',
  (given) => {
    const locked = { version: '1.0.0', ...(given !== undefined && { integrity: given }) }
    expect(problems(locked)).toEqual(['node_modules/@b/c has no SHA-512 checksum'])
  },
)

test.each([
  'git+ssh://git@example.test/b/c.git#1234567',
  'http://example.test/c.tgz',
  'https://example.test/c.tgz',
  'file:../c',
])('a package from %s', (resolved) => {
  expect(problems({ ...checked, resolved })).toEqual([
    `node_modules/@b/c comes from ${resolved}, expected the registry`,
  ])
})

test('a package that installs others by a lock of its own', () => {
  expect(problems({ ...checked, hasShrinkwrap: true })).toEqual([
    'node_modules/@b/c brings a lock of its own, which is not looked at',
  ])
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

test('npm is told to run no install scripts', () => {
  expect(settingProblems('save-exact=true\nignore-scripts=true\n')).toEqual([])
  expect(settingProblems('save-exact=true\nignore-scripts=false\n')).toHaveLength(1)
  expect(settingProblems('')).toHaveLength(1)
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
