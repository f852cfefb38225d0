import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('five seconds unless told otherwise', () => {
  for (const env of [{}, { PORTAL_DRAIN_SECONDS: ' ' }]) {
    expect(readSettings(env)).toEqual({ ok: true, settings: { drainSeconds: 5 } })
  }
})

test.each([
  ['0', 0],
  [' 30 ', 30],
  ['300', 300],
])('PORTAL_DRAIN_SECONDS=%s', (given, drainSeconds) => {
  expect(readSettings({ PORTAL_DRAIN_SECONDS: given })).toEqual({
    ok: true,
    settings: { drainSeconds },
  })
})

test.each(['-1', '301', '1.5', '5s', '1e1', 'x'.repeat(500)])(
  'PORTAL_DRAIN_SECONDS=%.20s is refused',
  (given) => {
    const read = readSettings({ PORTAL_DRAIN_SECONDS: given })
    expect(!read.ok && read.problems).toEqual([
      `PORTAL_DRAIN_SECONDS is "${given.slice(0, 100)}", expected a whole number of seconds from 0 to 300`,
    ])
  },
)
