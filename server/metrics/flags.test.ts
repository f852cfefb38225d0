import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleConfiguration } from '../sample-configuration.test-data.ts'
import { flagWatch } from './flags.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: string[]
let url: string
let now: number

const server = createServer((request, response) => {
  asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
  answer(request, response)
})

beforeEach(async () => {
  asked = []
  now = 0
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
  flagWatch(flagsAt(given), () => now)

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
  ['a refusal', 401, '{"toggles":[]}'],
  ['no JSON', 200, '<html>'],
  ['no flags', 200, '{}'],
  ['another form', 200, '{"toggles":[{"name":"dry_run"}]}'],
])('%s is no set of flags', async (_, status, body) => {
  answer = (_, response) => response.writeHead(status).end(body)
  expect(await watch()?.()).toBeNull()
})

test('neither is a service that is gone, nor one that keeps silent', async () => {
  answer = () => undefined
  const began = performance.now()
  expect(await watch()?.()).toBeNull()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await watch({ url: 'http://127.0.0.1:1' })?.()).toBeNull()
})

test('a path lies on the portal’s own address, and nowhere where that is not known', async () => {
  const configuration = flagsAt({ url: '/flags' })
  expect(flagWatch(configuration)).toBeNull()
  expect(await flagWatch({ ...configuration, publicUrl: url })?.()).toEqual(new Set())
  expect(asked).toEqual(['GET /flags?appName=staging&environment=default'])
})
