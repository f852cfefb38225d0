import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { knownVariables } from '../../server/warnings.ts'
import { PROJECT_FOLDER } from '../programs/program.ts'

const read = (path: string) => readFileSync(join(PROJECT_FOLDER, path), 'utf8')
const guide = read('docs/operating.md')

function matchesIn(pattern: RegExp, ...texts: string[]): string[] {
  const all = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(all)].sort()
}

const sectionOf = (heading: string) => guide.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

const family = (series: string) => series.replace(/_(?:total|bucket|sum|count)$/, '')

test('documents exactly the environment variables that the code reads', () => {
  const sources = ['src/lib/configuration/variables.ts', 'server/settings.ts'].map(read)
  const rows = sectionOf('Variables')
    .split('\n')
    .filter((line) => line.startsWith('| `P'))
  const variable = /\b(PORT|HOST|PORTAL_[A-Z_]+)\b/g
  const documented = matchesIn(variable, ...rows.map((row) => row.slice(0, row.indexOf(' |'))))
  expect(documented.length).toBeGreaterThan(30)
  expect(documented).toEqual(matchesIn(variable, ...sources))
  expect(documented).toEqual([...knownVariables, 'HOST', 'PORT'].sort())
})

test('documents exactly the metrics of the server', () => {
  const names = matchesIn(/'(koppelpunt_\w+)'/g, read('server/metrics.ts'))
  expect(names.length).toBeGreaterThan(5)
  const listed = matchesIn(/`(koppelpunt_[a-z_]+?)(?:_total)?(?:\{[^}]*\})?`/g, guide)
  expect(listed).toEqual(names)
})

test('uses only existing metrics in alerts and dashboard, and documents all alerts', () => {
  const alerts = read('deploy/monitoring/alerts.yaml')
  const dashboard = read('deploy/monitoring/dashboard.json')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const there = [
    ...registry.getMetricsAsArray().map(({ name }) => name),
    ...matchesIn(/'(koppelpunt_\w+)'/g, read('server/metrics.ts')),
  ].map(family)
  // Metric names contain "_". Names of the job and the alerts do not.
  const metrics = matchesIn(/\b((?:koppelpunt|nodejs|process)_\w+)/g, alerts, dashboard)
  expect(metrics.length).toBeGreaterThan(9)
  for (const name of metrics) expect(there, name).toContain(family(name))
  expect(matchesIn(/`(Koppelpunt\w+)`/g, guide)).toEqual(matchesIn(/alert: (\w+)/g, alerts))
})

test('contains every variable once in the example environment', () => {
  const cells = [...sectionOf('Variables').matchAll(/^\| (`P[^|]*)\|/gm)].map(([cell]) => cell)
  const documented = matchesIn(/\b(PORTAL_[A-Z_]+)\b/g, ...cells)
  const example = read('deploy/systemd/portal.env.example')
  const names = [...example.matchAll(/^#?(PORTAL_[A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(documented)
})

test('documents every log event in the operating guide', () => {
  const [, levels = ''] = /const LEVELS = \{([^}]*)\}/.exec(read('server/log.ts')) ?? []
  const events = matchesIn(/^ {2}(\w+):/gm, levels)
  expect(events).toContain('crashed')
  const listed = sectionOf('Logs')
  for (const event of events) expect(listed).toContain(`\`${event}\``)
})

describe('operating guide', () => {
  const folder = 'src/lib/i18n/messages/nl'
  const texts = readdirSync(join(PROJECT_FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) =>
      Object.values(JSON.parse(read(`${folder}/${name}`)) as Record<string, string>),
    )
  const quoted = matchesIn(/“([^”]+)”/g, guide)

  test('finds more than 40 quoted screen texts in the operating guide', () =>
    expect(quoted.length).toBeGreaterThan(40))
  test.each(quoted)(
    'the Dutch messages contain the text “%s” that the operating guide quotes',
    (quote) => {
      const isWhole = !quote.endsWith('…')
      const start = quote.replace(/ ?…$/, '')
      expect(texts.some((text) => (isWhole ? text === quote : text.startsWith(start)))).toBe(true)
    },
  )
})
