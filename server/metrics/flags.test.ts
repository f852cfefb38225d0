import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleConfiguration } from '../../test/configuration.ts'
import { flagWatch } from './flags.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: string[]
let url: string
let now: number
let reasons: string[]

const server = createServer((request, response) => {
  asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
  answer(request, response)
})

beforeEach(async () => {
  asked = []
  now = 0
  reasons = []
  answer = (_, response) => response.end(JSON.stringify({ toggles: [] }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const flagsAt = (given: Partial<(typeof sampleConfiguration)['flags']>) => ({
  ...sampleConfiguration,
  flags: { ...sampleConfiguration.flags, url: `${url}/api/frontend`, ...given },
})
const watch = (given: Partial<(typeof sampleConfiguration)['flags']> = {}) =>
  flagWatch(
    flagsAt(given),
    (reason) => reasons.push(reason),
    () => now,
  )

test('asks as a browser does, for nobody', async () => {
  let key: string | undefined
  answer = (request, response) => {
    key = request.headers.authorization
    response.end(
      JSON.stringify({
        toggles: [
          { name: 'dry_run', enabled: true, impressionData: false },
          { name: 'test_mode', enabled: false },
          { name: 'another', enabled: true },
        ],
      }),
    )
  }
  expect(await watch()?.()).toEqual(new Set(['dry_run']))
  expect(asked).toEqual(['GET /api/frontend?appName=staging&environment=default'])
  expect(key).toBe('key')
})

test('with POST the context is a body', async () => {
  let body = ''
  answer = (request, response) => {
    void text(request).then((read) => {
      body = read
      response.end('{"toggles":[]}')
    })
  }
  expect(await watch({ method: 'POST' })?.()).toEqual(new Set())
  expect(asked).toEqual(['POST /api/frontend'])
  expect(JSON.parse(body)).toEqual({ context: { appName: 'staging', environment: 'default' } })
})

test('asks no more often than browsers do, however often it is asked', async () => {
  const look = watch({ refreshSeconds: 15 })
  await Promise.all([look?.(), look?.()])
  now = 14_999
  await look?.()
  expect(asked).toHaveLength(1)
  now = 15_000
  await look?.()
  expect(asked).toHaveLength(2)
})

test.each([
  ['a refusal', 401, '{"toggles":[]}', 'status 401'],
  ['no JSON', 200, '<html>', 'the answer is no JSON'],
  ['no flags', 200, '{}', 'the answer is no set of flags'],
  ['too much', 200, `{"toggles":[]}${' '.repeat(1_000_000)}`, 'the answer is longer than 64 kB'],
  ['a redirect', 302, '', 'status 302'],
  ['another form', 200, '{"toggles":[{"name":"dry_run"}]}', 'the answer is no set of flags'],
])('%s is no set of flags, which is told', async (_, status, body, reason) => {
  answer = (_, response) => response.writeHead(status, { location: '/' }).end(body)
  expect(await watch()?.()).toBeNull()
  expect(reasons).toEqual([reason])
})

test('a reason is told once, until it is another or the flags were there', async () => {
  const look = watch()
  for (const status of [500, 500, 503, 200, 503]) {
    answer = (_, response) => response.writeHead(status).end('{"toggles":[]}')
    await look?.()
    now += 15_000
  }
  expect(reasons).toEqual(['status 500', 'status 503', 'status 503'])
})

test('neither is a service that is gone, nor one that keeps silent', async () => {
  answer = () => undefined
  const began = performance.now()
  expect(await watch()?.()).toBeNull()
  expect(performance.now() - began).toBeLessThan(10_000)
  server.closeAllConnections()
  server.close()
  expect(await watch()?.()).toBeNull()
  expect(reasons).toEqual(['no answer within 2000 ms', 'no answer: ECONNREFUSED'])
})

test('a path lies on the portal’s own address, and nowhere where that is not known', async () => {
  const configuration = flagsAt({ url: '/flags' })
  expect(flagWatch(configuration, () => undefined)).toBeNull()
  expect(await flagWatch({ ...configuration, publicUrl: url }, () => undefined)?.()).toEqual(
    new Set(),
  )
  expect(asked).toEqual(['GET /flags?appName=staging&environment=default'])
})
