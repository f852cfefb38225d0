import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('five seconds, no access log, and a look at the provider unless told otherwise', () => {
  const blank = { PORTAL_DRAIN_SECONDS: ' ', PORTAL_ACCESS_LOG: '', PORTAL_OIDC_DISCOVERY: '' }
  for (const env of [{}, blank]) {
    const settings = { port: 4321, host: 'localhost', metrics: null }
    expect(readSettings(env)).toEqual({
      ok: true,
      settings: { ...settings, drainSeconds: 5, accessLog: false, discovery: true },
    })
  }
})

test.each([
  [{ PORTAL_DRAIN_SECONDS: ' 300 ' }, { drainSeconds: 300 }],
  [{ PORTAL_DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
  [{ PORTAL_ACCESS_LOG: 'on' }, { accessLog: true }],
  [{ PORTAL_ACCESS_LOG: 'off' }, { accessLog: false }],
  [{ PORTAL_OIDC_DISCOVERY: 'off' }, { discovery: false }],
])('%j', (env, settings) => {
  expect(readSettings(env)).toMatchObject({ ok: true, settings })
})

test.each([
  ['PORTAL_DRAIN_SECONDS', '-1'],
  ['PORTAL_DRAIN_SECONDS', '301'],
  ['PORTAL_DRAIN_SECONDS', '1.5'],
  ['PORTAL_ACCESS_LOG', 'true'],
  ['PORTAL_ACCESS_LOG', 'ON'],
  ['PORTAL_OIDC_DISCOVERY', 'no'],
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

test('loopback on 4321 unless told otherwise', () => {
  const fallback = { ok: true, settings: { port: 4321, host: 'localhost' } }
  expect(readSettings({})).toMatchObject(fallback)
  expect(readSettings({ PORT: '', HOST: ' ' })).toMatchObject(fallback)
  expect(readSettings({ PORT: '80', HOST: '::' })).toMatchObject({
    ok: true,
    settings: { port: 80, host: '::' },
  })
})

test.each(['0', '-1', '65536', '99999', '80a', '8e1', '0x50', '4321.0', '٤٣٢١', '1 2'])(
  'PORT=%s is refused',
  (given) => {
    const read = readSettings({ PORT: given })
    expect(!read.ok && read.problems).toEqual([
      expect.stringMatching(/^PORT is ".*", expected a port/),
    ])
  },
)

test('both problems are told', () => {
  const read = readSettings({ PORT: 'x', HOST: 'http://localhost/' })
  expect(!read.ok && read.problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'HOST',
  ])
})

test('no metrics unless a port is named, and then where the portal is unless told otherwise', () => {
  for (const env of [{}, { PORTAL_METRICS_PORT: ' ' }, { PORTAL_METRICS_HOST: '::' }]) {
    expect(readSettings(env)).toMatchObject({ settings: { metrics: null } })
  }
  const env = { HOST: '0.0.0.0', PORTAL_METRICS_PORT: '9464' }
  expect(readSettings(env)).toMatchObject({
    settings: { metrics: { port: 9464, host: '0.0.0.0' } },
  })
  expect(readSettings({ ...env, PORTAL_METRICS_HOST: '::1' })).toMatchObject({
    settings: { metrics: { port: 9464, host: '::1' } },
  })
})

test.each([
  [{ PORTAL_METRICS_PORT: '0' }, /^PORTAL_METRICS_PORT is "0", expected a port/],
  [
    { PORTAL_METRICS_PORT: '4321' },
    /^PORTAL_METRICS_PORT is 4321, expected another port than PORT$/,
  ],
  [{ PORT: '80', PORTAL_METRICS_PORT: '80' }, /another port than PORT$/],
  [{ PORTAL_METRICS_PORT: '9464', PORTAL_METRICS_HOST: 'a b' }, /^PORTAL_METRICS_HOST is "a b"/],
])('%j is refused', (env, told) => {
  const read = readSettings(env)
  expect(!read.ok && read.problems).toEqual([expect.stringMatching(told)])
})

test('what is wrong with the portal’s own address is told once', () => {
  const read = readSettings({ PORT: 'x', HOST: 'a b', PORTAL_METRICS_PORT: '9464' })
  expect(!read.ok && read.problems).toHaveLength(2)
})
