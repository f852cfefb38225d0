import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const defaults = {
  port: 4321,
  host: 'localhost',
  metrics: null,
  drainSeconds: 5,
  accessLog: false,
  discovery: true,
}

test.each([
  [{}, {}],
  [{ PORT: '', HOST: ' ', PORTAL_DRAIN_SECONDS: ' ', PORTAL_METRICS_PORT: ' ' }, {}],
  [
    { PORT: '80', HOST: '::' },
    { port: 80, host: '::' },
  ],
  [{ PORTAL_DRAIN_SECONDS: ' 300 ' }, { drainSeconds: 300 }],
  [{ PORTAL_ACCESS_LOG: 'on' }, { accessLog: true }],
  [{ PORTAL_OIDC_DISCOVERY: 'off' }, { discovery: false }],
  [{ PORTAL_METRICS_HOST: '::' }, {}],
  [{ PORTAL_METRICS_PORT: '9464' }, { metrics: { port: 9464, host: 'localhost' } }],
  [
    { HOST: '0.0.0.0', PORTAL_METRICS_PORT: '9464' },
    { host: '0.0.0.0', metrics: { port: 9464, host: '0.0.0.0' } },
  ],
  [
    { PORTAL_METRICS_PORT: '9464', PORTAL_METRICS_HOST: '::1' },
    { metrics: { port: 9464, host: '::1' } },
  ],
])('reads server settings from %j', (env, settings) => {
  expect(readSettings(env)).toEqual({ ok: true, settings: { ...defaults, ...settings } })
})

test.each([
  ...['0', '-1', '65536', '80a', '8e1', '0x50', '4321.0', '٤٣٢١', '1 2'].map((PORT) => ({ PORT })),
  { HOST: 'http://localhost/' },
  { PORTAL_DRAIN_SECONDS: '-1' },
  { PORTAL_DRAIN_SECONDS: '301' },
  { PORTAL_DRAIN_SECONDS: '1.5' },
  { PORTAL_ACCESS_LOG: 'true' },
  { PORTAL_ACCESS_LOG: 'ON' },
  { PORTAL_OIDC_DISCOVERY: 'no' },
  { PORTAL_METRICS_PORT: '0' },
  { PORTAL_METRICS_PORT: '9464', PORTAL_METRICS_HOST: 'a b' },
])('rejects the server settings %j', (env) => {
  const [name, value] = Object.entries(env).at(-1) ?? []
  const read = readSettings(env)
  const problem = expect.stringContaining(`${name} is "${value}", expected `) as string
  expect(read).toEqual({ ok: false, problems: [problem] })
})

test.each([{ PORTAL_METRICS_PORT: '4321' }, { PORT: '80', PORTAL_METRICS_PORT: '80' }])(
  'rejects %j because metrics need a separate port',
  (env) => {
    const problem = `PORTAL_METRICS_PORT is ${env.PORTAL_METRICS_PORT}, expected another port than PORT`
    expect(readSettings(env)).toEqual({ ok: false, problems: [problem] })
  },
)

test('lists each problem of the settings once and shortens long values', () => {
  const PORTAL_DRAIN_SECONDS = 'x'.repeat(500)
  const read = readSettings({
    PORT: 'x',
    HOST: 'a b',
    PORTAL_METRICS_PORT: '9464',
    PORTAL_DRAIN_SECONDS,
  })
  const problems = read.ok ? [] : read.problems
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'HOST',
    'PORTAL_DRAIN_SECONDS',
  ])
  for (const problem of problems) expect(problem.length).toBeLessThan(200)
})
