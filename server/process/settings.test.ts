import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('five seconds and no access log unless told otherwise', () => {
  for (const env of [{}, { PORTAL_DRAIN_SECONDS: ' ', PORTAL_ACCESS_LOG: '' }]) {
    const settings = { drainSeconds: 5, accessLog: false }
    expect(readSettings(env)).toEqual({ ok: true, settings })
  }
})

test.each([
  [{ PORTAL_DRAIN_SECONDS: ' 300 ' }, { drainSeconds: 300 }],
  [{ PORTAL_DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
  [{ PORTAL_ACCESS_LOG: 'on' }, { accessLog: true }],
  [{ PORTAL_ACCESS_LOG: 'off' }, { accessLog: false }],
])('%j', (env, settings) => {
  expect(readSettings(env)).toMatchObject({ ok: true, settings })
})

test.each([
  ['PORTAL_DRAIN_SECONDS', '-1'],
  ['PORTAL_DRAIN_SECONDS', '301'],
  ['PORTAL_DRAIN_SECONDS', '1.5'],
  ['PORTAL_ACCESS_LOG', 'true'],
  ['PORTAL_ACCESS_LOG', 'ON'],
])('%s=%s is refused', (name, given) => {
  const read = readSettings({ [name]: given })
  expect(!read.ok && read.problems).toEqual([
    expect.stringMatching(new RegExp(`^${name} is "${given}", expected `)),
  ])
})

test('both problems are told, and not all of a long one', () => {
  const read = readSettings({ PORTAL_DRAIN_SECONDS: 'x'.repeat(500), PORTAL_ACCESS_LOG: '1' })
  expect(!read.ok && read.problems.map((problem) => problem.length < 200)).toEqual([true, true])
})
