import { beforeAll, expect, test } from 'vitest'
import { portalEnvironment } from '../../../sandbox/portal-environment.ts'
import { start } from '../../../server/start.ts'
import { startTestSandbox } from '../../../test/sandbox.ts'
import { said } from './tools.ts'

/** Prints the families of OpenMetrics and their types, or fails, as the form's own parser does. */
const READ_FAMILIES = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families
families = text_string_to_metric_families(sys.stdin.read())
print(json.dumps({family.name: family.type for family in families}))
`

/** What docs/operating.md promises, beside what is told of any Node process. */
const OURS = {
  koppelpunt_build_info: 'gauge',
  koppelpunt_configuration_info: 'gauge',
  koppelpunt_start_warnings: 'gauge',
  koppelpunt_draining: 'gauge',
  koppelpunt_provider_up: 'gauge',
  koppelpunt_http_requests: 'counter',
  koppelpunt_http_request_duration_seconds: 'histogram',
  koppelpunt_connections_open: 'gauge',
  koppelpunt_sent_bytes: 'counter',
  koppelpunt_connections: 'counter',
}

/** Of a portal that nothing has been asked yet, after a request of each kind, and while it stops. */
const scraped = { fresh: '', busy: '', stopping: '' }

beforeAll(async () => {
  const sandbox = await startTestSandbox()
  const portal = await start({
    port: 0,
    environment: portalEnvironment(sandbox.url),
    metrics: { port: 0, host: '127.0.0.1' },
  })
  const scrape = async () => (await fetch(String(portal.metricsUrl))).text()
  scraped.fresh = await scrape()
  for (const path of ['/', '/favicon.svg', '/readyz', '/index', '/nope', '/%']) {
    await (await fetch(portal.url + path)).text()
  }
  scraped.busy = await scrape()
  portal.drain()
  scraped.stopping = await scrape()
  await portal.close()
  await sandbox.close()
})

test.each(['fresh', 'busy', 'stopping'] as const)('%s metrics are OpenMetrics', (name) => {
  const { isFine, output } = said('python3', ['-c', READ_FAMILIES], scraped[name])
  expect(isFine, output).toBe(true)
  const families = Object.entries(JSON.parse(output) as Record<string, string>)
  const ours = families.filter(([family]) => family.startsWith('koppelpunt_'))
  expect(Object.fromEntries(ours)).toEqual(OURS)
})
