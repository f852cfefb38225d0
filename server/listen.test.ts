import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

const anywhere = { port: 0, host: 'localhost' }

async function answerTo(asked: RequestOptions): Promise<IncomingMessage> {
  const request = get({ host: '127.0.0.1', ...asked })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

test('closing waits for a running request and not for an idle connection', async () => {
  let finish = (): void => undefined
  const { port, close } = await listen((request, response) => {
    if (request.url === '/slow') finish = () => void response.end('done')
    else response.end('quick')
  }, anywhere)
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => text(await answerTo({ port, path, agent }))
  expect(await ask('/')).toBe('quick')
  const slow = ask('/slow')
  await expect.poll(() => finish.toString()).toContain('done')

  const closed = close()
  await expect(ask('/')).rejects.toThrow()
  const began = performance.now()
  finish()
  expect(await slow).toBe('done')
  await closed
  expect(performance.now() - began).toBeLessThan(3000)
  agent.destroy()
})

test('closing does not wait for a connection that was never used', async () => {
  const { port, close } = await listen(() => undefined, anywhere)
  const unused = connect(port, '127.0.0.1')
  await once(unused, 'connect')
  const ended = once(unused, 'close')
  const began = performance.now()
  await close()
  expect(performance.now() - began).toBeLessThan(3000)
  await ended
})

test('a connection outlives the minute for which proxies keep it', async () => {
  const { port, close } = await listen((_, response) => void response.end(), anywhere)
  const agent = new Agent({ keepAlive: true })
  const answer = await answerTo({ port, agent })
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  agent.destroy()
  await close()
})

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1.1 408 Request Timeout\r\n/],
  ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab', /^HTTP\/1.1 408 /],
  ['nothing at all', '', /^(?:HTTP\/1.1 408 .*)?/],
])('%s that do not come: the end', async (_, bytes, expected) => {
  const limits = { headersTimeout: 100, requestTimeout: 300, connectionsCheckingInterval: 20 }
  const { port, close } = await listen(() => undefined, { ...anywhere, limits })
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  expect(await text(socket)).toMatch(expected)
  await close()
})

test('an answer of which nothing is taken: the end', async () => {
  // More than the system keeps of it by itself, on either end.
  const body = Buffer.alloc(32_000_000, 'x')
  const { port, close } = await listen((_, response) => void response.end(body), {
    ...anywhere,
    limits: { timeout: 100 },
  })
  const socket = connect(port, '127.0.0.1').pause()
  const failed = once(socket, 'close')
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await new Promise((resolve) => setTimeout(resolve, 500))
  socket.resume()
  await failed
  expect(socket.bytesRead).toBeLessThan(body.byteLength)
  await close()
})
