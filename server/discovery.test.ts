import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discoverProvider, pollProvider } from './discovery.ts'

let respond: (response: ServerResponse) => void
let requests: string[]
let authority: string

const server = createServer(({ url = '' }, response) => {
  requests.push(url)
  respond(response)
})

beforeEach(async () => {
  requests = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/shops`
  publish({})
})
afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

/** Makes the provider publish a discovery document with changed fields. */
function publish(changes: object): void {
  const document = {
    issuer: authority,
    authorization_endpoint: `${authority}/auth`,
    token_endpoint: `${authority}/token`,
    jwks_uri: `${authority}/certs`,
    ...changes,
  }
  respond = (response) => response.end(JSON.stringify(document))
}

test('returns only the provider metadata that pages use', async () => {
  expect(await discoverProvider(authority)).toEqual({
    issuer: authority,
    authorization_endpoint: `${authority}/auth`,
    token_endpoint: `${authority}/token`,
  })
  expect(requests).toEqual(['/realms/shops/.well-known/openid-configuration'])
})

test('accepts an issuer with a trailing slash and rejects another issuer', async () => {
  publish({ issuer: `${authority}/` })
  expect((await discoverProvider(authority)).issuer).toBe(`${authority}/`)
  publish({ issuer: 'https://elsewhere.test' })
  await expect(discoverProvider(authority)).rejects.toThrow('issuer does not match')
})

test('rejects a redirect in response to the discovery request', async () => {
  const publishDocument = respond
  respond = (response) => {
    if (requests.length > 1) publishDocument(response)
    else response.writeHead(302, { location: `${authority}/elsewhere` }).end()
  }
  await expect(discoverProvider(authority)).rejects.toThrow('status 302')
  expect(requests).toHaveLength(1)
})

test('rejects a discovery response of more than 64 kB', async () => {
  const refusal = 'response is longer than 64 kB'
  publish({ more: 'x'.repeat(64 * 1024) })
  await expect(discoverProvider(authority)).rejects.toThrow(refusal)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  respond = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  await expect(discoverProvider(authority)).rejects.toThrow(refusal)
  let sent = 0
  const ended = new Promise((resolve) => {
    respond = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) sent += 1
      }
      response.on('drain', more).on('close', resolve)
      more()
    }
  })
  await expect(discoverProvider(authority)).rejects.toThrow(refusal)
  await ended
  expect(sent).toBeLessThan(1000)
})

test('reports different reasons for a timeout and a refused connection', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => timeout(1))
  respond = () => undefined
  await expect(discoverProvider(authority)).rejects.toThrow('timeout')
  server.closeAllConnections()
  server.close()
  await expect(discoverProvider(authority)).rejects.toThrow('no response (ECONNREFUSED)')
})

test('reports changed and lost endpoints while polling the provider', async () => {
  let poll = (): void => undefined
  const timer = { unref: () => timer } as NodeJS.Timeout
  const set = vi.spyOn(globalThis, 'setInterval').mockImplementation((callback) => {
    poll = callback
    return timer
  })
  const clear = vi.spyOn(globalThis, 'clearInterval').mockReturnValue()
  const tokenEndpoints: (string | null)[] = []
  const reasons: string[] = []
  const { firstPoll, stop } = pollProvider(
    authority,
    (provider) => {
      tokenEndpoints.push(provider?.token_endpoint ?? null)
      return Promise.resolve()
    },
    (reason) => reasons.push(reason),
  )
  async function pollAgain(): Promise<void> {
    const before = requests.length
    poll()
    await expect.poll(() => requests).toHaveLength(before + 1)
  }
  expect(set).toHaveBeenCalledWith(poll, 15_000)
  await firstPoll
  await pollAgain()
  publish({ token_endpoint: `${authority}/other` })
  await pollAgain()
  await expect.poll(() => tokenEndpoints).toHaveLength(2)
  respond = (response) => response.writeHead(503).end()
  await pollAgain()
  await expect.poll(() => tokenEndpoints).toHaveLength(3)
  await pollAgain()
  respond = (response) => response.end('<html>')
  await pollAgain()
  await expect.poll(() => reasons).toEqual(['status 503', 'response is not JSON'])
  publish({})
  await pollAgain()
  await expect.poll(() => tokenEndpoints).toHaveLength(4)
  const [own, other] = [`${authority}/token`, `${authority}/other`]
  expect(tokenEndpoints).toEqual([own, other, null, own])
  stop()
  expect(clear).toHaveBeenCalledWith(timer)
})
