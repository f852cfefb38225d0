import { expect, test } from 'vitest'
import { providePromtool, said } from './tools.ts'

test.each([
  ['check', 'deploy/monitoring/alerts.yaml'],
  ['test', 'tools/services/deploy/alerts.yaml'],
])('Prometheus takes the alerts, and they fire when they should: %s', (verb, file) => {
  expect(said(providePromtool(), [verb, 'rules', file])).toMatchObject({ isFine: true })
})
