import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Provider } from '../src/lib/identity/provider.ts'
import { discover, followProvider } from './discovery.ts'

let answer: (response: ServerResponse) => void
let asked: string[]
let authority: string

const server = createServer(({ url = '' }, response) => {
  asked.push(url)
  answer(response)
})

beforeEach(async () => {
  asked = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/shops`
  describe({})
})
afterEach(() => {
  vi.useRealTimers()
  server.closeAllConnections()
  server.close()
})

/** The provider describes itself, with these changes. */
function describe(changes: object): void {
  const document = {
    issuer: authority,
    authorization_endpoint: `${authority}/auth`,
    token_endpoint: `${authority}/token`,
    jwks_uri: `${authority}/certs`,
    ...changes,
  }
  answer = (response) => response.end(JSON.stringify(document))
}

test('what pages use is kept, and nothing else', async () => {
  expect(await discover(authority)).toEqual({
    issuer: authority,
    authorization_endpoint: `${authority}/auth`,
    token_endpoint: `${authority}/token`,
  })
  expect(asked).toEqual(['/realms/shops/.well-known/openid-configuration'])
})

test('an issuer with a slash at its end is the same, another one is refused', async () => {
  describe({ issuer: `${authority}/` })
  expect((await discover(authority)).issuer).toBe(`${authority}/`)
  describe({ issuer: 'https://elsewhere.test' })
  await expect(discover(authority)).rejects.toThrow('it is of another issuer')
})

test('a redirect is not followed', async () => {
  const given = answer
  answer = (response) => {
    if (asked.length > 1) given(response)
    else response.writeHead(302, { location: `${authority}/elsewhere` }).end()
  }
  await expect(discover(authority)).rejects.toThrow('status 302')
  expect(asked).toHaveLength(1)
})

test('reads no more than 64 kB of an answer, whether it ends or not, or is compressed', async () => {
  const refused = 'the answer is longer than 64 kB'
  describe({ more: 'x'.repeat(64 * 1024) })
  await expect(discover(authority)).rejects.toThrow(refused)
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  await expect(discover(authority)).rejects.toThrow(refused)
  let sent = 0
  const ended = new Promise((resolve) => {
    answer = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) sent += 1
      }
      response.on('drain', more).on('close', resolve)
      more()
    }
  })
  await expect(discover(authority)).rejects.toThrow(refused)
  await ended
  expect(sent).toBeLessThan(1000)
})

test('a provider that keeps silent is told from one that is gone', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce(() => timeout(1))
  answer = () => undefined
  await expect(discover(authority)).rejects.toThrow('no answer within 5000 ms')
  server.closeAllConnections()
  server.close()
  await expect(discover(authority)).rejects.toThrow('no answer: ECONNREFUSED')
})

test('what changes while it runs is told, what is lost is too, and each reason once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const told: (Provider | null)[] = []
  const reasons: string[] = []
  const { asked: first, end } = followProvider(
    authority,
    (provider) => {
      told.push(provider)
      return Promise.resolve()
    },
    (reason) => reasons.push(reason),
  )
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50))
  /** Lets the pause pass, and the look that follows end. */
  async function next(): Promise<void> {
    const looks = asked.length
    vi.advanceTimersByTime(14_999)
    expect(asked).toHaveLength(looks)
    vi.advanceTimersByTime(1)
    await expect.poll(() => asked).toHaveLength(looks + 1)
    await settled()
  }
  await first
  await next()
  expect(told.map((provider) => provider?.token_endpoint)).toEqual([`${authority}/token`])

  describe({ token_endpoint: `${authority}/other` })
  await next()
  answer = (response) => response.writeHead(503).end()
  await next()
  await next()
  answer = (response) => response.end('<html>')
  await next()
  describe({})
  await next()
  const looks = asked.length
  end()
  vi.advanceTimersByTime(60_000)
  await settled()
  expect(asked).toHaveLength(looks)
  expect(told.map((provider) => provider?.token_endpoint ?? null)).toEqual([
    `${authority}/token`,
    `${authority}/other`,
    null,
    `${authority}/token`,
  ])
  expect(reasons).toEqual(['status 503', 'the answer is no JSON'])
})
