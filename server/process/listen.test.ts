import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type RequestOptions } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { listen } from './listen.ts'

const anywhere = { port: 0, host: 'localhost', headers: {} }

async function answerTo(asked: RequestOptions): Promise<IncomingMessage> {
  const request = get({ host: '127.0.0.1', ...asked })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

test('a taken port is the error of the system', async () => {
  const first = await listen(() => undefined, anywhere)
  await expect(listen(() => undefined, { ...anywhere, port: first.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    syscall: 'listen',
  })
  await first.close()
})

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
  finish()
  expect(await slow).toBe('done')
  await closed
  agent.destroy()
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

describe('what is taken too slowly', () => {
  // More than the system keeps of it by itself, on either end.
  const body = Buffer.alloc(32_000_000, 'x')
  const ample = { headers: 60_000, request: 60_000, answer: 60_000, idle: 60_000 }
  const limits = { ...ample, leastSpeed: 4000, look: 20 }
  async function answering(given: Partial<typeof limits>, answer = body) {
    const open = new Set<Socket>()
    const connected = (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    }
    const { port, close } = await listen((_, response) => void response.end(answer), {
      ...anywhere,
      limits: { ...limits, ...given },
      observer: { connected, refused: () => undefined },
    })
    return { port, close, open }
  }

  /** Asks for the body, and takes some bytes of it every 10 ms. */
  function trickleFrom(port: number, bytes: number) {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const reader = { socket, taken: 0 }
    const taking = setInterval(() => {
      const taken = (socket.read(bytes) ?? socket.read()) as Buffer | null
      reader.taken += taken?.byteLength ?? 0
    }, 10)
    socket.once('close', () => clearInterval(taking))
    return reader
  }

  test('a few bytes at a time, the connection ends; where that is allowed it does not', async () => {
    const [strict, lenient] = [
      await answering({ answer: 300, leastSpeed: 1e9 }),
      await answering({}),
    ]
    const began = performance.now()
    const slow = trickleFrom(strict.port, 100)
    const allowed = trickleFrom(lenient.port, 100)
    await expect.poll(() => slow.taken).toBeGreaterThan(0)
    await expect.poll(() => strict.open.size, { interval: 10 }).toBe(0)
    expect(performance.now() - began).toBeGreaterThan(300)
    expect(slow.taken).toBeLessThan(body.byteLength / 10)
    const { taken } = allowed
    await expect.poll(() => allowed.taken).toBeGreaterThan(taken)
    expect(lenient.open.size).toBe(1)
    for (const { socket } of [slow, allowed]) socket.destroy()
    await Promise.all([strict.close(), lenient.close()])
  })

  test('what the system holds of an answer is not held for longer than an idle connection', async () => {
    const short = body.subarray(0, 150_000)
    const { port, close, open } = await answering({ idle: 100 }, short)
    const { socket } = trickleFrom(port, 10)
    const failed = once(socket, 'error') as Promise<[NodeJS.ErrnoException]>
    await expect.poll(() => open.size).toBe(1)
    await expect.poll(() => open.size).toBe(0)
    // An ordinary end would come behind the answer, and as none.
    socket.resume()
    expect((await failed)[0].code).toBe('ECONNRESET')
    await close()
  })

  test('a long answer has the time that its length takes at the least speed', async () => {
    // In 300 ms alone it could not be taken; at that speed it may take 16 s more.
    const { port, close, open } = await answering({ answer: 300, leastSpeed: 2_000_000 })
    const began = performance.now()
    const reader = trickleFrom(port, 400_000)
    await expect.poll(() => reader.taken, { timeout: 15_000 }).toBeGreaterThan(body.byteLength)
    expect(performance.now() - began).toBeGreaterThan(300 + 3 * limits.look)
    expect(open.size).toBe(1)
    reader.socket.destroy()
    await close()
  })
})

describe('what comes too slowly', () => {
  const limits = {
    headers: 100,
    request: 300,
    answer: 300,
    idle: 60_000,
    leastSpeed: 1e9,
    look: 20,
  }
  const late = { ...anywhere, headers: { 'x-frame-options': 'DENY' }, limits }

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab'],
  ])('%s: 408, and the end', async (_, bytes) => {
    const { port, close } = await listen(() => undefined, late)
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
    expect(answer).toContain('x-frame-options: DENY\r\n')
    expect(answer).toContain('cache-control: no-store\r\n')
    await close()
  })

  test('nothing at all: the end, without a word', async () => {
    const { port, close } = await listen(() => undefined, late)
    expect(await text(connect(port, '127.0.0.1'))).toBe('')
    await close()
  })

  test('whoever sends on regardless loses the connection', async () => {
    const { port, close } = await listen(() => undefined, late)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\n')
    const trickle = setInterval(() => socket.write('a'), 20)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(trickle)
    await close()
  })
})
