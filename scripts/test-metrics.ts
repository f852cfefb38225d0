import { isDeepStrictEqual } from 'node:util'
import { provideParser } from '../real/openmetrics/parser.ts'
import type { Parser } from '../real/openmetrics/parser.ts'
import { Unavailable } from '../real/unavailable.ts'
import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start } from '../server/start.ts'
import { startTestSandbox } from '../test/sandbox.ts'
import { buildOnce } from './build.ts'
import type { Count } from './checks.ts'

/** What docs/operating.md promises, beside what is told of any Node process. */
const OURS = {
  koppelpunt_build_info: 'gauge',
  koppelpunt_configuration_info: 'gauge',
  koppelpunt_start_warnings: 'gauge',
  koppelpunt_draining: 'gauge',
  koppelpunt_flags_up: 'gauge',
  koppelpunt_flag_enabled: 'gauge',
  koppelpunt_http_requests: 'counter',
  koppelpunt_http_request_duration_seconds: 'histogram',
  koppelpunt_connections_open: 'gauge',
  koppelpunt_sent_bytes: 'counter',
  koppelpunt_connections: 'counter',
}

const isOurs = ([name]: [string, unknown]) => name.startsWith('koppelpunt_')
const sorted = (families: Readonly<Record<string, string>> | string) =>
  Object.entries(families).filter(isOurs).sort()

/** Metrics of a portal that nothing has been asked yet, and after a request of each kind. */
async function scrapes(): Promise<Record<string, string>> {
  const sandbox = await startTestSandbox()
  const portal = await start({
    port: 0,
    environment: portalEnvironment(sandbox.url),
    metrics: { port: 0, host: '127.0.0.1' },
  })
  const scrape = async () => (await fetch(String(portal.metricsUrl))).text()
  const fresh = await scrape()
  for (const path of ['/', '/favicon.svg', '/readyz', '/index', '/nope', '/%']) {
    await (await fetch(portal.url + path)).text()
  }
  const busy = await scrape()
  portal.drain()
  const stopping = await scrape()
  await portal.close()
  await sandbox.close()
  return { fresh, busy, stopping }
}

/** The parser takes what a portal says, and nothing that is damaged. */
async function validate(parse: Parser): Promise<Count> {
  const count: Count = { passed: 0, failed: 0 }
  const expect = (name: string, isRight: boolean, said: unknown) => {
    count[isRight ? 'passed' : 'failed'] += 1
    console.log(isRight ? `✓ ${name}` : `✗ ${name}: ${JSON.stringify(said)}`)
  }
  const texts = await scrapes()
  for (const [name, text] of Object.entries(texts)) {
    const said = parse(text)
    expect(`${name} is OpenMetrics`, isDeepStrictEqual(sorted(said), sorted(OURS)), said)
  }
  const { busy = '' } = texts
  expect('the flags are those of their service', /^koppelpunt_flags_up 1$/m.test(busy), busy)
  for (const [name, text] of [
    ['without its end', busy.replace('# EOF\n', '')],
    ['with a type twice', busy.replace(/^# TYPE koppelpunt_draining gauge\n/m, '$&$&')],
    ['with a counter that is not called one', busy.replaceAll('_bytes_total', '_bytes')],
  ] as const) {
    const said = parse(text)
    expect(`${name} it is none`, text !== busy && typeof said === 'string', said)
  }
  return count
}

/** Whether the metrics are what every collector reads, on the build that is there. */
async function main(): Promise<Count> {
  await buildOnce()
  try {
    return await validate(provideParser())
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`Tests of the metrics: not run, ${error.message}`)
    return { passed: 0, failed: 0 }
  }
}

const { passed, failed } = await main()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
