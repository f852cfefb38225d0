import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delayed } from './delay.ts'
import { startProxy, type Proxy } from './proxy.ts'

const body = 'x'.repeat(10_000)
const asked: {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
}[] = []
const service = createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming
  asked.push({ method, url, headers })
  if (url === '/never') return
  outgoing.setHeader('content-type', 'text/javascript').writeHead(201).end(body)
})

let proxy: Proxy
let origin: string
beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  origin = `http://localhost:${(service.address() as AddressInfo).port}`
  proxy = await startProxy()
})
afterAll(async () => {
  await proxy.close()
  service.closeAllConnections()
  service.close()
})

/** Asks through the proxy as a browser does: with the whole address. */
function send(url: string, method = 'GET') {
  const { port } = new URL(proxy.url)
  const host = URL.parse(url)?.host ?? 'localhost'
  return request({ host: '127.0.0.1', port, method, path: url, headers: { host } }).end()
}

async function answerTo(url: string, method?: string) {
  const [answer] = (await once(send(url, method), 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  return { status: answer.statusCode, text: Buffer.concat(chunks).toString() }
}

test('an answer comes through whole, and is weighed', async () => {
  proxy.use(delayed({ latency: 0, bandwidth: null }))
  expect(await answerTo(`${origin}/a?b=1`, 'POST')).toEqual({ status: 201, text: body })
  expect(asked.at(-1)).toMatchObject({ method: 'POST', url: '/a?b=1' })
  const [exchange] = proxy.exchanges()
  expect(exchange).toMatchObject({
    method: 'POST',
    url: `${origin}/a?b=1`,
    status: 201,
    contentType: 'text/javascript',
    bodyBytes: 10_000,
  })
  expect(exchange?.headerBytes).toBeGreaterThan(60)
  expect(exchange?.headerBytes).toBeLessThan(200)
})

test('every answer waits for the latency, and for its share of the bandwidth', async () => {
  // 10 kB at 200 kB/s take 50 ms, and two of them twice that.
  proxy.use(delayed({ latency: 100, bandwidth: 1_600_000 }))
  const started = performance.now()
  await Promise.all([answerTo(`${origin}/1`), answerTo(`${origin}/2`)])
  expect(performance.now() - started).toBeGreaterThan(195)
})

test('nobody but this machine is asked', async () => {
  const before = asked.length
  expect((await answerTo('http://www.koppelpunt.test/')).status).toBe(502)
  expect((await answerTo('/no-address')).status).toBe(502)
  expect(asked).toHaveLength(before)
})
