import { expect, test } from 'vitest'
import { isPermissive, licenceProblems, type Exception } from './licences.ts'
import type { Locked } from './lock.ts'

const exception: Exception = { names: /^@b\//, licence: 'MPL-2.0', because: 'it only builds' }

/** What is said of a lock with one sound package and this one. */
const problems = (locked: Locked, exceptions: readonly Exception[] = []) =>
  licenceProblems(
    { packages: { '': {}, 'node_modules/a': { license: 'MIT' }, 'node_modules/@b/c': locked } },
    exceptions,
  )

test.each(['MIT', '(MIT OR GPL-3.0-only)', '(MIT AND ISC)'])('%s is permissive', (licence) => {
  expect(isPermissive(licence)).toBe(true)
})

test.each(['', 'GPL-3.0-only', 'MIT AND LGPL-3.0-or-later', '(MIT OR ISC) AND GPL-3.0-only'])(
  '%j wants a look',
  (licence) => {
    expect(isPermissive(licence)).toBe(false)
  },
)

test('a package in production under a licence that asks for more, or under none', () => {
  expect(problems({ license: 'MPL-2.0' })).toEqual([
    'node_modules/@b/c: MPL-2.0 is not on the list of licences',
  ])
  expect(problems({})).toEqual(['node_modules/@b/c: no licence is not on the list of licences'])
})

test('packages for builds and tests may be under any licence', () => {
  expect(problems({ license: 'MPL-2.0', dev: true })).toEqual([])
})

test('an exception is for its packages and its licence, and does not outlive them', () => {
  expect(problems({ license: 'MPL-2.0' }, [exception])).toEqual([])
  const said = ['No package /^@b\\// is under MPL-2.0 any more']
  expect(problems({ license: 'MIT' }, [exception])).toEqual(said)
  expect(problems({ license: 'GPL-3.0-only' }, [exception])).toEqual([
    'node_modules/@b/c: GPL-3.0-only is not on the list of licences',
    ...said,
  ])
})
