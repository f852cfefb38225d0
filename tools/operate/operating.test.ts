import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { knownVariables } from '../../server/warnings.ts'
import { PROJECT } from '../programs/program.ts'

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
const guide = read('docs/operating.md')

/** What a pattern's group finds in texts, once each. */
function found(pattern: RegExp, ...texts: string[]): string[] {
  const all = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(all)].sort()
}

/** What stands below a heading, to the next one of its kind. */
const partOf = (heading: string) => guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The metric that a series is of. */
const family = (series: string) => series.replace(/_(?:total|bucket|sum|count)$/, '')

test('every variable that is read stands in the table, and no other', () => {
  const sources = ['src/lib/configuration/variables.ts', 'server/settings.ts'].map(read)
  const rows = partOf('Variables')
    .split('\n')
    .filter((line) => line.startsWith('| `P'))
  const variable = /\b(PORT|HOST|PORTAL_[A-Z_]+)\b/g
  const documented = found(variable, ...rows.map((row) => row.slice(0, row.indexOf(' |'))))
  expect(documented.length).toBeGreaterThan(30)
  expect(documented).toEqual(found(variable, ...sources))
  // So that none of them is taken for a mistake.
  expect(documented).toEqual([...knownVariables, 'HOST', 'PORT'].sort())
})

test('every metric that is told is listed, and no other', () => {
  const names = found(/'(koppelpunt_\w+)'/g, read('server/metrics.ts'))
  expect(names.length).toBeGreaterThan(5)
  const listed = found(/`(koppelpunt_[a-z_]+?)(?:_total)?(?:\{[^}]*\})?`/g, guide)
  expect(listed).toEqual(names)
})

test('alerts and dashboard look at metrics that there are, and the guide names all alerts', () => {
  const alerts = read('deploy/monitoring/alerts.yaml')
  const dashboard = read('deploy/monitoring/dashboard.json')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const there = [
    ...registry.getMetricsAsArray().map(({ name }) => name),
    ...found(/'(koppelpunt_\w+)'/g, read('server/metrics.ts')),
  ].map(family)
  // With an "_" inside: a job and an alert are called koppelpunt alone.
  const asked = found(/\b((?:koppelpunt|nodejs|process)_\w+)/g, alerts, dashboard)
  expect(asked.length).toBeGreaterThan(9)
  for (const name of asked) expect(there, name).toContain(family(name))
  expect(found(/`(Koppelpunt\w+)`/g, guide)).toEqual(found(/alert: (\w+)/g, alerts))
})

test('the example of an environment has every variable, once', () => {
  const cells = [...partOf('Variables').matchAll(/^\| (`P[^|]*)\|/gm)].map(([cell]) => cell)
  const documented = found(/\b(PORTAL_[A-Z_]+)\b/g, ...cells)
  const example = read('deploy/systemd/portal.env.example')
  const names = [...example.matchAll(/^#?(PORTAL_[A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(documented)
})

test('every event of the log is listed', () => {
  const [, levels = ''] = /const LEVELS = \{([^}]*)\}/.exec(read('server/log.ts')) ?? []
  const events = found(/^ {2}(\w+):/gm, levels)
  expect(events).toContain('crashed')
  const listed = partOf('Logs')
  for (const event of events) expect(listed).toContain(`\`${event}\``)
})

describe('what users see is quoted to the letter', () => {
  const folder = 'src/lib/i18n/messages/nl'
  const texts = readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) =>
      Object.values(JSON.parse(read(`${folder}/${name}`)) as Record<string, string>),
    )
  const quoted = found(/“([^”]+)”/g, guide)

  test('often', () => expect(quoted.length).toBeGreaterThan(40))
  test.each(quoted)('“%s”', (quote) => {
    const isWhole = !quote.endsWith('…')
    const start = quote.replace(/ ?…$/, '')
    expect(texts.some((text) => (isWhole ? text === quote : text.startsWith(start)))).toBe(true)
  })
})
