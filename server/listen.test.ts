import { once } from 'node:events'
import {
  Agent,
  get,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from './listen.ts'

const freePort = { port: 0, host: 'localhost' }

async function request(options: RequestOptions): Promise<IncomingMessage> {
  const sent = get({ host: '127.0.0.1', ...options })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

/** Stops the timers of time limits, so that a test which waits for a limit never ends. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('finishes running requests and drops idle connections on close', async () => {
  let finish = (): void => undefined
  const { port, close } = await listen((request, response) => {
    if (request.url === '/slow') finish = () => void response.end('done')
    else response.end('quick')
  }, freePort)
  const agent = new Agent({ keepAlive: true })
  const fetchText = async (path: string) => text(await request({ port, path, agent }))
  expect(await fetchText('/')).toBe('quick')
  const slow = fetchText('/slow')
  await expect.poll(() => finish.toString()).toContain('done')

  stopTimers()
  const closed = close()
  await expect(fetchText('/')).rejects.toThrow()
  finish()
  expect(await slow).toBe('done')
  await closed
  agent.destroy()
})

test('closes an unused connection without waiting for its first request', async () => {
  const { port, close } = await listen(() => undefined, freePort)
  const unused = connect(port, '127.0.0.1')
  await once(unused, 'connect')
  const ended = once(unused, 'close')
  stopTimers()
  const closed = close()
  vi.advanceTimersByTime(500)
  await closed
  await ended
})

test('keeps idle connections open for more than a minute', async () => {
  const { port, close } = await listen((_, response) => void response.end(), freePort)
  const agent = new Agent({ keepAlive: true })
  const { headers } = await request({ port, agent })
  const [, seconds] = /^timeout=(\d+)$/.exec(String(headers['keep-alive'])) ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  agent.destroy()
  await close()
})

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n', /^HTTP\/1.1 408 Request Timeout\r\n/],
  ['body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab', /^HTTP\/1.1 408 /],
  ['request', '', /^(?:HTTP\/1.1 408 .*)?/],
])('closes a connection whose %s does not arrive in time', async (_, bytes, expected) => {
  const limits = { headersTimeout: 100, requestTimeout: 300, connectionsCheckingInterval: 20 }
  const { port, close } = await listen(() => undefined, { ...freePort, limits })
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  expect(await text(socket)).toMatch(expected)
  await close()
})

test('closes a connection whose client does not read the response', async () => {
  // Body that is larger than the system's socket buffers.
  const body = Buffer.alloc(32_000_000, 'x')
  const cut = Promise.withResolvers<undefined>()
  const respond = (_: IncomingMessage, response: ServerResponse) =>
    void response.once('close', cut.resolve).end(body)
  const { port, close } = await listen(respond, { ...freePort, limits: { timeout: 100 } })
  const socket = connect(port, '127.0.0.1').pause()
  const closed = once(socket, 'close')
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await cut.promise
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(body.byteLength)
  await close()
})
