import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen, type ListeningServer } from './listen.ts'
import { addAccessLog } from './log.ts'

type Fields = Readonly<Record<string, unknown>>

let lines: [event: string, fields: Fields][]
let listening: ListeningServer
let finish: () => void

beforeEach(async () => {
  lines = []
  const handler = addAccessLog(
    ({ url }, response) => {
      finish = () => void response.writeHead(200, ['content-length', '2']).end('ok')
      if (url !== '/slow') finish()
    },
    (event, fields = {}) => lines.push([event, fields]),
  )
  listening = await listen(handler, { port: 0, host: 'localhost' })
})
afterEach(() => listening.close())

async function send(target: string, headers = ''): Promise<{ response: string; fields: Fields }> {
  const socket = connect(listening.port, '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`)
  const response = await text(socket)
  const [[event, fields]] = lines.splice(0) as [[string, Fields]]
  expect(event).toBe('request')
  return { response, fields }
}

test('logs method, path and status of each request', async () => {
  const { response, fields } = await send('/connect')
  expect(fields).toEqual({
    id: /^x-request-id: ([\w-]{36})\r$/m.exec(response)?.[1],
    method: 'GET',
    path: '/connect',
    status: 200,
    bytes: Buffer.byteLength(response),
    milliseconds: expect.any(Number) as number,
  })
})

test.each([
  ['/callback?code=secret&state=x', '/callback'],
  ['/callback%3Fcode=secret', '/callback'],
  ['/wizard?administration=1', '/wizard'],
  [`/${'a'.repeat(1000)}`, `/${'a'.repeat(255)}`],
  ['http://user:secret@a/', null],
])('logs the request path of %.40s as %j', async (target, path) => {
  expect((await send(target)).fields).toMatchObject({ path })
})

test('uses the request id that a proxy sends', async () => {
  const { response, fields } = await send('/', 'X-Request-Id: 4bf92f-3577.b34:1\r\n')
  expect(fields).toMatchObject({ id: '4bf92f-3577.b34:1' })
  expect(response).toContain('x-request-id: 4bf92f-3577.b34:1\r\n')
})

test.each(['a b', '<script>', '"}', 'a'.repeat(65), ''])(
  'replaces the invalid request id %j',
  async (id) => {
    const { fields } = await send('/', `X-Request-Id: ${id}\r\n`)
    expect(fields.id).toMatch(/^[\w-]{36}$/)
  },
)

test('logs a request whose client disconnects before the response', async () => {
  const socket = connect(listening.port, '127.0.0.1')
  finish = () => undefined
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'connect')
  await expect.poll(() => finish.toString()).toContain('ok')
  socket.destroy()
  await expect.poll(() => lines).toMatchObject([['request', { path: '/slow', cut: true }]])
})

test('drops and counts log lines while nobody reads the output', async () => {
  const module = new URL('log.ts', import.meta.url).href
  const script = `
    const { log } = await import(${JSON.stringify(module)})
    for (let at = 0; at < 50_000; at += 1) log('request', { path: '/'.repeat(200) })
    process.stderr.write(String(process.stdout.writableLength))
    process.stdout.once('drain', () => log('stopped'))
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const [waiting] = (await once(child.stderr, 'data')) as [Buffer]
  const written = (await text(child.stdout)).trim().split('\n')
  expect(Number(waiting.toString())).toBeLessThan(2_000_000)
  const last = JSON.parse(written.at(-1) ?? '') as { event: string; lost: number }
  expect(last.event).toBe('stopped')
  expect(written.length - 1 + last.lost).toBe(50_000)
})
